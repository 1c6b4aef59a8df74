"""RULES 10.7, D47, turned around: a table that looks the same to one seat, with all it cannot see dealt anew."""

from __future__ import annotations

from random import Random

from service.games.kit import agenda
from service.games.kit.decision import Seat
from service.games.kit.dice import Dice
from service.games.not_alone.pieces import Hunted
from service.games.not_alone.rules.passive import phobia, telepathy
from service.games.not_alone.rules.where import accessible_cards
from service.games.not_alone.state import State
from service.games.not_alone.view import sees_piles


def redeal(s: State, seat: Seat | None, random: Random) -> None:
    """Shuffle what `seat` cannot see, in place."""
    _planet(s, random)
    _hunt_cards(s, seat, random)
    _survival_cards(s, seat, random)
    for hunted in s.hunted:
        if hunted.seat != seat:
            _places(s, hunted, seat, random)
    s.dice = Dice(f"{random.getrandbits(64):016x}")
    agenda.reseal(s, seat, random)


def _planet(s: State, random: Random) -> None:
    """Face-down slots, and the place pile of the variant down to the cards seen to go under it."""
    if s.hidden:
        below = [s.planet[slot - 1] for slot in s.hidden]
        random.shuffle(below)
        for slot, place in zip(s.hidden, below, strict=True):
            s.planet[slot - 1] = place
    if s.place_pile:
        unseen = len(s.place_pile) - s.sunk_places
        above = s.place_pile[:unseen]
        random.shuffle(above)
        s.place_pile[:unseen] = above


def _hunt_cards(s: State, seat: Seat | None, random: Random) -> None:
    """The Hunt deck above its known bottom, and for all but the Creature its hand, as far as it was not scanned."""
    bottom = s.hunt_deck[len(s.hunt_deck) - s.sunk :]
    unseen = s.hunt_deck[: len(s.hunt_deck) - s.sunk]
    if seat == s.creature:
        random.shuffle(unseen)
        s.hunt_deck = unseen + bottom
        return
    known = [] if seat is None else s.scanned
    held = len(s.hunt_hand) - len(known)
    unseen += [card for card in s.hunt_hand if card not in known]
    random.shuffle(unseen)
    s.hunt_hand = [*known, *unseen[:held]]
    s.hunt_deck = unseen[held:] + bottom
    if seat is None:
        s.scanned = s.hunt_hand[: len(s.scanned)]


def _survival_cards(s: State, seat: Seat | None, random: Random) -> None:
    """The Survival deck and the hands of the other Hunted."""
    others = [hunted for hunted in s.hunted if hunted.seat != seat]
    unseen = s.survival_deck + [card for hunted in others for card in hunted.survival + hunted.found]
    random.shuffle(unseen)
    for hunted in others:
        held, found = len(hunted.survival), len(hunted.found)
        hunted.survival, hunted.found = unseen[:held], unseen[held : held + found]
        unseen = unseen[held + found :]
    s.survival_deck = unseen


def _places(s: State, hunted: Hunted, seat: Seat | None, random: Random) -> None:
    """Which of the owned cards are in hand and which lie face down; behind a Smokescreen also which are discarded.

    What was said of them still holds: cards that Phobia showed are in hand, and Telepathy's answer was true.
    """
    piles = sees_piles(s, seat)
    known = hunted.known if piles else []
    fixed = [card for card in hunted.played if card in hunted.open or card in known]
    down = [card for card in hunted.played if card not in fixed]
    loose = hunted.hand + down + ([] if piles else hunted.discard)
    shown = phobia(hunted) if seat == s.creature else []
    random.shuffle(loose)
    if down:
        down = _face_down(s, hunted, [card for card in loose if card not in shown], len(down), fixed)
    rest = [card for card in loose if card not in down and card not in shown]
    count = len(hunted.hand) - len(shown)
    order = [card for card in hunted.played if card in fixed]
    hunted.hand = shown + rest[:count]
    hunted.played = order + down
    if not piles:
        hunted.discard = rest[count:]
        hunted.known = []


def _face_down(s: State, hunted: Hunted, loose: list[str], count: int, fixed: list[str]) -> list[str]:
    """Cards that may have been played face down."""
    able = accessible_cards(s, loose)
    if not hunted.open:
        fit = [card for card in able if telepathy(hunted, card)]
        if not hunted.turn.admitted:
            able = fit
        elif not any(telepathy(hunted, card) for card in fixed):
            able = fit[:1] + [card for card in able if card not in fit] + fit[1:]
    # A table that cannot be told apart comes first; where nothing fits any card does.
    able += [card for card in loose if card not in able]
    return able[:count]
