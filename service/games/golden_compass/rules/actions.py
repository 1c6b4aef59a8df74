"""Chapter 5 of RULES.md: the actions of the light-blue symbols."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.golden_compass.rules.choosing import Pick, named, seat_of
from service.games.kit.agenda import Happen
from service.games.kit.decision import Picks, Seat

if TYPE_CHECKING:
    from service.games.golden_compass.state import State


def place_compasses(s: State, seat: Seat, count: int) -> None:
    """RULES 5.7, 5.14: compasses of the supply go on the current objective, as far as the supply reaches."""
    player = s.players[seat]
    placed = min(count, player.supply)
    if placed:
        player.compasses += placed
        s.tell("placed-compasses", seat=seat, count=placed, total=player.compasses)


class AssignDirigible(Pick):
    """RULES 5.8, D9: name the player who takes the dirigible, yourself included.

    RULES D34: when time runs out, it stays with the opponent who holds it, or goes to the left neighbour.
    """

    kind = "assign-dirigible"

    def options(self, s: State) -> tuple[str, ...]:
        return named(*s.opponents(self.seat), self.seat)

    def default(self, s: State) -> Picks | None:
        return None if s.dirigible in (None, self.seat) else named(s.dirigible)

    def chosen(self, s: State, pick: str) -> None:
        s.dirigible = seat_of(pick)
        if s.dirigible == self.seat:
            s.tell("dirigible-taken", seat=self.seat)
        else:
            s.tell("dirigible-assigned", seat=self.seat, seats=(s.dirigible,))


class PassDirigible(AssignDirigible):
    """RULES D28: who holds the dirigible hands it to an opponent."""

    def options(self, s: State) -> tuple[str, ...]:
        return named(*s.opponents(self.seat)) if s.dirigible == self.seat else ()


class TakeDust(Happen):
    """RULES 5.10, D10: take a tile from the stock, or from an opponent when the stock is empty."""

    seat: Seat

    def finish(self, s: State) -> None:
        if not s.dust:
            s.plan(TakeDustFrom(self.seat))
            return
        s.dust -= 1
        s.players[self.seat].dust += 1
        s.tell("took-dust", seat=self.seat, left=s.dust)


class TakeDustFrom(Pick):
    """RULES D10: the tile comes from an opponent of your choice who has one; if there is none, nothing happens."""

    kind = "take-dust-from"

    def options(self, s: State) -> tuple[str, ...]:
        return named(*(seat for seat in s.opponents(self.seat) if s.players[seat].dust))

    def chosen(self, s: State, pick: str) -> None:
        victim = seat_of(pick)
        s.players[victim].dust -= 1
        s.players[self.seat].dust += 1
        s.tell("took-dust-from", seat=self.seat, seats=(victim,))
