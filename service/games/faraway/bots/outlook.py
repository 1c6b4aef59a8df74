"""What a journey promises: the fame to expect at its end, with the rounds still to come guessed at.

The icons seen so far are certain; the rest is hope: some of the hand, and what a round brings on average. A quest
counts with the icons seen and hoped for, and with the chance that its prerequisites will still turn up.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from service.games.faraway.cards import BOX, CLUES, NUMBER, Icon, Region, Sanctuary
from service.games.faraway.rules import LAST_ROUND
from service.games.faraway.state import Player

ICONS: Final[tuple[Icon, ...]] = (
    "stone", "chimera", "thistle", "clue", "night", "river", "city", "forest", "desert",
)  # fmt: skip
BIOMES: Final = slice(5, 9)
NOTHING: Final = 9
"""The place after the last icon, where nothing is ever counted."""

# Guesses that played well against their neighbours in a few thousand games.
PER_ROUND: Final = (0.55, 0.44, 0.33, 0.36, 0.36, 0.30, 0.30, 0.30, 0.30, 0)
"""How many of each icon a round to come will add."""
PLAYED: Final = 0.6
"""How much of the hand will be explored, as a share of the rounds left for it."""
FINDING: Final = 3.0
"""Fame of a sanctuary found."""
WIDER: Final = 0.9
"""Fame of each clue that widens the choice of that sanctuary."""
LATER: Final = 0.3
"""Fame of a clue on a region, for each later round."""
CLUE_KEPT: Final = 0.5
"""Fame of a clue on a sanctuary, for each later round."""
CLIMBING: Final = 3.5
"""Fame of having explored the smallest number: the next one is higher, and the market is still full."""


class Count:
    """One card, ready for quick counting: its fame is `flat`, and `each` time an icon of `first` or `second`."""

    __slots__ = ("each", "first", "flat", "four", "needs", "quest", "second", "shows")

    def __init__(self, card: Sanctuary) -> None:
        per = () if card.quest is None else card.quest.per
        points = 0 if card.quest is None else card.quest.points
        icons = [] if per == "four_biomes" else [ICONS.index(icon) for icon in per]
        self.shows = [(ICONS.index(icon), n) for icon, n in card.shows]
        self.needs = [(ICONS.index(icon), n) for icon, n in card.needs] if isinstance(card, Region) else []
        self.quest = points > 0
        self.four = per == "four_biomes"
        self.flat, self.each = (0, points) if per else (points, 0)
        self.first, self.second = [*icons, NOTHING, NOTHING][:2]

    def worth(self, icons: Sequence[float]) -> float:
        """The fame of the quest over so many icons."""
        if self.four:
            return self.each * min(icons[BIOMES])
        return self.flat + self.each * (icons[self.first] + icons[self.second])


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
    seen, likely = [0] * len(hope), hope.copy()
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
        if card.quest:
            chance = 1.0
            for wonder, n in card.needs:
                if seen[wonder] < n:
                    chance *= CHANCE[n - seen[wonder]][int(FINENESS * hope[wonder])]
            fame += chance * card.worth(likely)
    return fame + sum([card.worth(likely) for card in placed if card.quest])


def _hope(left: int, hand: Sequence[str]) -> list[float]:
    """The icons that the rounds left may still bring: some from the hand, some from cards unknown."""
    from_hand = PLAYED * min(left, len(hand))
    hope = [(left - from_hand) * each for each in PER_ROUND]
    if from_hand:
        share = from_hand / len(hand)
        for id in hand:
            for icon, n in COUNTS[id].shows:
                hope[icon] += n * share
    return hope


def explored(me: Player, hand: Sequence[str], region: str) -> float:
    """The fame to expect if `region` of this hand is explored next."""
    row = [*me.row, region]
    fame = outlook(row, me.sanctuaries, [id for id in hand if id != region])
    number, left = NUMBER[region], LAST_ROUND - len(row)
    clues = me.clues() + CLUES[region]
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
    return fame + CLUE_KEPT * CLUES[sanctuary] * (LAST_ROUND - len(me.row))
