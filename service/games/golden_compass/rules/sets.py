"""Chapter 5 of RULES.md: sets of Lyra cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, Final, Protocol

from service.games.golden_compass.cards import DAEMON_SET, LYRA, SPY_SET, SYMBOL_COMPASSES, SYMBOL_SET
from service.games.golden_compass.rules.actions import place_compasses
from service.games.golden_compass.rules.choosing import Pick
from service.games.golden_compass.rules.experience import PlaceToken, StealToken, TakeToken, no_placing, slots
from service.games.golden_compass.rules.hand import discard
from service.games.kit.agenda import Choose
from service.games.kit.decision import Answer, Decision, Illegal, Picks, Seat

if TYPE_CHECKING:
    from service.games.golden_compass.state import State

SHORT_SET: Final = 2
DAEMON: Final = {card.id: card.daemon for card in LYRA.values()}
SYMBOL: Final = {card.id: card.symbol for card in LYRA.values()}
SPIES: Final = frozenset(card.id for card in LYRA.values() if card.flying_spy)


# -- which cards form a set --------------------------------------------------------


class Granted(Protocol):
    """What the ally has granted for the sets of this turn, at a table or in a view of it."""

    @property
    def short_sets(self) -> int:
        """How many symbol sets may have two cards only."""

    @property
    def wild_cards(self) -> int:
        """How many cards may count as jokers."""


def forms(s: Granted, cards: Sequence[str]) -> tuple[str, ...]:
    """RULES D11, D13, D14: what these cards are together, a daemon pair, a set of symbols or spies."""
    kinds = []
    if len(cards) == DAEMON_SET and alike((DAEMON[card] for card in cards), s.wild_cards):
        kinds.append("daemon")
    if symbol_size(s, len(cards)) and alike((SYMBOL[card] for card in cards), s.wild_cards):
        kinds.append("symbol")
    if len(cards) == SPY_SET and SPIES.issuperset(cards):
        kinds.append("spies")
    return tuple(kinds)


def symbol_size(s: Granted, size: int) -> bool:
    """RULES 5.14, D41: three cards, or two as long as an ally allows it."""
    return size == SYMBOL_SET or (size == SHORT_SET and s.short_sets > 0)


def alike(shown: Iterable[str | None], wild: int) -> bool:
    """RULES 5.16: all the same but for jokers, which show everything, and wild cards."""
    return misfits(shown) <= wild


def misfits(shown: Iterable[str | None]) -> int:
    """How many cards must count as jokers; among jokers alone none."""
    natural = [each for each in shown if each is not None]
    return len(natural) - max([natural.count(each) for each in natural], default=0)


def hindrance(s: State, seat: Seat, kind: str) -> str | None:
    """RULES D15: why the reward of such a set is impossible now, as a refusal; None if nothing is in the way."""
    match kind:
        case "daemon" if s.period == "red":
            return no_placing(s, seat)
        case "daemon" if s.town is None:
            return "no-town"
        case "daemon":
            return None if slots(s) else "no-token"
        case "symbol":
            return None if s.players[seat].supply else "no-compass"
        case _:
            return None if any(s.players[other].tokens for other in s.opponents(seat)) else "nobody-to-rob"


def playable(s: State, seat: Seat, cards: Sequence[str]) -> tuple[str, ...]:
    """RULES D14, D15: as which kinds of set these cards bring something now."""
    return tuple(kind for kind in forms(s, cards) if hindrance(s, seat, kind) is None)


def playable_kinds(s: State, seat: Seat) -> frozenset[str]:
    """RULES D15: the kinds of set that lie in this hand and bring something now."""
    hand = s.players[seat].hand
    found = {
        "daemon": least_misfits(DAEMON, hand, DAEMON_SET) <= s.wild_cards,
        "symbol": least_misfits(SYMBOL, hand, SHORT_SET if s.short_sets else SYMBOL_SET) <= s.wild_cards,
        "spies": len(SPIES.intersection(hand)) >= SPY_SET,
    }
    return frozenset(kind for kind, there in found.items() if there and hindrance(s, seat, kind) is None)


def least_misfits(shown: Mapping[str, str | None], hand: Sequence[str], size: int) -> float:
    """How many of so many cards of this hand must at least count as jokers, so that all are alike."""
    natural = Counter(shown[card] for card in hand if shown[card] is not None)
    jokers = len(hand) - natural.total()
    return max(0, size - jokers - max(natural.values(), default=0)) if len(hand) >= size else inf


# -- playing one -------------------------------------------------------------------


class PlaySet(Choose):
    """RULES 5.12, D12: play the cards of one set, as often as you like; no cards end the turn.

    RULES D30: whoever holds at least two cards is asked, with a set or without one, so that the question tells nothing.
    """

    def ask(self, s: State) -> Decision | None:
        hand = s.players[self.seat].hand
        if len(hand) < SHORT_SET:
            return None
        return Decision("play-set", self.seat, tuple(hand), 0, min(SYMBOL_SET, len(hand)), default=())

    def check(self, s: State, answer: Answer) -> None:
        if not answer.picks:
            return
        kinds = forms(s, answer.picks)
        if not kinds:
            raise Illegal("no-set", "these cards form no set", cards=answer.picks)
        refusals = [hindrance(s, self.seat, kind) for kind in kinds]
        if None not in refusals:
            raise Illegal(str(refusals[0]), f"the reward of this set is impossible: {refusals[0]}")

    def take(self, s: State, answer: Answer) -> None:
        if answer.picks:
            s.plan(PlayAs(self.seat, answer.picks), PlaySet(self.seat))


class PlayAs(Pick):
    """RULES D14, D30: where the cards form two kinds of set the player says which; then comes the reward."""

    kind = "set-kind"
    cards: Picks

    def options(self, s: State) -> tuple[str, ...]:
        return playable(s, self.seat, self.cards)

    def chosen(self, s: State, pick: str) -> None:
        discard(s, self.seat, self.cards)
        s.tell("played-set", seat=self.seat, set=pick, cards=self.cards)
        match pick:
            case "daemon":
                s.wild_cards -= misfits(DAEMON[card] for card in self.cards)
                s.plan(PlaceToken(self.seat) if s.period == "red" else TakeToken(self.seat))
            case "symbol":
                s.wild_cards -= misfits(SYMBOL[card] for card in self.cards)
                if len(self.cards) == SHORT_SET:
                    s.short_sets -= 1
                place_compasses(s, self.seat, SYMBOL_COMPASSES + s.symbol_bonus)
                s.symbol_bonus = 0
            case _:
                s.plan(StealToken(self.seat))
