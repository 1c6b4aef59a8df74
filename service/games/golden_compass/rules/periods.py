"""Chapters 2 and 9 of RULES.md: three periods, and the final count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from service.games.golden_compass import cards
from service.games.golden_compass.rules.allies import ChooseAllies, DealCharacters
from service.games.golden_compass.rules.truth import DrawTruths, MeetMagisterium
from service.games.golden_compass.rules.turns import Turn
from service.games.golden_compass.scoring import places, score_pad
from service.games.kit.agenda import Happen

if TYPE_CHECKING:
    from service.games.golden_compass.state import State


class Period(Happen):
    """RULES 2.2, 2.5, 7.1, 9.1: choose allies, take turns until Lyra reaches the objective, take Truth tiles."""

    period: cards.Period

    def finish(self, s: State) -> None:
        s.period = self.period
        s.still = 0
        s.tell("period-began", period=s.period, seat=s.first)
        s.plan(DealCharacters(), ChooseAllies(s.everyone()), Turn(s.first), MeetMagisterium(), DrawTruths())


class FinalCount(Happen):
    """RULES 9.3, 9.7: the score pad is filled in; the most points win."""

    def finish(self, s: State) -> None:
        s.phase = "over"
        s.active = None
        pad = score_pad(s)
        for line in pad:
            s.tell("scored", **structs.asdict(line))
        first = tuple(seat for seat, place in enumerate(places(s)) if place == 1)
        s.tell("won", seats=first, total=pad[first[0]].total)
