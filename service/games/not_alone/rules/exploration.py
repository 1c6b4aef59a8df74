"""RULES, chapter 11: phase 1. The Creature first; then every Hunted prepares and plays Place cards face down."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from msgspec import field

from service.games.kit.agenda import Choose, Happen, Open
from service.games.kit.decision import Answer, Decision, Illegal, Picks, Seat
from service.games.not_alone.pieces import MAX_WILL, Hunted
from service.games.not_alone.rules.hands import take_back, tell_pile
from service.games.not_alone.rules.hunt_cards import play_hunt
from service.games.not_alone.rules.tracks import Assimilate, Recover, pay_will
from service.games.not_alone.rules.where import accessible_cards
from service.games.not_alone.rules.windows import NO_CARD, PlaySurvival, hunt_options, may_hunt, survival_options

if TYPE_CHECKING:
    from service.games.not_alone.state import State

RESIST: Final = "resist"
LAST_RESIST: Final = "resist-last"
"""The same question, asked with a warning: an answer may spend the last Will."""

BACK: Final = "back"
GIVE_UP: Final = "give-up"
MOST_WILL_RESISTED: Final = 2
CARDS_PER_WILL: Final = 2


class CreatureFirst(Choose):
    """RULES 11.1, D9: the Creature may play phase 1 Hunt cards, before any Hunted acts."""

    def ask(self, s: State) -> Decision | None:
        if not may_hunt(s):
            return None
        return Decision("exploration-window", self.seat, (NO_CARD, *hunt_options(s, "exploration-window")), window=True)

    def take(self, s: State, answer: Answer) -> None:
        if answer.pick != NO_CARD:
            s.plan(CreatureFirst(self.seat))
            play_hunt(s, answer.pick)


class Explore(Open):
    """RULES 6.1, D54: in any order every Hunted may play a Survival card, Resist or Give Up, and then commits.

    What is public interrupts the others, who are then asked anew; what is committed interrupts nobody.
    """

    resisting: list[Seat] = field(default_factory=list)

    def ask(self, s: State, seat: Seat) -> Iterable[Decision]:
        hunted = s.at(seat)
        if seat in self.resisting and can_resist(s, hunted):
            return (which_to_take_back(s, hunted),)
        cards, sure = committable(s, hunted)
        verbs = survival_options(s, hunted, "explore")
        if can_resist(s, hunted):
            verbs.append(RESIST)
        if can_give_up(hunted):
            verbs.append(GIVE_UP)
        most = max(len(sure), 1)
        default = sure or (RESIST if can_resist(s, hunted) and hunted.will > 1 else GIVE_UP,)
        return (Decision("explore", seat, (*cards, *verbs), most=most, default=default),)

    def check(self, s: State, answer: Answer) -> None:
        """RULES 11.5: an action stands alone; cards are as many, and from where, as the pending double play asks."""
        hunted, picks = s.at(answer.seat), answer.picks
        if answer.kind in (RESIST, LAST_RESIST):
            if BACK in picks and len(picks) > 1:
                raise Illegal("one-action", "either take cards back or do not resist")
            return
        _, sure = committable(s, hunted)
        placed = [card for card in picks if card in hunted.hand or card in hunted.discard]
        if len(placed) < len(picks):
            if len(picks) > 1:
                raise Illegal("one-action", "an action is taken alone, without cards to play")
            return
        if len(picks) != len(sure):
            raise Illegal("wrong-play", f"play {len(sure)} cards, not {len(picks)}", cards=len(sure))
        if sum([card in hunted.discard for card in picks]) != sum([card in hunted.discard for card in sure]):
            raise Illegal("fjord-play", "play one card from hand and one from the discard pile")

    def take(self, s: State, answer: Answer) -> None:
        hunted, picks = s.at(answer.seat), answer.picks
        # Whose pile a card has emptied since is resisting no longer.
        self.resisting = [seat for seat in self.resisting if seat != answer.seat and can_resist(s, s.at(seat))]
        if answer.kind in (RESIST, LAST_RESIST):
            if picks != (BACK,):
                s.plan(Resist(answer.seat, picks))
        elif picks == (RESIST,):
            self.resisting.append(answer.seat)
        elif picks == (GIVE_UP,):
            s.plan(GiveUp(answer.seat))
        elif picks[0] in hunted.survival:
            s.plan(PlaySurvival(answer.seat, picks[0]))
        else:
            self.close(answer.seat)
            commit(s, hunted, picks)


def committable(s: State, hunted: Hunted) -> tuple[list[str], Picks]:
    """RULES 3.3, 11.5, D12: the cards that may be played face down, and one way to do it, or none."""
    hand = accessible_cards(s, hunted.hand)
    if not hand:
        return [], ()
    match hunted.pending:
        case "river" | "artefact":
            return hand, tuple(hand[:2])
        case "fjord":
            pile = accessible_cards(s, hunted.discard)
            return hand + pile, (hand[0], *pile[:1])
    return hand, (hand[0],)


def commit(s: State, hunted: Hunted, cards: Picks) -> None:
    """RULES 11.5, D4, D11: Place cards lie face down for good; which one left the discard pile was seen."""
    piled = [card for card in cards if card in hunted.discard]
    hunted.hand = [card for card in hunted.hand if card not in cards]
    hunted.discard = [card for card in hunted.discard if card not in cards]
    hunted.played = list(cards)
    hunted.known = piled
    s.tell("committed", seat=hunted.seat, count=len(cards))
    if piled:
        tell_pile(s, "played-from-pile", hunted, piled)


# -- Resist and Give Up ------------------------------------------------------------


def can_resist(s: State, hunted: Hunted) -> int:
    """RULES 11.2, D10: how much Will may still be spent to take cards back this turn."""
    if s.despondent or not hunted.discard:
        return 0
    return min(MOST_WILL_RESISTED - hunted.turn.resisted, hunted.will)


def can_give_up(hunted: Hunted) -> bool:
    """RULES 11.4: only with Will or cards to win back."""
    return hunted.will < MAX_WILL or bool(hunted.discard)


def which_to_take_back(s: State, hunted: Hunted) -> Decision:
    """RULES 11.2, 11.3, D56: resisting is paid with this answer, and can be taken back until then.

    That is also what a time-out does; but who has no card to play must have one back.
    """
    most = min(can_resist(s, hunted) * CARDS_PER_WILL, len(hunted.discard))
    kind = LAST_RESIST if price(most) >= hunted.will else RESIST
    cards = tuple(hunted.discard)
    default = BACK if committable(s, hunted)[1] else accessible_cards(s, hunted.discard)[0]
    return Decision(kind, hunted.seat, (*cards, BACK), most=most, default=(default,))


def price(cards: int) -> int:
    """RULES 11.2, D44: what it costs in Will to take so many cards back."""
    return -(-cards // CARDS_PER_WILL)


class Resist(Happen):
    """RULES 11.2, 11.3: one Will for up to two cards of the pile, two for up to four; the last Will, give up."""

    seat: Seat
    cards: Picks

    def finish(self, s: State) -> None:
        hunted = s.at(self.seat)
        will = price(len(self.cards))
        hunted.turn.resisted += will
        s.tell("resisted", seat=self.seat, will=will)
        pay_will(s, hunted, will)
        take_back(s, hunted, self.cards)
        if hunted.will == 0:
            s.plan(GiveUp(self.seat))


class GiveUp(Happen):
    """RULES 11.4: Will and discard pile come back, and Assimilation goes forward for each who gives up."""

    seat: Seat

    def finish(self, s: State) -> None:
        hunted = s.at(self.seat)
        s.tell("gave-up", seat=self.seat)
        take_back(s, hunted, tuple(hunted.discard))
        if hunted.will < MAX_WILL:
            s.plan(Recover(self.seat, MAX_WILL - hunted.will))
        s.plan(Assimilate(1))
