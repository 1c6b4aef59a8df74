"""RULES 3.6, 7.4 to 7.9: the Labyrinth reveals a place, which may be activated at once; and its variant with a pile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.kit.agenda import Choose, Happen
from service.games.kit.decision import Answer, Decision, Seat
from service.games.not_alone.cards import NUMBER
from service.games.not_alone.planet import LOWER, slot_id, slots_of
from service.games.not_alone.rules.hands import take_reserve
from service.games.not_alone.rules.powers import Use, UsePower, choices

if TYPE_CHECKING:
    from service.games.not_alone.state import State


def can_reveal(s: State) -> bool:
    """Some slot is face down, or in the variant empty with cards left in the pile."""
    return bool(s.hidden or s.place_pile)


def reveal(s: State, seat: Seat, at: int) -> None:
    """RULES 7.4, D57: turn a slot of the planet; in the variant draw places, once an earlier reveal is finished."""
    if s.variants.labyrinth_variant:
        unfinished = [step for step in s.agenda if isinstance(step, DropPlace)]
        s.agenda = [step for step in s.agenda if step not in unfinished]
        s.plan(*unfinished, DrawPlaces(seat, at))
    else:
        s.plan(TurnSlot(seat, at))


class TurnSlot(Choose):
    """RULES 3.6: reveal an unrevealed slot of the Hunted's choice."""

    at: int

    def ask(self, s: State) -> Decision | None:
        if len(s.hidden) == 1:
            return None
        return Decision("reveal-slot", self.seat, tuple([slot_id(slot) for slot in s.hidden]))

    def take(self, s: State, answer: Answer) -> None:
        self.turn_over(s, *slots_of(answer.pick))

    def finish(self, s: State) -> None:
        self.turn_over(s, *s.hidden)

    def turn_over(self, s: State, slot: int) -> None:
        """All learn which place it is; the follow-up is chosen after seeing it."""
        s.hidden.remove(slot)
        place = s.planet[slot - 1]
        assert place is not None
        s.tell("slot-revealed", seat=self.seat, slot=slot, place=place)
        s.plan(Discovery(self.seat, self.at, place))


class Discovery(Choose):
    """RULES 7.5, D30, D46: activate the place just revealed, or take its reserve card, or neither."""

    at: int
    place: str

    def ask(self, s: State) -> Decision:
        options: tuple[str, ...] = ()
        if choices(s, Use(self.seat, self.at, self.place, direct=True)):
            options += ("activate",)
        if s.reserve.get(self.place) and not s.at(self.seat).owns(self.place):
            options += ("take-card",)
        return Decision("discovery", self.seat, (*options, "nothing"), about={"place": self.place})

    def take(self, s: State, answer: Answer) -> None:
        if answer.pick == "activate":
            s.plan(UsePower(self.seat, self.at, self.place, direct=True))
        elif answer.pick == "take-card":
            take_reserve(s, s.at(self.seat), self.place)


# -- 14. The variant ---------------------------------------------------------------


class DrawPlaces(Happen):
    """RULES 7.4, D40: draw three cards of the place pile, or the last two, seen by all."""

    seat: Seat
    at: int

    def finish(self, s: State) -> None:
        s.drawn_places, s.place_pile = s.place_pile[:3], s.place_pile[3:]
        s.sunk_places = min(s.sunk_places, len(s.place_pile))
        s.tell("drew-places", seat=self.seat, places=tuple(s.drawn_places))
        s.plan(LayPlace(self.seat, self.at))


class LayPlace(Choose):
    """RULES 7.5, D63: one of the cards drawn is laid on the planet, so that another one can be discarded."""

    at: int

    def ask(self, s: State) -> Decision:
        able = [place for place in s.drawn_places if layable(s, place) and droppable(s, place)]
        return Decision("lay-place", self.seat, tuple(able))

    def take(self, s: State, answer: Answer) -> None:
        s.plan(LayWhere(self.seat, self.at, answer.pick))


def layable(s: State, place: str) -> bool:
    """RULES 7.8: the planet never holds two places of the same number."""
    return NUMBER[place] not in [NUMBER[other] for other in s.planet if other is not None]


def droppable(s: State, laid: str = "") -> list[str]:
    """RULES 7.8: the cards drawn, without the one laid, that the place discard can take: no number twice."""
    taken = [NUMBER[other] for other in s.place_discard]
    return [place for place in s.drawn_places if place != laid and NUMBER[place] not in taken]


class LayWhere(Choose):
    """RULES 7.5: in any empty slot 6 to 10; then it may be used, before another card is discarded."""

    at: int
    place: str

    def ask(self, s: State) -> Decision | None:
        empty = empty_slots(s)
        return Decision("lay-where", self.seat, tuple(map(slot_id, empty))) if len(empty) > 1 else None

    def take(self, s: State, answer: Answer) -> None:
        self.lay(s, *slots_of(answer.pick))

    def finish(self, s: State) -> None:
        self.lay(s, *empty_slots(s))

    def lay(self, s: State, slot: int) -> None:
        """The place is on the planet."""
        s.planet[slot - 1] = self.place
        s.drawn_places.remove(self.place)
        s.tell("place-laid", seat=self.seat, place=self.place, slot=slot)
        s.plan(Discovery(self.seat, self.at, self.place), DropPlace(self.seat))


def empty_slots(s: State) -> list[int]:
    """The slots of the lower row where nothing lies yet."""
    return [slot for slot in LOWER if s.planet[slot - 1] is None]


class DropPlace(Choose):
    """RULES 7.6, 7.7: another card goes to the place discard, the third under the pile."""

    def ask(self, s: State) -> Decision | None:
        able = droppable(s)
        return Decision("drop-place", self.seat, tuple(able)) if len(able) > 1 else None

    def take(self, s: State, answer: Answer) -> None:
        self.drop(s, answer.pick)

    def finish(self, s: State) -> None:
        self.drop(s, *droppable(s))

    def drop(self, s: State, dropped: str) -> None:
        """RULES 7.6, 7.9: the reserve cards of the place leave the game; after the last one so does the discard."""
        s.place_discard.append(dropped)
        s.reserve[dropped] = 0
        s.tell("place-dropped", seat=self.seat, place=dropped)
        for third in [place for place in s.drawn_places if place != dropped]:
            s.place_pile.append(third)
            s.sunk_places += 1
            s.tell("place-sunk", seat=self.seat, place=third)
        s.drawn_places = []
        if not s.place_pile:
            s.place_discard = []
