"""RULES 2 and 8: three periods, and the final count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.golden_compass import cards
from service.games.golden_compass.rules.allies import ChooseAllies, DealCharacters
from service.games.golden_compass.rules.truth import DrawTruths, MeetMagisterium
from service.games.golden_compass.rules.turns import Turn
from service.games.golden_compass.scoring import places, sheet
from service.games.kit.agenda import Happen

if TYPE_CHECKING:
    from service.games.golden_compass.state import State


class Period(Happen):
    """RULES 4 to 6: choose allies, take turns until Lyra reaches the objective, count Truth tiles."""

    period: cards.Period

    def finish(self, s: State) -> None:
        s.period = self.period
        s.still = 0
        s.tell("period-began", period=s.period, seat=s.first)
        s.plan(DealCharacters(), ChooseAllies(s.everyone()), Turn(s.first), MeetMagisterium(), DrawTruths())


class FinalCount(Happen):
    """RULES 8.4 and 8.5: add up; the most points win, then the tie-breaks (D27)."""

    def finish(self, s: State) -> None:
        s.phase = "over"
        s.active = None
        for seat in s.everyone():
            found = sheet(s, seat)
            s.tell(
                "scored",
                seat=seat,
                truths=found.truths,
                points=found.points,
                alethiometers=found.alethiometers,
                dust=found.dust,
                total=found.total,
            )
        first = tuple(seat for seat, place in enumerate(places(s)) if place == 1)
        s.tell("won", seats=first, total=sheet(s, first[0]).total)
