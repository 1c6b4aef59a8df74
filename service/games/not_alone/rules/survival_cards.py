"""RULES, chapter 17 and D61: the Survival cards, except those of the own resolution, which are among the powers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from service.games.kit.agenda import Choose
from service.games.kit.decision import Answer, Decision
from service.games.not_alone.cards import SURVIVAL
from service.games.not_alone.pieces import MAX_WILL, Hunted
from service.games.not_alone.rules.hands import (
    DiscardPlaces,
    TakeBack,
    TakeReserve,
    in_reserve,
    return_played,
)
from service.games.not_alone.rules.moving import MoveCreature, MovePresence, MoveToken, movable
from service.games.not_alone.rules.passive import IGNORED_BY, quicksand, stasis
from service.games.not_alone.rules.powers import play_survival
from service.games.not_alone.rules.reckoning import FreePlaces
from service.games.not_alone.rules.swaps import Shortcut, Vortex
from service.games.not_alone.rules.tracks import Heal, Recover, Rescue, healable
from service.games.not_alone.rules.upper_places import step_shield, turn_marker
from service.games.not_alone.rules.where import accessible_cards, creature_slots

if TYPE_CHECKING:
    from service.games.not_alone.state import State

Need = Callable[["State", Hunted], bool]


# -- what cards require ------------------------------------------------------------


def on(s: State, hunted: Hunted, slots: list[int]) -> bool:
    """Whether some presence of the Hunted is on one of these slots."""
    return any(presence.seat == hunted.seat and presence.slot in slots for presence in s.presences)


def can_return(hunted: Hunted) -> list[str]:
    """RULES 17.15, D24: played cards that are still there; never a Pole, and nothing out of Quicksand."""
    return [] if quicksand(hunted) else [card for card in hunted.played if card != "pole"]


NEEDS: Final[dict[str, Need]] = {
    "artemia_on_planet": lambda s, h: "artemia" in s.tokens,
    "target_on_planet": lambda s, h: "target" in s.tokens,
    "self_on_artemia": lambda s, h: on(s, h, s.tokens.get("artemia", [])),
    "self_on_creature": lambda s, h: on(s, h, creature_slots(s)),
    "self_on_target": lambda s, h: on(s, h, s.tokens.get("target", [])),
    "creature_hand_at_least_1": lambda s, h: bool(s.hunt_hand),
    "creature_hunt_plays_left": lambda s, h: s.hunt_plays_left() > 0,
    "self_will_below_3": lambda s, h: 0 < h.will < MAX_WILL,
    "eligible_heal_target": lambda s, h: bool(healable(s, h.seat, "first_aid")),
    "eligible_reserve_card": lambda s, h: bool(in_reserve(s, h)),
    "self_hand_at_least_1": lambda s, h: bool(h.hand),
    "self_hand_has_accessible_place": lambda s, h: bool(accessible_cards(s, h.hand)),
    "self_discard_at_least_1": lambda s, h: bool(h.discard) and not quicksand(h),
    "self_discard_has_accessible_place": lambda s, h: bool(accessible_cards(s, h.discard)),
    "some_hunted_discard_at_least_1": lambda s, h: any(each.discard for each in s.hunted),
    "self_has_played_card_left": lambda s, h: bool(can_return(h)),
    "marker_off_beach": lambda s, h: s.marker == "off",
    "marker_on_beach": lambda s, h: s.marker == "on",
    "marker_off_beach_or_dome_in_play": lambda s, h: s.marker == "off" or s.shield > 0,
    "marker_on_beach_or_shield_advanced": lambda s, h: s.marker == "on" or s.shield > 1,
    "no_catch_this_turn": lambda s, h: not s.now.caught,
    "rescue_forward_allowed": lambda s, h: not stasis(s),
}
"""The requirements of `cards.json`, each as a question about the table."""


def can_survive_with(s: State, hunted: Hunted, card: str) -> bool:
    """RULES D8: what the card requires is given, and it would do something."""
    if card == "shuttle":
        return bool(movable(s, hunted.seat))
    return all(NEEDS[need](s, hunted) for need in SURVIVAL[card].requires)


def survive_with(s: State, hunted: Hunted, card: str) -> None:
    """A Survival card is played and takes effect."""
    play_survival(s, hunted, card)
    VERBS[card](s, hunted)


# -- verbs, phase 1 ----------------------------------------------------------------


def adrenaline(s: State, hunted: Hunted) -> None:
    """RULES 13.10, 17.1: one Will comes back."""
    s.plan(Recover(hunted.seat, 1))


def ingenuity(s: State, hunted: Hunted) -> None:
    """RULES 17.2, D61.2: the Marker goes on the Beach; with the Dome the Shield moves one slot."""
    if s.marker == "none":
        step_shield(s, hunted.seat)
    else:
        turn_marker(s, hunted.seat, on=True)


def sacrifice(s: State, hunted: Hunted) -> None:
    """RULES 17.3: for a Place card from hand the Creature plays no more Hunt cards this turn."""
    s.now.sacrificed = True
    s.plan(DiscardPlaces(hunted.seat, 1))


def sixth_sense(s: State, hunted: Hunted) -> None:
    """RULES 17.4, D52: two Place cards come back, or the only one."""
    s.plan(TakeBack(hunted.seat, 2, 1))


def smokescreen(s: State, hunted: Hunted) -> None:
    """RULES 17.5: the Creature sees no discard pile until the end of the turn."""
    s.now.smoke = True


def strike_back(s: State, hunted: Hunted) -> None:
    """RULES 17.6, D5, D47: two Hunt cards drawn blindly are shown to all and go under the deck."""
    struck = list(s.hunt_hand)
    s.dice.shuffle(struck)
    struck = struck[:2]
    s.hunt_hand = [card for card in s.hunt_hand if card not in struck]
    s.scanned = [card for card in s.scanned if card not in struck]
    s.hunt_deck += struck
    s.sunk += len(struck)
    s.tell("struck-back", seat=hunted.seat, cards=tuple(struck))


def scanner(s: State, hunted: Hunted) -> None:
    """RULES D47, D61.6: the Creature shows all Hunted a card of its hand at random, and keeps it."""
    card = s.dice.choice(s.hunt_hand)
    if card not in s.scanned:
        s.scanned.append(card)
    s.tell_hunted("scanned", card=card)
    s.whisper(s.creature, "was-scanned", card=card)


def solidarity(s: State, hunted: Hunted) -> None:
    """RULES D61.10: each Hunted, committed or not, may take back one Place card."""
    s.plan(*[TakeBack(each.seat, 1) for each in s.hunted])


def cartography(s: State, hunted: Hunted) -> None:
    """RULES D61.11: a reserve card of a revealed place joins the hand."""
    s.plan(TakeReserve(hunted.seat))


# -- verbs, phase 2 and 3 ----------------------------------------------------------


def vortex(s: State, hunted: Hunted) -> None:
    """RULES 17.7: a played card is exchanged with one of the discard pile."""
    s.plan(Vortex(hunted.seat))


def shortcut(s: State, hunted: Hunted) -> None:
    """RULES D61.15: a played card is exchanged with one in hand; then one is discarded from hand."""
    s.plan(Shortcut(hunted.seat), DiscardPlaces(hunted.seat, 1))


def ignoring(token: str) -> Callable[[State, Hunted], None]:
    """RULES 17.8, 17.9, D61.5: the token counts as absent, and what is free now is resolved."""

    def ignore(s: State, hunted: Hunted) -> None:
        hunted.turn.ignores.append(token)
        s.tell("ignores-token", seat=hunted.seat, token=token)
        s.plan(*freed(s))

    return ignore


def freed(s: State) -> list[FreePlaces]:
    """RULES D21: who is no longer on an effective token is resolved at once, if step A is over."""
    return [FreePlaces(s.now.stage)] if s.now.stage else []


def hologram(s: State, hunted: Hunted) -> None:
    """RULES 17.12, D19: the Artemia token moves."""
    s.plan(MoveToken(hunted.seat, "artemia"), *freed(s))


def wrong_track(s: State, hunted: Hunted) -> None:
    """RULES 17.13, D19: a Creature token moves."""
    s.plan(MoveCreature(hunted.seat), *freed(s))


def decoy(s: State, hunted: Hunted) -> None:
    """RULES D19, D61.8: the Target token moves."""
    s.plan(MoveToken(hunted.seat, "target"), *freed(s))


def shuttle(s: State, hunted: Hunted) -> None:
    """RULES D61.4: the player moves to a place next door."""
    s.plan(MovePresence(hunted.seat, hunted.seat))


def composure(s: State, hunted: Hunted) -> None:
    """RULES D61.12: one Will fewer is lost to effects this turn."""
    hunted.turn.composed += 1


# -- verbs, phase 4 ----------------------------------------------------------------


def amplifier(s: State, hunted: Hunted) -> None:
    """RULES 17.14, D61.3: Marker off the Beach, or Shield back to slot 1, and Rescue goes forward."""
    if s.marker == "none":
        s.shield = 1
        s.tell("shield-moved", seat=hunted.seat, slot=1)
    else:
        turn_marker(s, hunted.seat, on=False)
    s.plan(Rescue(1, hunted.seat))


def double_back(s: State, hunted: Hunted) -> None:
    """RULES 17.15: a played card returns to the hand."""
    s.plan(DoubleBack(hunted.seat))


class DoubleBack(Choose):
    """RULES 17.15, D46: one played card of one's choice returns."""

    def ask(self, s: State) -> Decision | None:
        hunted = s.at(self.seat)
        # Of two cards a face-down Pole cannot return; to skip the question would show it.
        return Decision("double-back", self.seat, tuple(can_return(hunted))) if len(hunted.played) > 1 else None

    def take(self, s: State, answer: Answer) -> None:
        return_played(s, s.at(self.seat), answer.pick)

    def finish(self, s: State) -> None:
        hunted = s.at(self.seat)
        return_played(s, hunted, hunted.played[0])


