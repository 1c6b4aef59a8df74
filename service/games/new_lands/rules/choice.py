"""RULES 4.2, 7.9: who is who, and who reads this turn."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from msgspec import field

from service.games.kit.agenda import Choose, Happen, Open
from service.games.kit.decision import Answer, Decision, Seat
from service.games.new_lands.cards import CHARACTERS
from service.games.new_lands.rules.exploration import Explore
from service.games.new_lands.rules.mission import ProposeMission
from service.games.new_lands.rules.preparation import Prepare
from service.games.new_lands.rules.reading import ReadAloud
from service.games.new_lands.rules.rest import Rest
from service.games.new_lands.turn import Turn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.games.new_lands.state import State

DECLINE: Final = "decline"


class ChooseCharacter(Choose):
    """RULES 7.9, D31: in seat order everyone takes one of the six characters, with any modules."""

    def ask(self, s: State) -> Decision:
        return Decision("choose-character", self.seat, characters(s))

    def take(self, s: State, answer: Answer) -> None:
        player = s.players[self.seat]
        player.character, player.know_how = answer.pick, True
        s.tell("took-character", seat=self.seat, character=answer.pick)


def characters(s: State) -> tuple[str, ...]:
    """The character tiles that nobody has taken."""
    taken = {player.character for player in s.players}
    return tuple(card for card in CHARACTERS if card not in taken)


class TurnBegins(Happen):
    """RULES 4.1: choice of the Scout, preparation, progression, rest."""

    def finish(self, s: State) -> None:
        s.turn = None
        s.turns += 1
        s.phase = "scout_choice"
        s.tell("turn-began", turn=s.turns)
        window = s.options.window(s.options.scout_seconds)
        s.plan(
            ChooseScout(s.everyone(), seconds=window),
            Prepare(),
            ReadAloud(),
            ProposeMission(),
            Explore(),
            Rest(),
            TurnBegins(),
        )


class ChooseScout(Open):
    """RULES 4.2, D18: each player nominates one player, declines, or says nothing."""

    nominations: dict[Seat, Seat] = field(default_factory=dict)
    declined: list[Seat] = field(default_factory=list)

    def ask(self, s: State, seat: Seat) -> Iterator[Decision]:
        yield Decision("nominate-scout", seat, (*map(named, s.everyone()), DECLINE), least=0, default=())

    def take(self, s: State, answer: Answer) -> None:
        self.close(answer.seat)
        match answer.picks:
            case ():
                s.tell("named-nobody", seat=answer.seat)
            case (pick,) if pick == DECLINE:
                self.declined.append(answer.seat)
                s.tell("declined", seat=answer.seat)
            case (pick, *_):
                nominee = self.nominations[answer.seat] = s.everyone()[int(pick.removeprefix("player-"))]
                s.tell("nominated", seat=answer.seat, seats=(nominee,))
                if self.votes()[nominee] * 2 > s.seats and nominee not in self.declined:
                    self.close(*self.seats)

    def votes(self) -> Counter[Seat]:
        """How often each player is nominated."""
        return Counter(self.nominations.values())

    def finish(self, s: State) -> None:
        scout = self.scout(s)
        s.last_scout = scout
        s.players[scout].scouted += 1
        begin_turn(s, scout)

    def scout(self, s: State) -> Seat:
        """Most nominated of the willing; then least often Scout; then next after the last Scout."""
        first = 0 if s.last_scout is None else s.last_scout + 1
        in_order = [(first + n) % s.seats for n in range(s.seats)]
        willing = [seat for seat in in_order if seat not in self.declined] or in_order
        votes = self.votes()
        most = max(votes[seat] for seat in willing)
        if not most:
            return willing[0]
        return min((seat for seat in willing if votes[seat] == most), key=lambda seat: s.players[seat].scouted)


def named(seat: Seat) -> str:
    """A player as an option."""
    return f"player-{seat}"


def begin_turn(s: State, scout: Seat) -> None:
    """The Scout takes the book and the compass."""
    s.turn = Turn(scout=scout, number=s.turns, page=s.camp, in_city=s.arrived)
    s.tell("scout-chosen", seat=scout)
