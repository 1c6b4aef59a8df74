"""RULES D41: the powers of allies. Each word of a power is one function."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from service.games.golden_compass import ops
from service.games.golden_compass.cards import CHARACTERS
from service.games.golden_compass.ops import AnyOp
from service.games.golden_compass.rules import actions, hand, power_choices
from service.games.golden_compass.rules.choosing import Pick
from service.games.golden_compass.rules.experience import PeekAtTokens, PlaceToken, StealToken, TakeToken
from service.games.kit.agenda import Happen
from service.games.kit.decision import Seat

if TYPE_CHECKING:
    from service.games.golden_compass.state import State

Verb = Callable[["State", Seat, Any], None]
VERBS: Final[dict[type, Verb]] = {}


def verb(op: type) -> Callable[[Verb], Verb]:
    """This function is what the word `op` does."""

    def learn(does: Verb) -> Verb:
        VERBS[op] = does
        return does

    return learn


class UseAlly(Happen):
    """RULES 5.9: use the power of your ally."""

    seat: Seat

    def finish(self, s: State) -> None:
        ally = s.players[self.seat].ally
        assert ally is not None
        s.tell("used-ally", seat=self.seat, character=ally)
        s.plan(Resolve(self.seat, CHARACTERS[ally].power))


class Resolve(Happen):
    """RULES D41: the parts of a power from left to right, each with its choices before the next."""

    seat: Seat
    parts: tuple[AnyOp, ...]

    def finish(self, s: State) -> None:
        part, *rest = self.parts
        if rest:
            s.plan(Resolve(self.seat, tuple(rest)))
        VERBS[type(part)](s, self.seat, part)


# -- one of several, and only if ---------------------------------------------------


@verb(ops.ChooseOne)
def choose_one(s: State, seat: Seat, op: ops.ChooseOne) -> None:
    """One of several powers, as the player likes."""
    s.plan(ChoosePower(seat, op.options))


class ChoosePower(Pick):
    """One of several powers; each is named after the ally and its place on the card."""

    kind = "choose-power"
    powers: tuple[tuple[AnyOp, ...], ...]

    def options(self, s: State) -> tuple[str, ...]:
        return tuple(f"{s.players[self.seat].ally}-{n}" for n in range(1, len(self.powers) + 1))

    def chosen(self, s: State, pick: str) -> None:
        s.tell("chose-power", seat=self.seat, power=pick)
        s.plan(Resolve(self.seat, self.powers[self.options(s).index(pick)]))


@verb(ops.IfBehind)
def if_behind(s: State, seat: Seat, op: ops.IfBehind) -> None:
    """Only if somebody has more compasses on the objective when this part is reached."""
    if max(player.compasses for player in s.players) > s.players[seat].compasses:
        s.plan(Resolve(seat, op.then))


# -- Lyra cards --------------------------------------------------------------------


@verb(ops.Draw)
def draw(s: State, seat: Seat, op: ops.Draw) -> None:
    """Draw, then mind the hand limit."""
    hand.draw(s, seat, op.n)


@verb(ops.DrawUpTo)
def draw_up_to(s: State, seat: Seat, op: ops.DrawUpTo) -> None:
    """Draw until you hold so many."""
    hand.draw(s, seat, op.hand - len(s.players[seat].hand))


@verb(ops.LookAndKeep)
def look_and_keep(s: State, seat: Seat, op: ops.LookAndKeep) -> None:
    """Look at the top cards in secret; keep some of them."""
    cards = hand.off_the_pile(s, op.look)
    s.players[seat].looking = cards
    s.tell("looked", seat=seat, count=len(cards))
    s.whisper(seat, "looked-at", seat=seat, cards=tuple(cards))
    s.plan(power_choices.Keep(seat, op.keep), hand.DiscardExcess(seat))


@verb(ops.Cycle)
def cycle(s: State, seat: Seat, op: ops.Cycle) -> None:
    """Discard some cards and draw as many, and more."""
    s.plan(power_choices.Exchange(seat, op.max, op.bonus))


@verb(ops.Discard)
def discard(s: State, seat: Seat, op: ops.Discard) -> None:
    """Discard cards of your choice."""
    s.plan(power_choices.DiscardSome(seat, op.n))


@verb(ops.Recover)
def recover(s: State, seat: Seat, op: ops.Recover) -> None:
    """Take back cards of the discard pile."""
    s.plan(power_choices.Recover(seat, op.n), hand.DiscardExcess(seat))


@verb(ops.StealCard)
def steal_card(s: State, seat: Seat, op: ops.StealCard) -> None:
    """Take cards at random from a hand."""
    s.plan(power_choices.StealCards(seat, op.n), hand.DiscardExcess(seat))


@verb(ops.OpponentsDiscard)
def opponents_discard(s: State, seat: Seat, op: ops.OpponentsDiscard) -> None:
    """Chance picks what the opponents discard, so nobody is asked out of turn."""
    for other in s.opponents(seat):
        lost = list(s.players[other].hand)
        s.dice.shuffle(lost)
        if lost:
            hand.tell_discarded(s, other, tuple(lost[: op.n]))


# -- compasses, Dust, the dirigible, Lyra ------------------------------------------


@verb(ops.PlaceCompass)
def place_compass(s: State, seat: Seat, op: ops.PlaceCompass) -> None:
    """As the alethiometer does."""
    actions.place_compasses(s, seat, op.n)


@verb(ops.RemoveCompass)
def remove_compass(s: State, seat: Seat, op: ops.RemoveCompass) -> None:
    """Compasses of an opponent go back."""
    s.plan(power_choices.RemoveCompasses(seat, op.n))


@verb(ops.TakeDust)
def take_dust(s: State, seat: Seat, op: ops.TakeDust) -> None:
    """As the light-blue symbol does."""
    s.plan(*(actions.TakeDust(seat) for _ in range(op.n)))


@verb(ops.AssignDirigible)
def assign_dirigible(s: State, seat: Seat, op: ops.AssignDirigible) -> None:
    """As the light-blue symbol does."""
    s.plan(actions.AssignDirigible(seat))


@verb(ops.PassDirigible)
def pass_dirigible(s: State, seat: Seat, op: ops.PassDirigible) -> None:
    """Only the holder can pass it on."""
    s.plan(actions.PassDirigible(seat))


@verb(ops.ReturnDirigible)
def return_dirigible(s: State, seat: Seat, op: ops.ReturnDirigible) -> None:
    """Only the holder can put it back."""
    if s.dirigible == seat:
        s.dirigible = None
        s.tell("dirigible-returned", seat=seat)


@verb(ops.AdvanceLyra)
def advance_lyra(s: State, seat: Seat, op: ops.AdvanceLyra) -> None:
    """Move Lyra before any set of this turn is played."""
    s.plan(power_choices.AdvanceLyra(seat, op.min, op.max))


# -- Experience tokens -------------------------------------------------------------


@verb(ops.PeekExperience)
def peek_experience(s: State, seat: Seat, op: ops.PeekExperience) -> None:
    """Look at tokens in secret; in the red towns none lie face down."""
    s.plan(PeekAtTokens(seat, op.n))


@verb(ops.TakeExperience)
def take_experience(s: State, seat: Seat, op: ops.TakeExperience) -> None:
    """As a daemon pair does, without cards."""
    s.plan(*(TakeToken(seat) for _ in range(op.n)))


@verb(ops.PlaceExperience)
def place_experience(s: State, seat: Seat, op: ops.PlaceExperience) -> None:
    """As a daemon pair does in the red period, for a price or for nothing."""
    if op.cost_cards:
        s.plan(*(power_choices.PayToPlace(seat, op.cost_cards) for _ in range(op.n)))
    else:
        s.plan(*(PlaceToken(seat) for _ in range(op.n)))


@verb(ops.StealExperience)
def steal_experience(s: State, seat: Seat, op: ops.StealExperience) -> None:
    """As flying spies do, without cards."""
    s.plan(*(StealToken(seat) for _ in range(op.n)))


# -- for the sets of this turn -----------------------------------------------------


@verb(ops.GrantShortSymbolSet)
def grant_short_symbol_set(s: State, seat: Seat, op: ops.GrantShortSymbolSet) -> None:
    """Two cards are enough for some symbol sets."""
    s.short_sets += op.n


@verb(ops.GrantWildCard)
def grant_wild_card(s: State, seat: Seat, op: ops.GrantWildCard) -> None:
    """Some cards may count as jokers."""
    s.wild_cards += op.n


@verb(ops.GrantSymbolBonus)
def grant_symbol_bonus(s: State, seat: Seat, op: ops.GrantSymbolBonus) -> None:
    """The first symbol set places more."""
    s.symbol_bonus += op.n
