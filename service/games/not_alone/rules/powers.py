"""RULES 5.1 to 5.3, 6.5, 6.6, 13.6: how the power of a place is used, replaced, copied or activated."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from service.games.kit.agenda import Choose
from service.games.kit.decision import Answer, Decision, Seat
from service.games.not_alone.cards import PLACES
from service.games.not_alone.pieces import Hunted
from service.games.not_alone.planet import NEXT_TO
from service.games.not_alone.rules.hands import TakeBack
from service.games.not_alone.rules.passive import despair, paralysis, quicksand
from service.games.not_alone.rules.where import usable

if TYPE_CHECKING:
    from service.games.not_alone.state import State


class Use(NamedTuple):
    """A power being used: by whom, for which presence, of which place; `direct` is the Labyrinth's activation."""

    seat: Seat
    at: int
    place: str
    direct: bool = False


class Power(NamedTuple):
    """What a place offers now (nothing: it has no legal effect), and what each offer does."""

    choices: Callable[[State, Use], tuple[str, ...]]
    use: Callable[[State, Use, str], None]


POWERS: Final[dict[str, Power]] = {}
"""The powers of the places, written down in `upper_places.py` and `lower_places.py`."""


def power(
    *places: str, when: Callable[[State, Use], tuple[str, ...]]
) -> Callable[[Callable[[State, Use, str], None]], Callable[[State, Use, str], None]]:
    """The function below is the power of these places, `when` they have something to offer."""

    def register(use: Callable[[State, Use, str], None]) -> Callable[[State, Use, str], None]:
        for place in places:
            POWERS[place] = Power(when, use)
        return use

    return register


def choices(s: State, use: Use) -> tuple[str, ...]:
    """RULES 13.7, D29: what the power offers: nothing once the team has used it up this turn."""
    return () if use.place in s.now.used else POWERS[use.place].choices(s, use)


def may_survive(s: State, hunted: Hunted) -> bool:
    """RULES 6.3, 10.9, D6: whether a Hunted may still play a Survival card this turn, as everybody knows."""
    return bool(hunted.survival) and not hunted.turn.survived and not paralysis(hunted) and not despair(s)


def play_survival(s: State, hunted: Hunted, card: str) -> None:
    """RULES 10.9: a Survival card is shown and goes to the discard pile at once."""
    hunted.survival.remove(card)
    hunted.turn.survived = True
    s.survival_discard.append(card)
    s.tell("survival-played", seat=hunted.seat, card=card)


class Resolve(Choose):
    """RULES 6.5, 6.6, 13.6, D27: use the power, take back a card instead, copy with a Survival card, or do nothing."""

    at: int
    CARDS: ClassVar = ("survey", "drone", "drone_x", "gate")
    """The Survival cards of this moment."""

    def ask(self, s: State) -> Decision | None:
        presence, hunted = s.presences[self.at], s.at(self.seat)
        place = s.place(presence.slot)
        here = usable(s, hunted, presence.slot)
        copies = may_survive(s, hunted) and usable(s, hunted, s.slot(presence.first))
        if place is None or not (here or copies):
            return None
        options = choices(s, Use(self.seat, self.at, place)) if here else ()
        if here and hunted.discard and not quicksand(hunted):
            options += ("take-back",)
        if may_survive(s, hunted):
            held = [card for card in hunted.survival if card in self.CARDS]
            options += tuple([card for card in held if self.playable(s, hunted, card, here, copies)])
        return Decision("resolve", self.seat, (*options, "nothing"), about={"place": place})

    def playable(self, s: State, hunted: Hunted, card: str, here: bool, copies: bool) -> bool:
        """RULES 5.3, D51, D55, D61.13: whether a Survival card can be played: Survey `here`, the others as a copy."""
        if card == "survey":
            return here and bool(hunted.discard) and not quicksand(hunted)
        return copies and any(choices(s, Use(self.seat, self.at, place)) for place in self.pool(s, card))

    def pool(self, s: State, card: str) -> tuple[str, ...]:
        """RULES 13.8, 17.10, 17.11, D61.1: the places that a Survival card copies; the Artefact can never be copied."""
        match card:
            case "drone" | "drone_x":
                fifth = s.numbered(5)
                return () if fifth is None else (fifth,)
            case "gate":
                near = [s.place(slot) for slot in NEXT_TO[s.presences[self.at].slot]]
                return tuple([place for place in near if place is not None and PLACES[place].copyable])
        return ()

    def take(self, s: State, answer: Answer) -> None:
        presence, hunted, pick = s.presences[self.at], s.at(self.seat), answer.pick
        presence.spent = True
        match pick:
            case "nothing":
                s.tell("did-nothing", seat=self.seat)
            case "take-back":
                s.plan(TakeBack(self.seat, 1, 1))
            case "survey":
                play_survival(s, hunted, pick)
                s.plan(TakeBack(self.seat, 1, 1), Resolve(self.seat, self.at))
            case "drone" | "drone_x" | "gate":
                pool = self.pool(s, pick)
                play_survival(s, hunted, pick)
                s.plan(Copy(self.seat, self.at, pool))
            case _:
                place = s.place(presence.slot)
                assert place is not None
                use_power(s, Use(self.seat, self.at, place), pick)

    def finish(self, s: State) -> None:
        s.presences[self.at].spent = True
        s.tell("power-unusable", seat=self.seat, slot=s.presences[self.at].slot)


def use_power(s: State, use: Use, choice: str) -> None:
    """The power of a place, used by its card, copied or activated."""
    s.tell("used-power", seat=use.seat, place=use.place)
    if PLACES[use.place].once_per_turn:
        s.now.used.append(use.place)
    POWERS[use.place].use(s, use, choice)


class Copy(Choose):
    """RULES 5.1, 5.2, 5.5: use the power of one of these revealed places without playing its card."""

    at: int
    pool: tuple[str, ...]

    def ask(self, s: State) -> Decision | None:
        # Whether a place can be copied may depend on the hand (Portal), so only the size of the pool is told.
        if len(self.pool) == 1:
            return None
        return Decision("copy-place", self.seat, tuple(able_to_copy(s, self.seat, self.at, self.pool)))

    def take(self, s: State, answer: Answer) -> None:
        s.plan(UsePower(self.seat, self.at, answer.pick))

    def finish(self, s: State) -> None:
        [only] = self.pool
        s.plan(UsePower(self.seat, self.at, only))


def able_to_copy(s: State, seat: Seat, at: int, pool: tuple[str, ...]) -> list[str]:
    """Those of the places whose power would do something for this Hunted."""
    return [place for place in pool if choices(s, Use(seat, at, place))]


class UsePower(Choose):
    """RULES 5.1, 5.5, D30: a copied or activated power; where it is an either-or, choose."""

    at: int
    place: str
    direct: bool = False

    def ask(self, s: State) -> Decision | None:
        offered = choices(s, self.use())
        if len(offered) < 2:
            return None
        return Decision("use-power", self.seat, offered, about={"place": self.place})

    def take(self, s: State, answer: Answer) -> None:
        use_power(s, self.use(), answer.pick)

    def finish(self, s: State) -> None:
        for choice in choices(s, self.use()):
            use_power(s, self.use(), choice)

    def use(self) -> Use:
        """The power as its place sees it."""
        return Use(self.seat, self.at, self.place, self.direct)
