"""RULES 1 and 7: who may be where, what the tokens cover, and which powers can be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.not_alone.cards import HUNT, NUMBER
from service.games.not_alone.pieces import Hunted, Presence
from service.games.not_alone.planet import NEXT_TO

if TYPE_CHECKING:
    from service.games.not_alone.state import State


def accessible(s: State, slot: int) -> bool:
    """RULES 1: no Hunted may be on an unrevealed slot or under a Force Field."""
    if s.place(slot) is None:
        return False
    return not ("force_field" in s.now.in_force and slot in s.tokens.get("target", ()))


def accessible_cards(s: State, cards: list[str]) -> list[str]:
    """Those of the Place cards that may be played."""
    if "force_field" not in s.now.in_force and not s.hidden:
        return cards
    return [card for card in cards if accessible(s, s.slot(card))]


def ways_on(s: State, slot: int) -> list[int]:
    """RULES 1 (D2): the slots next to this one to which a Hunted may be moved."""
    return [near for near in NEXT_TO[slot] if accessible(s, near)]


# -- tokens ------------------------------------------------------------------------


def creature_slots(s: State) -> list[int]:
    """The slots covered by a Creature token; Clone makes the Target token one (D35)."""
    slots = s.tokens.get("creature", [])
    return slots + s.tokens.get("target", []) if s.acts("clone") else slots


def caught_by_artemia(s: State, hunted: Hunted, slot: int) -> bool:
    """RULES 1: the Artemia token covers the slot and is not ignored."""
    return slot in s.tokens.get("artemia", ()) and "artemia" not in hunted.turn.ignores


def caught_by_creature(s: State, hunted: Hunted, slot: int) -> bool:
    """RULES 1: a Creature token covers the slot and is not ignored; Camouflage ignores a Clone (D39)."""
    if "creature" in hunted.turn.ignores:
        return False
    if slot in s.tokens.get("creature", ()):
        return True
    return s.acts("clone") and slot in s.tokens.get("target", ()) and "target" not in hunted.turn.ignores


def targeted(s: State, hunted: Hunted, slot: int) -> bool:
    """RULES 7.4: the Target token acts here in step B; a Clone alone does not (D35)."""
    if slot not in s.tokens.get("target", ()) or "target" in hunted.turn.ignores:
        return False
    return not s.acts("clone") or any(HUNT[card].symbol == "target" for card in s.now.in_force if card != "clone")


def free(s: State, presence: Presence) -> bool:
    """RULES 7.4 (D21): no token keeps this presence from being resolved now."""
    hunted, slot = s.at(presence.seat), presence.slot
    if caught_by_artemia(s, hunted, slot) or caught_by_creature(s, hunted, slot):
        return False
    return s.now.stage not in ("", "free") or not targeted(s, hunted, slot)


def usable(s: State, hunted: Hunted, slot: int) -> bool:
    """RULES 1 and 12: Inertia, Cataclysm, Interference, Mirage and Toxin make powers unusable."""
    if s.now.inert or slot in s.now.ruined:
        return False
    in_force = s.now.in_force
    if not in_force:
        return True
    place = s.place(slot)
    if place is not None and NUMBER[place] in (4, 8) and ("interference" in in_force or "interference_x" in in_force):
        return False
    shut = "mirage" in in_force or "toxin" in in_force
    return not (shut and slot in s.tokens.get("target", ()) and "target" not in hunted.turn.ignores)


def unspent(s: State, hunted: Hunted) -> list[int]:
    """The presences of a Hunted that are still to be resolved, as places in the list of presences."""
    return [at for at, each in enumerate(s.presences) if each.seat == hunted.seat and not each.spent]
