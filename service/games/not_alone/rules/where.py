"""RULES 3.6, 5.4, 8.3: who may be where, what the tokens cover, and which powers can be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.not_alone.cards import HUNT
from service.games.not_alone.pieces import Hunted, Presence
from service.games.not_alone.planet import NEXT_TO
from service.games.not_alone.rules.passive import clone, force_field, ignores, interference, mirage, toxin

if TYPE_CHECKING:
    from service.games.not_alone.state import State


def accessible(s: State, slot: int) -> bool:
    """RULES 3.6, 16.2: no Hunted may be on an unrevealed slot or under a Force Field."""
    if s.place(slot) is None:
        return False
    return not force_field(s, slot)


def accessible_cards(s: State, cards: list[str]) -> list[str]:
    """Those of the Place cards that may be played."""
    return [card for card in cards if accessible(s, s.slot(card))]


def ways_on(s: State, slot: int) -> list[int]:
    """RULES D2: the slots next to this one to which a Hunted may be moved."""
    return [near for near in NEXT_TO[slot] if accessible(s, near)]


# -- tokens ------------------------------------------------------------------------


def creature_slots(s: State) -> list[int]:
    """RULES 16.12: the slots covered by a Creature token; Clone makes the Target token one."""
    slots = s.tokens.get("creature", [])
    return slots + s.tokens.get("target", []) if clone(s) else slots


def caught_by_artemia(s: State, hunted: Hunted, slot: int) -> bool:
    """RULES 13.3, D21: the Artemia token covers the slot and is not ignored."""
    return slot in s.tokens.get("artemia", ()) and not ignores(hunted, "artemia")


def caught_by_creature(s: State, hunted: Hunted, slot: int) -> bool:
    """RULES 13.4, D21, D39: a Creature token covers the slot and is not ignored; Camouflage ignores a Clone."""
    if ignores(hunted, "creature"):
        return False
    if slot in s.tokens.get("creature", ()):
        return True
    return clone(s) and slot in s.tokens.get("target", ()) and not ignores(hunted, "target")


def targeted(s: State, hunted: Hunted, slot: int) -> bool:
    """RULES 13.2, D35: the Target token acts here in its step; a Clone alone does not."""
    if slot not in s.tokens.get("target", ()) or ignores(hunted, "target"):
        return False
    return not clone(s) or any(HUNT[card].symbol == "target" for card in s.now.in_force if card != "clone")


def free(s: State, presence: Presence) -> bool:
    """RULES 8.3, D21: no token keeps this presence from being resolved now."""
    hunted, slot = s.at(presence.seat), presence.slot
    if caught_by_artemia(s, hunted, slot) or caught_by_creature(s, hunted, slot):
        return False
    return s.now.stage not in ("", "free") or not targeted(s, hunted, slot)


def usable(s: State, hunted: Hunted, slot: int) -> bool:
    """RULES 4.4, 6.6: Inertia, Cataclysm, Interference, Mirage and Toxin make powers unusable."""
    if s.now.inert or slot in s.now.ruined:
        return False
    place = s.place(slot)
    if place is not None and interference(s, place):
        return False
    return not (mirage(s, slot) or toxin(s, slot)) or ignores(hunted, "target")


def unspent(s: State, hunted: Hunted) -> list[int]:
    """The presences of a Hunted that are still to be resolved, as places in the list of presences."""
    return [at for at, each in enumerate(s.presences) if each.seat == hunted.seat and not each.spent]
