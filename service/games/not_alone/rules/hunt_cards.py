"""RULES, chapter 16 and D60: the Hunt cards that do something when they are played; the others are in `passive.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from service.games.kit.agenda import Choose, Together
from service.games.kit.decision import Answer, Decision, Picks, Seat
from service.games.not_alone.cards import HUNT, TARGET, Token
from service.games.not_alone.pieces import Hunted
from service.games.not_alone.planet import DOUBLE, PAIRS, SINGLE, SLOTS, seat_id, seat_of, slot_id, slots_of
from service.games.not_alone.rules.hands import discard
from service.games.not_alone.rules.moving import MovePresence, movable
from service.games.not_alone.rules.passive import acts_as, covers_two, force_field
from service.games.not_alone.rules.where import accessible

if TYPE_CHECKING:
    from service.games.not_alone.state import State


def can_hunt_with(s: State, card: str) -> bool:
    """RULES 10.9, D8, D53: a card without possible effect may not be played, unless for its symbol alone."""
    match card:
        case "ascendancy":
            return any(len(hunted.hand) > 2 for hunted in s.hunted)
        case "forbidden_zone":
            return any(hunted.hand for hunted in s.hunted)
        case "detour":
            return any(movable(s, hunted.seat) for hunted in s.hunted)
        case "tornado":
            return bool(storm_paths(s))
        case "cataclysm":
            return not all(presence.spent for presence in s.presences)
    return True


def play_hunt(s: State, card: str) -> None:
    """RULES 10.9, 16.20: a Hunt card lies face up until clean-up; Flashback acts as another card."""
    acts = acts_as(s, card)
    assert acts is not None
    s.hunt_hand.remove(card)
    if card in s.scanned:
        s.scanned.remove(card)
    s.now.played.append(card)
    s.now.in_force.append(acts)
    s.tell("hunt-played", seat=s.creature, card=card)
    if card != acts:
        s.tell("flashback-copied", seat=s.creature, card=acts)
    token = HUNT[acts].covers_two
    # RULES D15, D16: the token is placed again, except one that Force Field has put down.
    if token in s.tokens and not (token == TARGET and force_field(s, s.tokens[TARGET][0])):
        del s.tokens[token]
        s.tell("token-taken-up", token=token)
    if verb := VERBS.get(acts):
        verb(s, acts)


# -- verbs -------------------------------------------------------------------------

Verb = Callable[["State", str], None]


def put_force_field(s: State, card: str) -> None:
    """RULES 16.2: the Target token goes down across two adjacent slots, now."""
    s.plan(PlaceToken(s.creature, "target"))


def name_somebody(s: State, card: str) -> None:
    """Anticipation, Ascendancy, Phobia, Telepathy, Paralysis and Detour name a Hunted."""
    if nameable(s, card):
        s.plan(NameHunted(s.creature, card))


def forbid_zone(s: State, card: str) -> None:
    """RULES 16.6: every Hunted discards a card, sealed; those with an empty hand are skipped."""
    s.plan(DropInSecret(tuple([hunted.seat for hunted in s.hunted if hunted.hand])))


def ruin(s: State, card: str) -> None:
    """RULES 16.16: Cataclysm names a place."""
    s.plan(NameSlot(s.creature))


def storm(s: State, card: str) -> None:
    """RULES D60.7: Tornado names two adjacent places."""
    s.plan(Storm(s.creature))


def track_prey(s: State, card: str) -> None:
    """RULES 16.19: two Hunt cards next turn."""
    s.next_limit = 2


VERBS: Final[dict[str, Verb]] = {
    "force_field": put_force_field,
    "anticipation": name_somebody,
    "ascendancy": name_somebody,
    "phobia": name_somebody,
    "telepathy": name_somebody,
    "paralysis": name_somebody,
    "detour": name_somebody,
    "forbidden_zone": forbid_zone,
    "cataclysm": ruin,
    "tornado": storm,
    "tracking": track_prey,
}


# -- tokens ------------------------------------------------------------------------


class PlaceToken(Choose):
    """RULES 5.4, 12.2: a token goes on any slot, revealed or not, or across two adjacent ones."""

    token: Token

    def ask(self, s: State) -> Decision:
        options = DOUBLE if covers_two(s, self.token) else SINGLE
        return Decision("place-token", self.seat, options, about={"token": self.token})

    def take(self, s: State, answer: Answer) -> None:
        s.tokens[self.token] = slots_of(answer.pick)
        s.tell("token-placed", token=self.token, slots=tuple(s.tokens[self.token]))


# -- naming a Hunted ---------------------------------------------------------------


def nameable(s: State, card: str) -> list[Hunted]:
    """RULES D53: whom the Creature may name with this card."""
    match card:
        case "ascendancy" | "phobia":
            return [hunted for hunted in s.hunted if len(hunted.hand) > 2]
        case "detour":
            return [hunted for hunted in s.hunted if movable(s, hunted.seat)]
    return s.hunted


class NameHunted(Choose):
    """RULES 16.3, 16.4, 16.10, 16.17, D46, D60.6, D60.11: the Creature names a Hunted, publicly."""

    card: str

    def ask(self, s: State) -> Decision | None:
        able = nameable(s, self.card)
        if len(able) < 2:
            return None
        seats = tuple([seat_id(hunted.seat) for hunted in able])
        return Decision("name-hunted", self.seat, seats, about={"card": self.card})

    def take(self, s: State, answer: Answer) -> None:
        self.name(s, s.at(seat_of(answer.pick)))

    def finish(self, s: State) -> None:
        self.name(s, *nameable(s, self.card))

    def name(self, s: State, hunted: Hunted) -> None:
        """What befalls the one named."""
        s.tell("named", seat=hunted.seat, card=self.card)
        match self.card:
            case "anticipation":
                s.now.anticipated = hunted.seat
            case "ascendancy":
                s.plan(KeepPlaces(hunted.seat))
            case "phobia":
                s.plan(HidePlaces(hunted.seat))
            case "telepathy":
                s.plan(AskPlaces(self.seat, hunted.seat))
            case "paralysis":
                hunted.turn.paralysed = True
            case "detour":
                s.plan(MovePresence(self.seat, hunted.seat))


class KeepPlaces(Choose):
    """RULES 16.4: keep two Place cards in hand and discard the rest."""

    def ask(self, s: State) -> Decision:
        return Decision("keep-places", self.seat, tuple(s.at(self.seat).hand), least=2, most=2)

    def take(self, s: State, answer: Answer) -> None:
        hunted = s.at(self.seat)
        discard(s, hunted, [card for card in hunted.hand if card not in answer.picks])


class HidePlaces(Choose):
    """RULES 16.10, D5: two cards of one's choice stay hidden, the Creature alone sees the others."""

    def ask(self, s: State) -> Decision:
        return Decision("hide-places", self.seat, tuple(s.at(self.seat).hand), least=2, most=2)

    def take(self, s: State, answer: Answer) -> None:
        hunted = s.at(self.seat)
        hunted.turn.exposed = sorted([card for card in hunted.hand if card not in answer.picks])
        s.tell("exposed-hand", seat=self.seat, count=len(hunted.turn.exposed))
        s.whisper((s.creature, self.seat), "exposed-places", seat=self.seat, cards=tuple(hunted.turn.exposed))


