"""RULES D14, turned around: a table that looks the same to one seat, with all it cannot see dealt anew."""

from __future__ import annotations

from random import Random

from service.games.faraway.state import State
from service.games.kit import agenda
from service.games.kit.decision import Seat
from service.games.kit.dice import Dice


def redeal(s: State, seat: Seat | None, random: Random) -> None:
    """Shuffle what `seat` cannot see, in place: deck, pile, the others' cards and sealed answers, chance."""
    others = [player for n, player in enumerate(s.players) if n != seat]

    # RULES D15: after the end all hands lie open.
    closed = [] if s.phase == "over" else others
    regions = s.deck + [region for player in closed for region in player.hand if region not in player.known]
    random.shuffle(regions)
    for player in closed:
        unknown = len(player.hand) - len(player.known)
        player.hand, regions = player.known + regions[:unknown], regions[unknown:]
    s.deck = regions

    sanctuaries = s.pile + [sanctuary for player in others for sanctuary in player.found]
    random.shuffle(sanctuaries)
    for player in others:
        count = len(player.found)
        player.found, sanctuaries = sanctuaries[:count], sanctuaries[count:]
    s.pile = sanctuaries

    s.dice = Dice(f"{random.getrandbits(64):016x}")
    agenda.reseal(s, seat, random)
