"""Chapter 10 of RULES.md: who may see what. Every field is written here by name, so nothing is seen by accident."""

from __future__ import annotations

from itertools import combinations
from typing import Final, Literal, cast

from msgspec import Struct

from service.games.golden_compass.cards import BACK, DAEMON_SET, LYRA, SYMBOL_SET, TRACKS, Period, Town
from service.games.golden_compass.rules.sets import forms, hindrance
from service.games.golden_compass.scoring import Sheet, score_pad
from service.games.golden_compass.state import Phase, State
from service.games.kit import agenda
from service.games.kit.decision import Picks, Seat

FACE_DOWN: Final = "face-down"
TRACK_IDS: Final = {seats: tuple(space.id for space in track) for seats, track in TRACKS.items()}


class Traveller(Struct, frozen=True):
    """What a viewer sees of a player.

    `hand` counts the Lyra cards, `known` are those of them that the viewer has seen; `looking` counts the cards
    looked at just now. `tucked` is the card under the ally, if the viewer knows it. `tokens` are unplaced: the id
    where the viewer knows it, else the town on the back.
    """

    seat: Seat
    hand: int
    known: tuple[str, ...]
    looking: int
    ally: str | None
    tucked: str | None
    magisterium: int
    tokens: tuple[str, ...]
    compasses: int
    supply: int
    dust: int
    truths: tuple[str, ...]
    score: int
    submitted: bool


Refusal = Literal["no-town", "no-token", "no-slot", "nothing-to-place", "no-compass", "nobody-to-rob"]
"""Why the reward of a set is impossible, as the code of the refusal."""


class CardSet(Struct, frozen=True):
    """Cards of one's own hand that form a set; `refusal` says why its reward is impossible now."""

    kind: str
    cards: tuple[str, ...]
    refusal: Refusal | None


class Mine(Struct, frozen=True):
    """What a player sees of their own; `pair` are the characters dealt, until the ally is chosen.

    `sets` are the sets in the hand, of those that look the same only one, those with the fewest jokers first.
    """

    seat: Seat
    hand: tuple[str, ...]
    sets: tuple[CardSet, ...]
    looking: tuple[str, ...]
    pair: tuple[str, ...]
    tokens: tuple[str, ...]
    submitted: Picks | None


class Grants(Struct, frozen=True):
    """What the ally has granted for the sets of this turn."""

    short_sets: int
    wild_cards: int
    symbol_bonus: int


class MarkedToken(Struct, frozen=True):
    """A token on a slot of a red town, marked by its owner."""

    token: str
    seat: Seat


class View(Struct, frozen=True):
    """The table as one viewer sees it.

    `track` has the spaces of this game, `space` is where Lyra stands, `town` the current town. `slots` has the
    tokens of the green and blue towns: `face-down`, an id where the viewer has peeked, or nothing. `still` counts
    turns in a row without movement.
    """

    period: Period
    phase: Phase
    turn: int
    first: Seat
    active: Seat | None
    sector: str | None
    track: tuple[str, ...]
    space: str
    town: Town | None
    still: int
    guard: int | None
    grants: Grants
    draw_pile: int
    discards: tuple[str, ...]
    slots: dict[Town, tuple[str | None, ...]]
    placed: dict[Town, tuple[MarkedToken, ...]]
    bag: int
    truths: tuple[str, ...]
    aside: tuple[str, ...]
    passages: tuple[str, ...]
    order: tuple[Seat, ...]
    renounced: Seat | None
    dust: int
    dirigible: Seat | None
    players: tuple[Traveller, ...]
    me: Mine | None
    ending: tuple[Sheet, ...] | None


def view(s: State, seat: Seat | None) -> View:
    """What `seat` may see; None is a spectator, who sees what every player may see (RULES D39)."""
    sealed = agenda.sealed(s)
    knows = s.known(seat)
    sheets = score_pad(s)
    return View(
        period=s.period,
        phase=s.phase,
        turn=s.turn,
        first=s.first,
        active=s.active,
        sector=s.sector,
        track=TRACK_IDS[s.seats],
        space=s.space.id,
        town=s.town,
        still=s.still,
        guard=s.guard,
        grants=Grants(s.short_sets, s.wild_cards, s.symbol_bonus),
        draw_pile=len(s.draw_pile),
        discards=tuple(s.discards),
        slots={town: tuple(_slot(token, knows) for token in tokens) for town, tokens in s.towns.items()},
        placed={
            town: tuple(MarkedToken(token, owner) for token, owner in tokens.items())
            for town, tokens in s.placed.items()
        },
        bag=len(s.bag),
        truths=tuple(s.truths),
        aside=tuple(s.aside),
        passages=tuple(s.passages),
        order=s.order,
        renounced=s.renounced,
        dust=s.dust,
        dirigible=s.dirigible,
        players=tuple(
            _traveller(s, n, knows, s.knows_tucked(seat, n), sheets[n].total, n in sealed) for n in s.everyone()
        ),
        me=None if seat is None else _mine(s, seat, sealed.get(seat)),
        ending=sheets if s.phase == "over" else None,
    )


def _slot(token: str | None, knows: frozenset[str]) -> str | None:
    return token if token is None or token in knows else FACE_DOWN


def _traveller(s: State, seat: Seat, knows: frozenset[str], tucked: bool, score: int, submitted: bool) -> Traveller:
    player = s.players[seat]
    return Traveller(
        seat=seat,
        hand=len(player.hand),
        known=tuple(sorted(knows.intersection(player.hand))),
        looking=len(player.looking),
        ally=player.ally,
        tucked=player.tucked if tucked else None,
        magisterium=player.magisterium,
        # Sorted: the order in which tokens were taken could tell which of them was stolen.
        tokens=tuple(sorted(token if token in knows else BACK[token] for token in player.tokens)),
        compasses=player.compasses,
        supply=player.supply,
        dust=player.dust,
        truths=tuple(player.truths),
        score=score,
        submitted=submitted,
    )


def _mine(s: State, seat: Seat, submitted: Picks | None) -> Mine:
    player = s.players[seat]
    return Mine(
        seat=seat,
        hand=tuple(player.hand),
        sets=_sets(s, seat),
        looking=tuple(player.looking),
        pair=tuple(player.pair),
        tokens=tuple(player.tokens),
        submitted=submitted,
    )


def _sets(s: State, seat: Seat) -> tuple[CardSet, ...]:
    """RULES D11, D15: every set in the hand, and what is in the way of its reward."""
    found: dict[tuple[str, tuple[str, ...]], CardSet] = {}
    for size in sorted({DAEMON_SET, SYMBOL_SET}):
        for cards in combinations(s.players[seat].hand, size):
            for kind in forms(s, cards):
                looks = kind, tuple(sorted(card.rpartition("-")[0] for card in cards))
                found.setdefault(looks, CardSet(kind, cards, cast(Refusal | None, hindrance(s, seat, kind))))
    return tuple(sorted(found.values(), key=lambda one: sum(LYRA[card].joker for card in one.cards)))
