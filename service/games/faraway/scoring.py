"""The way back, chapter 5 of RULES.md: what a row and its sanctuaries are worth, and who wins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from service.games.faraway.cards import BIOMES, NUMBER, REGIONS, SANCTUARIES, Icon, Quest, Region, Sanctuary

Seen = dict[Icon, int]
"""How often each icon is visible."""


class Sheet(Struct, frozen=True):
    """One player's line on the score pad: what each card brought, in the order of play."""

    regions: tuple[int, ...]
    sanctuaries: tuple[int, ...]
    total: int


def score(row: Sequence[str], sanctuaries: Sequence[str]) -> Sheet:
    """RULES 5.2, 5.3, 5.5: turn the regions over from right to left and count; then count the sanctuaries."""
    found = [SANCTUARIES[id] for id in sanctuaries]
    seen = nothing()
    for sanctuary in found:
        reveal(sanctuary, seen)

    backwards = []
    for id in reversed(row):
        region = REGIONS[id]
        reveal(region, seen)
        backwards.append(earned(region, seen))

    regions = tuple(reversed(backwards))
    others = tuple(worth(sanctuary.quest, seen) for sanctuary in found)
    return Sheet(regions, others, sum(regions) + sum(others))


def nothing() -> Seen:
    """No icon is visible yet."""
    return {
        "stone": 0,
        "chimera": 0,
        "thistle": 0,
        "clue": 0,
        "night": 0,
        "river": 0,
        "city": 0,
        "forest": 0,
        "desert": 0,
    }


def reveal(card: Sanctuary, seen: Seen) -> None:
    """Add the icons of a card to those visible; none is ever used up (RULES 2.4)."""
    for icon, n in card.shows:
        seen[icon] += n


def earned(region: Region, seen: Seen) -> int:
    """RULES 2.7, 5.4: a region's fame, or 0 if a prerequisite is not visible."""
    for wonder, n in region.needs:
        if seen[wonder] < n:
            return 0
    return worth(region.quest, seen)


def worth(quest: Quest | None, seen: Seen) -> int:
    """RULES 5.8, 5.9, 5.10, 5.11, 5.12, 5.13: the fame a quest brings over the visible icons."""
    if quest is None:
        return 0
    if quest.per == "four_biomes":
        return quest.points * min([seen[biome] for biome in BIOMES])
    if not quest.per:
        return quest.points
    return quest.points * sum([seen[icon] for icon in quest.per])


def ranking(rows: Sequence[Sequence[str]], totals: Iterable[int]) -> list[int]:
    """RULES 5.6, 5.7, D11, D12: most fame first, and of equals the one with the smallest region in the row."""
    order = [
        (-total, min(NUMBER[id] for id in row), seat)
        for seat, (row, total) in enumerate(zip(rows, totals, strict=True))
    ]
    return [seat for _, _, seat in sorted(order)]
