"""Chapter 5 of RULES.md: phase 2 of a period, turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.games.golden_compass.cards import ALETHIOMETER_COMPASSES, SECTOR_IDS, SECTORS
from service.games.golden_compass.rules.actions import AssignDirigible, TakeDust, place_compasses
from service.games.golden_compass.rules.hand import draw
from service.games.golden_compass.rules.journey import MoveLyra
from service.games.golden_compass.rules.powers import UseAlly
from service.games.golden_compass.rules.sets import PlaySet
from service.games.kit.agenda import Choose, Happen
from service.games.kit.decision import Answer, Decision, Seat

if TYPE_CHECKING:
    from service.games.golden_compass.state import State

FREE_CHOICE: Final = ("alethiometer", "magisterium", "ally", "dust")


class Turn(Happen):
    """RULES 5.1, D4: turn the needle, choose a colour, resolve it, end the turn."""

    seat: Seat

    def finish(self, s: State) -> None:
        s.phase = "turns"
        s.active = self.seat
        s.turn += 1
        s.moved = False
        s.sector = s.dice.choice(SECTOR_IDS)
        s.tell("spun", seat=self.seat, sector=s.sector)
        s.plan(ChooseColour(self.seat), EndTurn(self.seat))


class ChooseColour(Choose):
    """RULES 5.1: the active player must choose the red symbol or the light-blue one."""

    def ask(self, s: State) -> Decision:
        return Decision("choose-colour", self.seat, ("red", "light_blue"), about={"sector": s.sector})

    def take(self, s: State, answer: Answer) -> None:
        s.tell("chose-colour", seat=self.seat, colour=answer.pick)
        if answer.pick == "red":
            s.plan(RedSymbol(self.seat))
        else:
            s.plan(BlueAction(self.seat), PlaySet(self.seat))


class RedSymbol(Happen):
    """RULES 5.2, 5.3, 5.4, D5, D7: draw the full number, discard down to seven, then Lyra must move; no sets."""

    seat: Seat

    def finish(self, s: State) -> None:
        assert s.sector is not None
        red = SECTORS[s.sector].red
        s.plan(MoveLyra(red.advance))
        draw(s, self.seat, red.draw)


class BlueAction(Choose):
    """RULES 5.6, 5.11, D8, D32: at most one action, or none; it never follows a set."""

    def ask(self, s: State) -> Decision | None:
        assert s.sector is not None
        symbol = SECTORS[s.sector].light_blue
        options: tuple[str, ...] = FREE_CHOICE if symbol == "free_choice" else (symbol,)
        if not s.players[self.seat].supply:
            options = tuple(option for option in options if option != "alethiometer")
        return Decision("blue-action", self.seat, options, least=0, default=()) if options else None

    def take(self, s: State, answer: Answer) -> None:
        if not answer.picks:
            s.tell("declined-action", seat=self.seat)
            return
        match answer.pick:
            case "alethiometer":
                place_compasses(s, self.seat, ALETHIOMETER_COMPASSES)
            case "magisterium":
                s.plan(AssignDirigible(self.seat))
            case "ally":
                s.plan(UseAlly(self.seat))
            case _:
                s.plan(TakeDust(self.seat))


class EndTurn(Happen):
    """RULES 2.5, 7.1, D20: the next turn, unless Lyra has arrived; after too long a rest she moves by herself."""

    seat: Seat

    def finish(self, s: State) -> None:
        s.short_sets = s.wild_cards = s.symbol_bonus = 0
        s.still = 0 if s.moved else s.still + 1
        if s.guard is not None and s.still >= s.guard * s.seats:
            s.tell("grew-restless", seat=self.seat)
            MoveLyra(1).finish(s)
            s.still = 0
        if not s.arrived:
            s.plan(Turn(s.left(self.seat)))