def first_aid(s: State, hunted: Hunted) -> None:
    """RULES D61.7: another Hunted recovers one Will."""
    s.plan(Heal(hunted.seat, "first_aid"))


def salvage(s: State, hunted: Hunted) -> None:
    """RULES D52, D61.9: a Place card comes back."""
    s.plan(TakeBack(hunted.seat, 1, 1))


def distress_flare(s: State, hunted: Hunted) -> None:
    """RULES D61.14: nobody was caught, so Rescue goes forward."""
    s.plan(Rescue(1, hunted.seat))


VERBS: Final[dict[str, Callable[[State, Hunted], None]]] = {
    "adrenaline": adrenaline,
    "ingenuity": ingenuity,
    "ingenuity_x": ingenuity,
    "sacrifice": sacrifice,
    "sixth_sense": sixth_sense,
    "smokescreen": smokescreen,
    "strike_back": strike_back,
    "scanner": scanner,
    "solidarity": solidarity,
    "cartography": cartography,
    "vortex": vortex,
    "shortcut": shortcut,
    **{card: ignoring(token) for card, token in IGNORED_BY.items()},
    "hologram": hologram,
    "wrong_track": wrong_track,
    "decoy": decoy,
    "shuttle": shuttle,
    "composure": composure,
    "amplifier": amplifier,
    "amplifier_x": amplifier,
    "double_back": double_back,
    "first_aid": first_aid,
    "salvage": salvage,
    "distress_flare": distress_flare,
}
