"""A table as agents play it: who is asked, what each may do and sees, and what an action does.

This is the part that the turn-by-turn, the parallel and the single-seat environment share.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final, TypedDict

from farshore.client import Client
from farshore.env.layout import Cells, Encoder, Layout, Mask, encoder
from farshore.env.layouts import LAYOUTS
from farshore.env.local import Local
from farshore.env.picking import Combinations, Question, fallback, plain
from farshore.env.remote import Remote
from farshore.env.tables import Dealer

LOCAL: Final = "local"
Backend = str | Client
"""`"local"` for tables in this process, or a client of the service that deals them."""


class Observation(TypedDict):
    """What an agent is shown."""

    observation: Cells
    action_mask: Mask


class Playing:
    """Deals tables and plays them by actions.

    An answer is a sequence of actions: one per pick, and `DONE` where fewer picks than allowed are enough. It is
    given as soon as no further pick is possible. An action that the mask does not allow counts as the first one
    that it does; with `strict` it is a ValueError.
    """

    def __init__(self, dealer: Dealer, layout: Layout, seats: int, strict: bool = False) -> None:
        self.dealer = dealer
        self.layout = layout
        self.seats = seats
        self.strict = strict
        self.encoder: Encoder = encoder(layout.game, seats)
        self.random = Random()
        self.picks: dict[int, list[str]] = {}
        self.illegal = [0] * seats

    def deal(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """A new table. The same seed is the same deal, and so are all tables after it."""
        deal = (options or {}).get("deal")
        if seed is not None:
            self.random = Random(seed)
        elif deal is None:
            deal = f"{self.random.getrandbits(64):016x}"
        self.dealer.deal(str(seed if deal is None else deal))
        self.picks = {}
        self.illegal = [0] * self.seats
        self._look()

    def _look(self) -> None:
        """Something has changed: ask again who is asked; picks for a question that is open no more are put back."""
        before, self.asked = getattr(self, "asked", {}), self.dealer.asked()
        if self.picks:
            self.picks = {
                seat: picks
                for seat, picks in self.picks.items()
                if seat in self.asked and _same(self.asked[seat], before.get(seat))
            }
        self._legal: dict[int, list[int]] = {}
        self._search: dict[int, Combinations] = {}
        self._seen: dict[int, Observation] = {}

    @property
    def over(self) -> bool:
        """Whether nobody is asked any more."""
        return not self.asked

    def rewards(self) -> tuple[float, ...]:
        """What the ending is worth to each seat, between -1 and 1."""
        outcome = self.dealer.outcome()
        return (0.0,) * self.seats if outcome is None else self.layout.rewards(outcome.places, outcome.winners)

    def next_after(self, seat: int) -> int:
        """Of those who are asked, the next one clockwise."""
        return min(self.asked, key=lambda other: (other - seat - 1) % self.seats)

    # -- what may be done ----------------------------------------------------------------

    def legal(self, seat: int) -> list[int]:
        """The actions this seat may take now, in ascending order; none if it is not asked."""
        known = self._legal.get(seat)
        if known is None:
            known = self._legal[seat] = self._find(seat) if seat in self.asked else []
        return known

    def _find(self, seat: int) -> list[int]:
        question, picks = self.asked[seat], self.picks.get(seat, [])
        more, enough = self._next(question, picks)
        if picks and not more and not enough:
            # Another's answer has made these picks impossible.
            del self.picks[seat]
            more, enough = self._next(question, [])
        index = self.encoder.index
        actions = sorted([index[option] for option in more if option in index])
        # Where no answer can be found, DONE gives the one that the clock would.
        return [0, *actions] if enough or not actions else actions

    def _next(self, question: Question, picks: list[str]) -> tuple[list[str], bool]:
        if question.kind not in self.layout.checked:
            return plain(question, picks)
        search = self._search.get(question.seat)
        if search is None:
            search = self._search[question.seat] = Combinations(
                question, lambda tried: self.dealer.refusal(question, tried), self.layout.hopeless, self.dealer.tries
            )
        return search.next(picks)

    # -- doing it ------------------------------------------------------------------------

    def act(self, seat: int, action: int) -> bool:
        """Take an action for a seat that is asked; true if with it an answer was given."""
        legal = self.legal(seat)
        if action not in legal:
            if self.strict:
                raise ValueError(f"action {action} is not possible now, only {legal}")
            self.illegal[seat] += 1
            action = legal[0]
        question = self.asked[seat]
        if action == 0:
            self._answer(question)
            return True
        option = self.encoder.actions[action]
        if question.most == 1:
            self.picks[seat] = [option]
            self._answer(question)
            return True
        self.picks.setdefault(seat, []).append(option)
        del self._legal[seat]
        self._seen.pop(seat, None)
        if self.legal(seat) == [0]:
            self._answer(question)
            return True
        return False

    def _answer(self, question: Question) -> None:
        picks = tuple(self.picks.pop(question.seat, ()))
        if len(picks) < question.least or (not picks and self._refused(question)):
            picks = fallback(question)
        self.dealer.answer(question, picks)
        self._look()

    def _refused(self, question: Question) -> bool:
        search = self._search.get(question.seat)
        return search is not None and search.hear(()) is not None

    # -- seeing --------------------------------------------------------------------------

    def observe(self, seat: int, idle: bool = False) -> Observation:
        """What this seat sees and may do. Who is not asked may do nothing; where all must act, that is `DONE`."""
        seen = self._seen.get(seat)
        if seen is None:
            legal = self.legal(seat) or ([0] if idle else [])
            cells = self.encoder.encode(self.dealer.view(seat), seat, self.asked.get(seat), self.picks.get(seat, ()))
            seen = self._seen[seat] = {"observation": cells, "action_mask": self.encoder.mask(legal)}
        return seen


def _same(question: Question, before: Question | None) -> bool:
    return before is not None and question.kind == before.kind and question.options == before.options


def playing(
    game: str,
    seats: int,
    backend: Backend,
    options: Mapping[str, Any] | None,
    bots: Mapping[int, str] | None,
    strict: bool,
) -> Playing:
    """A game at this many seats, in process or at a service."""
    if game not in LAYOUTS:
        raise ValueError(f"there is no game {game!r}, only {', '.join(LAYOUTS)}")
    layout = LAYOUTS[game]
    if seats not in layout.seats:
        raise ValueError(f"{game} is for {layout.seats[0]} to {layout.seats[-1]} players, not {seats}")
    if isinstance(backend, Client):
        dealer: Local | Remote = Remote(backend, game, seats, options, bots)
    elif backend == LOCAL:
        dealer = Local(game, seats, options, bots)
    else:
        raise ValueError(f"the backend is {LOCAL!r} or a farshore.Client, not {backend!r}")
    if dealer.rules_version != layout.rules_version:
        raise ValueError(f"these layouts know version {layout.rules_version} of {game}, not {dealer.rules_version}")
    return Playing(dealer, layout, seats, strict)
