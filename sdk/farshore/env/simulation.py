"""A table as agents play it: who has a decision, what each may do and sees, and what an action does.

The AEC, the parallel and the single-seat environment share this.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final, TypedDict

import numpy as np
from gymnasium import spaces

from farshore.client import Client
from farshore.env.backend import Backend
from farshore.env.layout import Encoder, Layout, Mask, Observed
from farshore.env.picking import Combinations, Question, free_picks
from farshore.env.remote_backend import RemoteBackend

LOCAL: Final = "local"
BackendChoice = str | Client
"""`"local"` for tables in this process, or a client of the service that hosts them."""


class Observation(TypedDict):
    """What an agent gets."""

    observation: Observed
    action_mask: Mask


class Simulation:
    """Deals tables and plays them by actions.

    An answer is a sequence of actions: one per pick, and `DONE` where fewer picks than allowed are enough. It is sent
    as soon as no further pick is possible. An action outside the mask is replaced by the first one inside it; with
    `strict` it is a ValueError.
    """

    def __init__(self, backend: Backend, strict: bool = False) -> None:
        self.backend = backend
        self.layout = backend.layout
        self.seats = backend.seats
        self.strict = strict
        self.encoder = Encoder(self.layout, self.seats)
        cells, actions = self.encoder.size, len(self.encoder.actions)
        self.action_space = spaces.Discrete(actions)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 1.0, (cells,), np.float32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.random = Random()
        self.asked: Mapping[int, Question] = {}
        self.picks: dict[int, list[str]] = {}
        self.illegal = [0] * self.seats

    def deal(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Start a new table. The same seed is the same deal, and so are all tables after it."""
        deal = (options or {}).get("deal")
        if seed is not None:
            self.random = Random(seed)
        elif deal is None:
            deal = f"{self.random.getrandbits(64):016x}"
        self.backend.deal(str(seed if deal is None else deal))
        self.picks = {}
        self.illegal = [0] * self.seats
        self._refresh()

    def _refresh(self) -> None:
        """The table has changed: fetch the open decisions, and drop picks for decisions that are closed."""
        before, self.asked = self.asked, self.backend.asked()
        if self.picks:
            self.picks = {
                seat: picks
                for seat, picks in self.picks.items()
                if seat in self.asked and same(self.asked[seat], before.get(seat))
            }
        self._legal: dict[int, list[int]] = {}
        self._search: dict[int, Combinations] = {}

    @property
    def over(self) -> bool:
        """Whether no decision is open any more."""
        return not self.asked

    def info(self, seat: int) -> dict[str, Any]:
        """How many actions of this seat were replaced, if there were any."""
        return {"illegal": self.illegal[seat]} if self.illegal[seat] else {}

    def rewards(self) -> tuple[float, ...]:
        """The value of the result for each seat, between -1 and 1."""
        outcome = self.backend.outcome()
        return (0.0,) * self.seats if outcome is None else self.layout.rewards(outcome.places, outcome.winners)

    def next_after(self, seat: int) -> int:
        """Of the seats with a decision, the next one clockwise."""
        return min(self.asked, key=lambda other: (other - seat - 1) % self.seats)

    def legal(self, seat: int) -> list[int]:
        """The actions this seat may take now, in ascending order; none without a decision."""
        known = self._legal.get(seat)
        if known is None:
            known = self._legal[seat] = self._find(seat) if seat in self.asked else []
        return known

    def _find(self, seat: int) -> list[int]:
        question, picks = self.asked[seat], self.picks.get(seat, [])
        more, enough = self._next(question, picks)
        if picks and not more and not enough:
            # The answer of another seat has made these picks illegal.
            del self.picks[seat]
            more, enough = self._next(question, [])
        index = self.encoder.index
        actions = sorted([index[option] for option in more if option in index])
        # If no legal answer was found, DONE sends the default.
        return [0, *actions] if enough or not actions else actions

    def _next(self, question: Question, picks: list[str]) -> tuple[list[str], bool]:
        hints, backend = self.layout.hints, self.backend
        if not (backend.may_refuse(question) if hints is None else question.kind in hints.checked):
            return free_picks(question, picks)
        search = self._search.get(question.seat)
        if search is None:
            final = frozenset() if hints is None else hints.final
            search = self._search[question.seat] = Combinations(
                question, lambda tried: backend.refusal(question, tried), final, backend.tries
            )
        return search.next(picks)

    def act(self, seat: int, action: int) -> bool:
        """Take an action for a seat with a decision; whether it completed an answer."""
        legal = self.legal(seat)
        if action not in legal:
            if self.strict:
                raise ValueError(f"action {action} is not legal now, only {legal}")
            self.illegal[seat] += 1
            action = legal[0]
        question = self.asked[seat]
        if action:
            self.picks.setdefault(seat, []).append(self.encoder.actions[action])
            if question.most > 1:
                del self._legal[seat]
                if self.legal(seat) != [0]:
                    return False
        self._answer(question)
        return True

    def _answer(self, question: Question) -> None:
        picks = tuple(self.picks.pop(question.seat, ()))
        search = self._search.get(question.seat)
        if len(picks) < question.least or (not picks and search is not None and search.check(()) is not None):
            picks = question.on_timeout
        self.backend.answer(question, picks)
        self._refresh()

    def observe(self, seat: int, idle: bool = False) -> Observation:
        """What this seat sees and may do. Without a decision it may do nothing, or `DONE` if `idle`."""
        legal = self.legal(seat) or ([0] if idle else [])
        cells = self.encoder.encode(self.backend.view(seat), seat, self.asked.get(seat), self.picks.get(seat, ()))
        return {"observation": cells, "action_mask": self.encoder.mask(legal)}

    def text(self, agent: str, seat: int) -> str:
        """The decision and the view of a seat as text."""
        question, view = self.asked.get(seat), self.backend.view(seat)
        names = getattr(view, "__struct_fields__", None) or view
        head = "" if question is None else f": {question.kind} {', '.join(question.options)}"
        return "\n".join([f"{agent}{head}", *(f"  {name} = {getattr(view, name)}" for name in names)])


def same(question: Question | None, before: Question | None) -> bool:
    """Whether two decisions ask the same."""
    if question is None or before is None:
        return False
    return question.kind == before.kind and question.options == before.options


def simulation(
    game: str,
    seats: int | None,
    backend: BackendChoice,
    options: Mapping[str, Any] | None = None,
    bots: Mapping[int, str] | None = None,
    strict: bool = False,
) -> Simulation:
    """A game in process or at a service; without `seats`, with as few as possible."""
    known = layout(game, backend)
    count = known.seats[0] if seats is None else seats
    if count not in known.seats:
        raise ValueError(f"{game} is for {known.seats[0]} to {known.seats[-1]} players, not {count}")
    if isinstance(backend, Client):
        return Simulation(RemoteBackend(backend, known, count, options, bots), strict)
    from farshore.env.local_backend import LocalBackend

    return Simulation(LocalBackend(known, count, options, bots), strict)


def layout(game: str, backend: BackendChoice = LOCAL) -> Layout:
    """The actions and cells of a game."""
    if isinstance(backend, Client):
        return Layout(backend.games.get(game), backend.games.text(game, "en"))
    if backend != LOCAL:
        raise ValueError(f"the backend is {LOCAL!r} or a farshore.Client, not {backend!r}")
    from farshore.env.local_backend import local_layout

    return local_layout(game)
