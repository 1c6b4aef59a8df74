"""Small tables of The Golden Compass that start in the middle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from service.games.golden_compass import GoldenCompass
from service.games.golden_compass.cards import CHARACTERS, LYRA, PERIODS, TOWNS, TRACKS, TRUTHS
from service.games.golden_compass.rules import AnyStep
from service.games.golden_compass.rules.powers import UseAlly
from service.games.golden_compass.rules.sets import PlaySet
from service.games.golden_compass.rules.turns import EndTurn
from service.games.golden_compass.state import Player, State
from service.games.kit import agenda
from service.games.kit.decision import Answer, Decision, Illegal
from service.games.kit.dice import Dice
from service.games.kit.event import Event

game = GoldenCompass()


def ids(types: str) -> list[str]:
    """Lyra cards by their types; those of the second deck are written in full."""
    return [card if "-" in card else f"{card}-a" for card in types.split()]


def player(hand: str = "", tokens: str = "", ally: str | None = None, **more: Any) -> Player:
    """A player in the middle of the journey."""
    return Player(hand=ids(hand), tokens=tokens.split(), ally=ally, **more)


def table(
    *players: Player,
    steps: Sequence[AnyStep],
    at: str = "jo1",
    towns: Mapping[str, str] | None = None,
    placed: Mapping[str, Mapping[str, int]] | None = None,
    pile: str | None = None,
    discards: str = "",
    **more: Any,
) -> State:
    """A table with these steps left to do, run on to the first question. The top of `pile` is its last card.

    The period is that of the space on which Lyra stands; name it when she stands on an objective.
    """
    track = [space.id for space in TRACKS[len(players)]]
    lyra = track.index(at)
    used = {card for someone in players for card in someone.hand} | set(ids(discards))
    # In the order of the cards, so that equal tables are dealt equally.
    rest = [card.id for card in LYRA.values() if card.deck == "a" and card.id not in used]
    more.setdefault("period", TRACKS[len(players)][lyra].period)
    more.setdefault("active", 0)
    more.setdefault("first", 0)
    more.setdefault("phase", "turns")
    more.setdefault("dust", 8)
    s = State(
        seats=len(players),
        dice=Dice("middle"),
        players=list(players),
        draw_pile=rest if pile is None else ids(pile),
        discards=ids(discards),
        characters={period: [] for period in PERIODS},
        towns={town: lying(tokens) for town, tokens in (towns or {}).items()},  # type: ignore[misc]
        placed={town: dict((placed or {}).get(town, {})) for town in TOWNS["red"]},
        bag=more.pop("bag", list(TRUTHS)),
        lyra=lyra,
        **more,
    )
    s.plan(*steps)
    agenda.settle(s)
    return s


def lying(tokens: str) -> list[str | None]:
    """Tokens slot by slot; a dash is an empty slot."""
    return [None if token == "-" else token for token in tokens.split()]


def say(s: State, seat: int, kind: str, *picks: str) -> list[Event]:
    """Answer a question, and hear what happened."""
    return game.apply(s, Answer(seat, kind, picks))


def refused(s: State, seat: int, kind: str, *picks: str) -> str:
    """The rule that refuses this answer."""
    before = game.save(s)
    with pytest.raises(Illegal) as wrong:
        say(s, seat, kind, *picks)
    assert game.save(s) == before
    return wrong.value.code


def asked(s: State) -> Decision:
    """The only open question."""
    [question] = game.decisions(s)
    return question


def kinds(events: Iterable[Event]) -> list[str]:
    """What happened, in short."""
    return [event.kind for event in events]


def symbols(*characters: str) -> list[int]:
    """The Magisterium symbols of these characters."""
    return [CHARACTERS[character].magisterium_symbols for character in characters]


# -- allies ----------------------------------------------------------------------

HOME = {"G": "jo1", "B": "tr1", "R": "sv1"}
LYING = {"jordan_college": "XJ1 XJ2 XJ3 - - -", "trollesund": "XT1 XT2 XT3 - - -"}
THIRTY = " ".join(f"L{n:02}" for n in range(38, 8, -1))
"""A draw pile from which L09, L10, L11 … come."""


def using(ally: str, hand: str = "", others: tuple[Any, ...] = (), **more: Any) -> State:
    """A player who has just used this ally, against one opponent or more."""
    mine = {key: more.pop(key) for key in ("tokens", "compasses", "markers", "dust_held") if key in more}
    if "dust_held" in mine:
        mine["dust"] = mine.pop("dust_held")
    more.setdefault("at", HOME[ally[0]])
    more.setdefault("towns", LYING)
    more.setdefault("pile", THIRTY)
    steps = more.pop("steps", [UseAlly(0)])
    return table(player(hand, ally=ally, **mine), *(others or (player(),)), steps=steps, **more)


def me(s: State) -> Any:
    """The player whose turn it is."""
    return s.players[0]


# -- sets ------------------------------------------------------------------------

JORDAN = "XJ1 XJ2 XJ3 XJ4 XJ5 XJ6"


def playing(hand: str, opponent: str = "", **more: object) -> State:
    """A player about to play sets; the opponent has these tokens."""
    more.setdefault("towns", {"jordan_college": JORDAN})
    return table(player(hand), player(tokens=opponent), steps=[PlaySet(0), EndTurn(0)], **more)  # type: ignore[arg-type]


def play(s: State, cards: str, *then: str) -> None:
    """Play a set, and answer what is asked about its reward."""
    say(s, 0, "play-set", *ids(cards))
    if then:
        say(s, 0, *then)
