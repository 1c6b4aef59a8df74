"""RULES 5.7, 5.9, 5.14, 8.1: which cards may be put on the sled, and when."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from service.games.kit.decision import Decision, Illegal, Picks, Seat
from service.games.mountains_of_madness.affliction import Affliction
from service.games.mountains_of_madness.cards import WOUNDS, kind_of, value_of
from service.games.mountains_of_madness.expedition import GRAINS, Placed
from service.games.mountains_of_madness.talk.wording import refuse
from service.games.mountains_of_madness.vocabulary import Play, Precondition

if TYPE_CHECKING:
    from service.games.mountains_of_madness.state import State

WORDS: Final = ("wait", "ready", "done")
"""What a player may answer instead of placing cards."""


@cache
def question(seat: Seat, cards: int) -> Decision:
    """RULES 5.7, D33: the standing question of an encounter.

    It is the same before and after silence falls, so that cards placed by several players at once do not get into
    each other's way.
    """
    return Decision("place", seat, (*slots(cards), *WORDS), most=max(cards, 1), default=("wait",))


def slots(cards: int) -> Picks:
    """RULES 5.5, D30: cards are named by their place in the hand, which tells nothing of their faces."""
    return tuple(f"card-{n}" for n in range(1, cards + 1))


def chosen(s: State, seat: Seat, picks: Picks) -> list[str]:
    """The cards at these places of the hand."""
    hand = s.players[seat].hand
    return [hand[int(pick.removeprefix("card-")) - 1] for pick in picks]


def allowed(s: State, seat: Seat, card: str) -> bool:
    """RULES 8.1: a vestige keeps its owner from placing a kind, while he is Leader."""
    return seat != s.leader or not s.players[seat].covers(f"kind:{kind_of(card)}")


def check(s: State, seat: Seat, picks: Picks) -> None:
    """Raise Illegal unless these cards may be placed now; the whole action is refused, or none of it."""
    cards, mad = chosen(s, seat, picks), s.players[seat].mad
    covered = sorted({kind_of(card) for card in cards if not allowed(s, seat, card)})
    if covered and not whole_hand(mad):
        raise Illegal("vestige", "a vestige covers this kind while you are Leader", kinds=covered)
    for card, rule in mad.held:
        match rule:
            case Precondition(before="play") if not s.faced.voices[seat].yes:
                raise refuse(card, "play-precondition", "another player must have said yes after your latest message")
            case Play():
                _limits(s, seat, cards, card, rule)


def whole_hand(mad: Affliction) -> bool:
    """RULES 5.4: whether madness demands the whole hand, which outranks a vestige."""
    return any(rule.whole_hand for rule in mad.plays)


def _limits(s: State, seat: Seat, cards: list[str], madness: str, rule: Play) -> None:
    """RULES 11.3, D24: a limit gives way to a higher card that demands more cards at once than the limit allows."""
    encounter, hand = s.faced, s.players[seat].hand
    due = len(hand) if whole_hand(s.players[seat].mad) else 0
    placed = sum(each.seat == seat for each in encounter.placed)
    for most, code, before in ((rule.max_cards, "play-max-cards", placed), (rule.max_per_action, "play-one-by-one", 0)):
        if most is not None and before + due <= most < before + len(cards):
            raise refuse(madness, code, f"at most {most} cards", most=most)
    if rule.whole_hand and len(cards) < len(hand):
        raise refuse(madness, "play-whole-hand", "the whole hand or nothing")
    if rule.parity == "odd" and any(card not in WOUNDS and value_of(card) % 2 == 0 for card in cards):
        raise refuse(madness, "play-parity", "only cards of odd value, and wounds")
    if rule.order == "not_first" and not encounter.placed:
        raise refuse(madness, "play-not-first", "not the first card on the sled")
    if rule.order == "last" and not _last(s, seat, rule):
        raise refuse(madness, "play-last", "only when all others have placed a card or are done")


def _last(s: State, seat: Seat, rule: Play) -> bool:
    encounter = s.faced
    if s.timed and rule.last_s is not None and encounter.sand >= GRAINS - rule.last_s:
        return True
    return all(other == seat or other in encounter.done or encounter.voices[other].placed for other in s.everyone())


def place(s: State, seat: Seat, cards: list[str]) -> None:
    """RULES 5.7: the cards go face down on the sled. Who placed how many is public."""
    encounter, player = s.faced, s.players[seat]
    for card in cards:
        player.hand.remove(card)
        encounter.placed.append(Placed(seat, card))
    encounter.voices[seat].placed += len(cards)
    s.tell("placed", seat=seat, count=len(cards))


def fidgets(s: State, moment: int) -> list[Seat]:
    """RULES 5.4, Itchy Fingers: the players a card of whose hand jumps onto the sled at this moment.

    The moment is a grain of sand, or in relaxed mode a number of messages.
    """
    return [
        seat
        for seat, player in enumerate(s.players)
        if any(moment == (rule.auto_at_s if s.timed else rule.auto_at_messages) for rule in player.mad.plays)
        and not s.faced.voices[seat].placed
        and player.hand
    ]