class AskPlaces(Choose):
    """RULES D5, D60.6: is a card played by this Hunted one of two places? The table answers, truthfully."""

    whom: Seat

    def ask(self, s: State) -> Decision:
        return Decision("ask-places", self.seat, tuple(s.revealed()), least=2, most=2, about={"seat": self.whom})

    def take(self, s: State, answer: Answer) -> None:
        hunted = s.at(self.whom)
        hunted.turn.named = list(answer.picks)
        hunted.turn.admitted = any(card in answer.picks for card in hunted.played)
        kind = "telepathy-yes" if hunted.turn.admitted else "telepathy-no"
        s.tell(kind, seat=self.whom, places=answer.picks)


class DropInSecret(Together):
    """RULES 16.6: each picks a card in secret; they are discarded at the same time."""

    def ask(self, s: State, seat: Seat) -> Decision:
        return Decision("drop-in-secret", seat, tuple(s.at(seat).hand))

    def reveal(self, s: State, picks: dict[Seat, Picks]) -> None:
        for seat, cards in picks.items():
            discard(s, s.at(seat), cards)


# -- phase 3 -----------------------------------------------------------------------


class NameSlot(Choose):
    """RULES 16.16: the power of one place cannot be used for the rest of the turn."""

    def ask(self, s: State) -> Decision:
        slots = [slot_id(slot) for slot in SLOTS if s.place(slot) is not None]
        return Decision("name-slot", self.seat, tuple(slots))

    def take(self, s: State, answer: Answer) -> None:
        s.now.ruined += slots_of(answer.pick)
        s.tell("slot-ruined", slot=s.now.ruined[-1])


def storm_paths(s: State) -> list[tuple[int, int]]:
    """RULES D2, D60.7: two adjacent accessible slots, at least one of them occupied."""
    there = {presence.slot for presence in s.presences}
    return [pair for pair in PAIRS if there & {*pair} and all(accessible(s, slot) for slot in pair)]


class Storm(Choose):
    """RULES D60.7: all presences of two adjacent slots change places."""

    def ask(self, s: State) -> Decision:
        return Decision("name-pair", self.seat, tuple([slot_id(*pair) for pair in storm_paths(s)]))

    def take(self, s: State, answer: Answer) -> None:
        one, two = slots_of(answer.pick)
        for presence in s.presences:
            if presence.slot in (one, two):
                presence.slot = two if presence.slot == one else one
        s.tell("stormed", slots=(one, two))


def immediate(card: str) -> bool:
    """RULES 5.6: whether a card strikes as soon as the Place cards are revealed."""
    return HUNT[card].window == "on_reveal"
