"""Chapter 4 of RULES.md: phase 1 of a period, choosing an ally."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.golden_compass.cards import PAIR
from service.games.kit.agenda import Happen, Together
from service.games.kit.decision import Decision, Picks, Seat

if TYPE_CHECKING:
    from service.games.golden_compass.state import State


class DealCharacters(Happen):
    """RULES 4.1, D37: everyone is dealt two characters of the period's colour; the others stay unseen."""

    def finish(self, s: State) -> None:
        s.phase = "allies"
        pile = s.characters[s.period]
        for seat, player in enumerate(s.players):
            player.pair = [pile.pop() for _ in range(PAIR)]
            s.whisper(seat, "dealt-characters", seat=seat, characters=tuple(player.pair))


class ChooseAllies(Together):
    """RULES 4.2, 4.3, 4.5, D3: everyone keeps one in secret and passes the other to the left, under the ally there."""

    def ask(self, s: State, seat: Seat) -> Decision:
        return Decision("choose-ally", seat, tuple(s.players[seat].pair))

    def reveal(self, s: State, picks: dict[Seat, Picks]) -> None:
        for seat, (ally,) in picks.items():
            player = s.players[seat]
            [passed] = [card for card in player.pair if card != ally]
            player.ally = ally
            player.pair = []
            s.players[s.left(seat)].tucked = passed
        for seat, player in enumerate(s.players):
            giver = (seat - 1) % s.seats
            s.tell("ally-revealed", seat=seat, character=player.ally, magisterium=player.magisterium)
            s.whisper((giver, seat), "tucked", seat=seat, character=player.tucked)
