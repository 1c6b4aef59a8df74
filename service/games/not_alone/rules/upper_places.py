"""RULES, chapters 3 and 15: the powers of the places numbered 1 to 5, base and Exploration side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.games.not_alone.cards import PLACES
from service.games.not_alone.pieces import MAX_WILL, Pending
from service.games.not_alone.planet import around
from service.games.not_alone.rules.hands import (
    TakeBack,
    TakeReserve,
    in_reserve,
    return_played,
    take_back,
)
from service.games.not_alone.rules.labyrinth import can_reveal, reveal
from service.games.not_alone.rules.passive import persecution, quicksand
from service.games.not_alone.rules.powers import Copy, Use, able_to_copy, power
from service.games.not_alone.rules.tracks import Rescue
from service.games.not_alone.rules.where import creature_slots

if TYPE_CHECKING:
    from service.games.not_alone.state import State


# -- 1. Lair and Nexus -------------------------------------------------------------


def copied_by(s: State, use: Use) -> tuple[str, ...]:
    """RULES 4.2, 13.8, 15.1, D59.1: the Lair copies under a Creature token, the Nexus next to it; not themselves."""
    covered = creature_slots(s)
    slots = covered if use.place == "lair" else around(covered)
    found = dict.fromkeys([s.place(slot) for slot in slots])
    return tuple([place for place in found if place is not None and place != use.place and PLACES[place].copyable])


def from_the_heart(s: State, use: Use) -> tuple[str, ...]:
    """Recover all while something lies in the discard pile; copy while a place can be copied."""
    hunted = s.at(use.seat)
    offered = ("recover-all",) if hunted.discard and not quicksand(hunted) else ()
    return (*offered, "copy") if able_to_copy(s, use.seat, use.at, copied_by(s, use)) else offered


@power("lair", "nexus", when=from_the_heart)
def heart(s: State, use: Use, choice: str) -> None:
    """RULES 15.1, D59.1: take back the whole discard pile, or copy; the card itself does not return."""
    if choice == "copy":
        s.plan(Copy(use.seat, use.at, copied_by(s, use)))
    elif persecution(s):
        s.plan(TakeBack(use.seat, 1))
    else:
        hunted = s.at(use.seat)
        take_back(s, hunted, tuple(hunted.discard))


# -- 2. Jungle and Oasis, and what returns like them --------------------------------


def this_card(s: State, use: Use) -> str:
    """RULES 3.7, 13.8, D24, D30: the card played for this presence, if it may return; activated directly none does."""
    card = s.presences[use.at].card
    gone = use.direct or card == "pole" or card not in s.at(use.seat).played
    return "" if gone else card


def more_cards(s: State, use: Use) -> int:
    """RULES 3.2, 15.6, D59.4: how many discarded cards come back besides the card itself."""
    match use.place:
        case "swamp":
            return 2
        case "oasis":
            return min(MAX_WILL - s.at(use.seat).will, 2)
        case "mangrove" if len(s.hunted) == 1:
            return 2
    return 1


def partners(s: State, seat: int) -> list[int]:
    """The other Hunted who could take back a card."""
    return [each.seat for each in s.hunted if each.seat != seat and each.discard and not quicksand(each)]


def something_returns(s: State, use: Use) -> tuple[str, ...]:
    """The card itself, or one of the discard pile; nothing out of Quicksand."""
    hunted = s.at(use.seat)
    if quicksand(hunted):
        return ()
    own = this_card(s, use) or (hunted.discard and more_cards(s, use))
    return ("use",) if own or (use.place == "mangrove" and partners(s, use.seat)) else ()


@power("jungle", "oasis", when=something_returns)
def come_back(s: State, use: Use, _: str) -> None:
    """RULES 3.2, 15.2, 15.6, D32: take back this card and some others; one in all under Persecution."""
    card = this_card(s, use)
    if persecution(s):
        s.plan(TakeBack(use.seat, 1, this=card))
        return
    if card:
        return_played(s, s.at(use.seat), card)
    count = more_cards(s, use)
    s.plan(TakeBack(use.seat, count, least=count if use.place == "oasis" else 0))


# -- 3. River and Fjord -------------------------------------------------------------


DOUBLE_PLAYS: Final[dict[str, Pending]] = {"river": "river", "fjord": "fjord", "artefact": "artefact"}


def none_pending(s: State, use: Use) -> tuple[str, ...]:
    """RULES 13.9: double plays do not stack."""
    return ("use",) if s.at(use.seat).pending == "none" else ()


@power("river", "fjord", when=none_pending)
def double_play(s: State, use: Use, _: str) -> None:
    """RULES 15.3, 15.10, D59.8: two cards will be played next turn."""
    s.at(use.seat).pending = DOUBLE_PLAYS[use.place]
    s.tell("double-play", seat=use.seat, place=use.place)


# -- 4. Beach and Dome --------------------------------------------------------------


def always(s: State, use: Use) -> tuple[str, ...]:
    """There is always something to do here."""
    return ("use",)


@power("beach", when=always)
def beach(s: State, use: Use, _: str) -> None:
    """RULES 13.7, 15.4: put the Marker on; or take it off, and Rescue goes forward. Once per turn."""
    if s.marker == "on":
        s.plan(Rescue(1, use.seat))
    turn_marker(s, use.seat, s.marker == "off")


def turn_marker(s: State, seat: int, on: bool) -> None:
    """The Marker goes on the Beach or off it."""
    s.marker = "on" if on else "off"
    s.tell("marker-on" if on else "marker-off", seat=seat)


@power("dome", when=always)
def dome(s: State, use: Use, _: str) -> None:
    """RULES 3.5, D59.2: the Shield moves one slot; once per turn."""
    step_shield(s, use.seat)


def step_shield(s: State, seat: int) -> None:
    """RULES 3.5, D59.2: one slot to the right; on slot 4 Rescue +2 and back to slot 1."""
    arrived = s.shield == 3
    s.shield = 1 if arrived else s.shield + 1
    s.tell("shield-arrived" if arrived else "shield-moved", seat=seat, slot=s.shield)
    if arrived:
        s.plan(Rescue(2, seat))


# -- 5. Rover and Labyrinth --------------------------------------------------------


def something_to_take(s: State, use: Use) -> tuple[str, ...]:
    """The reserve has a card to take."""
    return ("use",) if in_reserve(s, s.at(use.seat)) else ()


@power("rover", when=something_to_take)
def rover(s: State, use: Use, _: str) -> None:
    """RULES 15.5: take a reserve card of a place not owned."""
    s.plan(TakeReserve(use.seat))


def a_way_in(s: State, use: Use) -> tuple[str, ...]:
    """Reveal while something is unrevealed, take while the reserve has a card to take."""
    offered = ("reveal",) if can_reveal(s) else ()
    return (*offered, "take-card") if in_reserve(s, s.at(use.seat)) else offered


@power("labyrinth", when=a_way_in)
def labyrinth(s: State, use: Use, choice: str) -> None:
    """RULES 3.6, D59.3: reveal a place, or take a reserve card of one already revealed."""
    if choice == "reveal":
        reveal(s, use.seat, use.at)
    else:
        s.plan(TakeReserve(use.seat))
