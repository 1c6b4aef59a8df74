"""RULES 2.1 to 2.7 and 7.1 to 7.3: how the table is laid out."""

from __future__ import annotations

from service.games.kit.decision import Seat
from service.games.kit.dice import Dice
from service.games.not_alone.cards import HUNT, PLACES, SURVIVAL, deck, reserve_copies
from service.games.not_alone.options import Options, creature_seat
from service.games.not_alone.pieces import HUNT_HAND, Hunted
from service.games.not_alone.planet import ASSIMILATION_START, LOWER, RESCUE_START
from service.games.not_alone.rules.turn import ChooseSide, Turn
from service.games.not_alone.state import State, Variants


def lay_out(seats: int, dice: Dice, options: Options) -> State:
    """RULES 2.1, 2.4, 10.3, 10.5, 10.6: planet, decks, hands, reserve and counters."""
    creature = creature_seat(options, seats)
    if creature is None:
        creature = dice.below(seats)
    planet = options.planet()
    hunt, survival = deck(HUNT, options.content), deck(SURVIVAL, options.content)
    dice.shuffle(hunt)
    dice.shuffle(survival)
    others = [(creature + n) % seats for n in range(1, seats)]
    s = State(
        seats=seats,
        dice=dice,
        creature=creature,
        hunted=[deal(seat, planet, survival) for seat in others],
        variants=Variants(expert_will=options.expert_will, labyrinth_variant=options.labyrinth_variant),
        side=0 if options.board_side == "creature-chooses" else int(options.board_side),
        planet=list(planet),
        reserve={place: reserve_copies(place, seats - 1) for place in planet[5:]},
        rescue=RESCUE_START + seats,
        assimilation=ASSIMILATION_START + seats,
        marker="off" if "beach" in planet else "none",
        shield=1 if "dome" in planet else 0,
        hunt_hand=hunt[:HUNT_HAND],
        hunt_deck=hunt[HUNT_HAND:],
        survival_deck=survival,
    )
    if options.labyrinth_variant:
        pile_up(s)
    elif "labyrinth" in planet:
        hide(s)
    s.tell("laid-out", seat=creature, places=tuple(planet))
    s.plan(ChooseSide(creature), Turn())
    return s


def deal(seat: Seat, planet: list[str], survival: list[str]) -> Hunted:
    """RULES 10.5: a Hunted starts with the places 1 to 5 and one Survival card."""
    return Hunted(seat=seat, hand=planet[:5], survival=[survival.pop(0)])


def hide(s: State) -> None:
    """RULES 2.5: with the Labyrinth the places 6 to 10 lie face down in any order."""
    below = s.planet[5:]
    s.dice.shuffle(below)
    s.planet[5:] = below
    s.hidden = list(LOWER)


def pile_up(s: State) -> None:
    """RULES 7.1, 7.2, 7.3: in the variant slots 6 to 10 are empty, and all ten places of those numbers form a pile."""
    s.place_pile = [place.id for place in PLACES.values() if place.number > 5]
    s.reserve = {place: reserve_copies(place, len(s.hunted)) for place in s.place_pile}
    s.dice.shuffle(s.place_pile)
    s.planet += [None] * len(LOWER)
