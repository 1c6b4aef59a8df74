"""What a journey promises: the fame to expect at its end, with the rounds still to come guessed at.

The icons seen so far are certain; the rest is hope: some of the hand, and what a round brings on average. A quest
counts with the icons seen and hoped for, and with the chance that its prerequisites will still turn up.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from service.games.faraway.cards import BOX, NUMBER, Icon, Region, Sanctuary
from service.games.faraway.rules import LAST_ROUND
from service.games.faraway.state import Player

ICONS: Final[tuple[Icon, ...]] = (
    "stone", "chimera", "thistle", "clue", "night", "river", "city", "forest", "desert",
)  # fmt: skip
BIOMES: Final = slice(5, 9)
CLUE: Final = ICONS.index("clue")

# Guesses that played well against their neighbours in a few thousand games.
PER_ROUND: Final = (0.55, 0.44, 0.33, 0.36, 0.36, 0.30, 0.30, 0.30, 0.30)
"""How many of each icon a round to come will add."""
PLAYED: Final = 0.6
"""How much of the hand will be explored, as a share of the rounds left for it."""
FINDING: Final = 3.0
"""Fame of a sanctuary found, and for each clue that widens the choice, and for a clue in each later round."""
WIDER: Final = 0.9
LATER: Final = 0.3
CLIMBING: Final = 3.5
"""Fame of having explored the smallest number: the next one is higher, and the market is still full."""


class Count:
    """One card, ready for counting."""

    __slots__ = ("four", "needs", "per", "points", "shows")

    def __init__(self, card: Sanctuary) -> None:
        per = () if card.quest is None else card.quest.per
        self.shows = [(ICONS.index(icon), n) for icon, n in card.shows]
        self.needs = [(ICONS.index(icon), n) for icon, n in card.needs] if isinstance(card, Region) else []
        self.points = 0 if card.quest is None else card.quest.points
        self.per = [] if per == "four_biomes" else [ICONS.index(icon) for icon in per]
        self.four = per == "four_biomes"

    def worth(self, icons: Sequence[float]) -> float:
        """The fame of the quest over so many icons."""
        if self.four:
            return self.points * min(icons[BIOMES])
        if not self.per:
            return self.points
        return self.points * sum([icons[icon] for icon in self.per])


COUNTS: Final = {card.id: Count(card) for card in (*BOX.regions, *BOX.sanctuaries)}


def _at_least(wanted: int, hope: float) -> float:
    left, term = 1.0, exp(-hope)
    for n in range(wanted):
        left -= term
        term *= hope / (n + 1)
    return left


FINENESS: Final = 8
CHANCE: Final = [[_at_least(wanted, n / FINENESS) for n in range(FINENESS * 16)] for wanted in range(6)]
"""How likely so many wonders still turn up: by the number wanted, and the number hoped for in eighths."""


def outlook(row: Sequence[str], sanctuaries: Sequence[str], hand: Sequence[str]) -> float:
    """The fame that a row, its sanctuaries and a hand promise."""
    hope = _hope(LAST_ROUND - len(row), hand)
    seen, likely = [0] * len(ICONS), hope.copy()
    placed = [COUNTS[id] for id in sanctuaries]
    for card in placed:
        for icon, n in card.shows:
            seen[icon] += n
            likely[icon] += n

    fame = 0.0
    for id in reversed(row):
        card = COUNTS[id]
        for icon, n in card.shows:
            seen[icon] += n
            likely[icon] += n
        if card.points:
            chance = 1.0
            for wonder, n in card.needs:
                if seen[wonder] < n:
                    chance *= CHANCE[n - seen[wonder]][int(FINENESS * hope[wonder])]
            fame += chance * card.worth(likely)
    return fame + sum([card.worth(likely) for card in placed if card.points])


def _hope(left: int, hand: Sequence[str]) -> list[float]:
    """The icons that the rounds left may still bring: some from the hand, some from cards unknown."""
    from_hand = PLAYED * min(left, len(hand))
    hope = [(left - from_hand) * each for each in PER_ROUND]
    for id in hand:
        for icon, n in COUNTS[id].shows:
            hope[icon] += n * from_hand / len(hand)
    return hope


def explored(me: Player, hand: Sequence[str], region: str) -> float:
    """The fame to expect if `region` of this hand is explored next."""
    row = [*me.row, region]
    fame = outlook(row, me.sanctuaries, [id for id in hand if id != region])
    number, left = NUMBER[region], LAST_ROUND - len(row)
    clues = me.clues() + any(icon == CLUE for icon, _ in COUNTS[region].shows)
    if me.row and number > NUMBER[me.row[-1]]:
        fame += FINDING + WIDER * min(clues, 4)
    if left:
        fame += CLIMBING * (1 - number / len(NUMBER)) + LATER * (left - 1) * clues
    return fame


def held(me: Player, hand: Sequence[str]) -> float:
    """The fame that a hand promises: that of its best region, explored next."""
    return max([explored(me, hand, region) for region in hand])


def kept(me: Player, sanctuary: str) -> float:
    """The fame to expect if this sanctuary is placed."""
    fame = outlook(me.row, [*me.sanctuaries, sanctuary], me.hand)
    if any(icon == CLUE for icon, _ in COUNTS[sanctuary].shows):
        fame += 0.5 * (LAST_ROUND - len(me.row))
    return fame
