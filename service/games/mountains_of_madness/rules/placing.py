"""RULES 5.3, 5.4, 8 and 12.3: which cards may be put on the sled, and when."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from service.games.kit.decision import Decision, Illegal, Picks, Seat
from service.games.mountains_of_madness.cards import WOUNDS, kind_of, value_of
from service.games.mountains_of_madness.expedition import GRAINS, Placed
from service.games.mountains_of_madness.vocabulary import Play

if TYPE_CHECKING:
    from service.games.mountains_of_madness.state import State

WORDS: Final = ("wait", "ready", "done")
"""What a player may answer instead of placing cards."""


@cache
def question(seat: Seat, cards: int) -> Decision:
    """The standing question of an encounter. It is the same before and after silence falls, so that cards placed
    by several players in one breath do not get into each other's way.
    """
    return Decision("place", seat, (*slots(cards), *WORDS), most=max(cards, 1), default=("wait",))


def slots(cards: int) -> Picks:
    """RULES 13: cards are named by their place in the hand, which tells nothing of their faces."""
    return tuple(f"card-{n}" for n in range(1, cards + 1))


def chosen(s: State, seat: Seat, picks: Picks) -> list[str]:
    """The cards at these places of the hand."""
    hand = s.players[seat].hand
    return [hand[int(pick.removeprefix("card-")) - 1] for pick in picks]


def allowed(s: State, seat: Seat, card: str) -> bool:
    """RULES 8: a vestige keeps its owner from placing a kind, while he is Leader."""
    return seat != s.leader or not s.players[seat].covers(f"kind:{kind_of(card)}")


def check(s: State, seat: Seat, picks: Picks) -> None:
    """Raise Illegal unless these cards may be placed now; the whole action is refused, or none of it."""
    cards = chosen(s, seat, picks)
    covered = sorted({kind_of(card) for card in cards if not allowed(s, seat, card)})
    if covered:
        raise Illegal("vestige", "a vestige covers this kind while you are Leader", kinds=covered)
    mad = s.players[seat].mad
    if mad.preconditions and not s.faced.voices[seat].yes:
        for rule in mad.preconditions:
            if rule.before == "play":
                raise Illegal("play-precondition", "another player must have said yes after your latest message")
    if mad.play is not None:
        _limits(s, seat, cards, mad.play)


def _limits(s: State, seat: Seat, cards: list[str], rule: Play) -> None:
    encounter, hand = s.faced, s.players[seat].hand
    placed = sum(each.seat == seat for each in encounter.placed)
    if rule.max_cards is not None and placed + len(cards) > rule.max_cards:
        raise Illegal("play-max-cards", f"at most {rule.max_cards} cards in the encounter", most=rule.max_cards)
    if rule.max_per_action is not None and len(cards) > rule.max_per_action:
        raise Illegal("play-one-by-one", f"at most {rule.max_per_action} at a time", most=rule.max_per_action)
    if rule.whole_hand and len(cards) < sum(allowed(s, seat, card) for card in hand):
        raise Illegal("play-whole-hand", "the whole hand or nothing")
    if rule.parity == "odd" and any(card not in WOUNDS and value_of(card) % 2 == 0 for card in cards):
        raise Illegal("play-parity", "only cards of odd value, and wounds")
    if rule.order == "not_first" and not encounter.placed:
        raise Illegal("play-not-first", "not the first card on the sled")
    if rule.order == "last" and not _last(s, seat, rule):
        raise Illegal("play-last", "only when all others have placed a card or are done")


def _last(s: State, seat: Seat, rule: Play) -> bool:
    encounter = s.faced
    if s.timed and rule.last_s is not None and encounter.sand >= GRAINS - rule.last_s:
        return True
    return all(other == seat or other in encounter.done or encounter.voices[other].placed for other in s.everyone())


def place(s: State, seat: Seat, cards: list[str]) -> None:
    """RULES 5.3: the cards go face down on the sled. Who placed how many is public."""
    encounter, player = s.faced, s.players[seat]
    for card in cards:
        player.hand.remove(card)
        encounter.placed.append(Placed(seat, card))
    encounter.voices[seat].placed += len(cards)
    s.tell("placed", seat=seat, count=len(cards))


def fidgets(s: State, moment: int) -> list[Seat]:
    """RULES 12.3, Itchy Fingers: the players a card of whose hand jumps onto the sled at this moment.

    The moment is a grain of sand, or in relaxed mode a number of messages.
    """
    return [
        seat
        for seat, player in enumerate(s.players)
        if (rule := player.mad.play) is not None
        and moment == (rule.auto_at_s if s.timed else rule.auto_at_messages)
        and not s.faced.voices[seat].placed
        and any(allowed(s, seat, card) for card in player.hand)
    ]
