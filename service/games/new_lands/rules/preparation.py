"""RULES 4.8: the Scout goes ahead and reads in silence; meanwhile the Group shares out the missions."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from msgspec import field

from service.games.kit.agenda import Happen, Open
from service.games.kit.decision import Answer, Decision, Illegal, Picks, Seat
from service.games.new_lands.rules import know_how, scouting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.games.new_lands.state import State

READY: Final = "ready"
PUT_BACK: Final = "put-back"
KEEP_ALL: Final = "keep-all"


class Prepare(Happen):
    """RULES 4.4, 4.8: Scout and Group prepare side by side."""

    def finish(self, s: State) -> None:
        s.phase = "preparation"
        scouting.set_out(s)
        s.plan(Preparation(s.everyone(), seconds=s.options.window(s.options.preparation_seconds), row=tuple(s.row)))


class Preparation(Open):
    """Everybody has their own questions; the reading begins when the Scout and the whole Group are ready."""

    row: Picks = ()
    """The missions that lay in the row when the turn began; some may be gone by now, and come back (RULES D60)."""
    ready: list[Seat] = field(default_factory=list)
    """Who waits for the reading; they may still vote on what to discard (RULES D50)."""
    discards: dict[Seat, str] = field(default_factory=dict)
    content: list[Seat] = field(default_factory=list)
    """Module IV: who wants to discard, and who does not."""

    def ask(self, s: State, seat: Seat) -> Iterator[Decision]:
        if seat == s.now().scout:
            if seat not in self.ready:
                yield from scouting.questions(s)
            return
        # What one holds changes by one's own answers only, and each of them opens a new question. What others take and
        # put back does not change this one: it stays open, and they may do so while it is being answered (RULES D60).
        mine = s.players[seat].mission
        others = tuple(mission for mission in self.row if mission != mine)
        if seat not in self.ready:
            options = (*others, *(() if mine is None else (PUT_BACK,)), READY)
            yield Decision("take-mission", seat, options, default=(READY,))
        if s.options.domains and self.row and not s.now().mission_discarded and seat not in self.content:
            yield Decision("discard-mission", seat, (*self.row, KEEP_ALL), default=(KEEP_ALL,))

    def check(self, s: State, answer: Answer) -> None:
        match answer.kind, answer.picks:
            case ("take-mission", (pick,)) | ("discard-mission", (pick,)) if pick not in (READY, PUT_BACK, KEEP_ALL):
                if pick not in s.row:
                    raise Illegal("mission-not-in-row", "this mission is not in the row any more", mission=pick)
            case "set-compass", picks:
                scouting.check_compass(s, picks)
            case "know-how", picks:
                know_how.check(s, picks)

    def take(self, s: State, answer: Answer) -> None:
        match answer.kind:
            case "take-mission":
                self.take_mission(s, answer.seat, answer.pick)
            case "discard-mission":
                self.vote_discard(s, answer.seat, answer.pick)
            case "set-compass":
                if scouting.set_compass(s, answer.picks):
                    self.ready.append(answer.seat)
            case _:
                scouting.go_on(s, answer)
        if len(self.ready) == s.seats:
            self.close(*self.seats)

    def take_mission(self, s: State, seat: Seat, pick: str) -> None:
        """At most one mission each: take one, exchange it, give it back, or be ready with what you hold."""
        if pick == READY:
            self.ready.append(seat)
            s.tell("ready", seat=seat)
            return
        player = s.players[seat]
        if player.mission is not None:
            s.row.append(player.mission)
            s.tell("put-mission-back", seat=seat, mission=player.mission)
            player.mission = None
        if pick != PUT_BACK:
            s.row.remove(pick)
            player.mission = pick
            s.tell("took-mission", seat=seat, mission=pick)

    def vote_discard(self, s: State, seat: Seat, pick: str) -> None:
        """RULES 7.17, D35: once per turn more than half of the Group may discard a mission in the row."""
        if pick == KEEP_ALL:
            self.content.append(seat)
            self.discards.pop(seat, None)
            return
        self.discards[seat] = pick
        s.tell("wants-to-discard", seat=seat, mission=pick)
        if Counter(self.discards.values())[pick] * 2 > s.seats - 1:
            s.row.remove(pick)
            s.lost_missions.append(pick)
            s.now().mission_discarded = True
            s.tell("mission-discarded", mission=pick)

    def finish(self, s: State) -> None:
        scouting.hurry(s)
