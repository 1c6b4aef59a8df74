"""A table of a local arena, with the interface of `farshore.Table`: agents need no server."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from farshore import local
from farshore.errors import Forbidden, Illegal
from farshore.models import Decision, Event, Game, Player, Result, Seat, TableFacts, Update
from farshore.table import Table
from farshore.turns import Picks, pick_list

if TYPE_CHECKING:
    from farshore.client import Client


class LocalGames:
    """`client.games` for an agent in a local arena."""

    def __init__(self, game: local.Game[Any, Any, Any]) -> None:
        self._game = game

    def get(self, game: str) -> Game:
        """The game that is played."""
        return local.game_info(self._game)

    def cards(self, game: str) -> dict[str, Any]:
        """The facts of every card."""
        return cast(dict[str, Any], local.json_data(self._game.cards()))

    def text(self, game: str, language: str) -> dict[str, Any]:
        """The texts of the game."""
        return local.game_text(self._game, language)

    def rules(self, game: str, language: str | None = None) -> str:
        """The rules as Markdown."""
        return (self._game.folder / "text" / f"rules.{language or 'en'}.md").read_text("utf-8")


class LocalClient:
    """The part of a client that an agent may use in a local arena."""

    def __init__(self, game: local.Game[Any, Any, Any]) -> None:
        self.games = LocalGames(game)


class LocalTable(Table):
    """One seat of an arena game, with the methods an agent needs while it plays."""

    def __init__(self, seat: local.ArenaSeat, language: str = "en") -> None:
        plan = seat.plan
        facts = TableFacts(
            id=seat.table,
            game=plan.game,
            rules_version=plan.rules,
            status="running",
            options=plan.options,
            seats=tuple(
                Seat(seat=n, kind="player", player=Player(id=f"seat-{n}", name=f"Seat {n}")) for n in range(plan.seats)
            ),
            my_seat=seat.number,
        )
        super().__init__(cast("Client", LocalClient(seat.game)), facts)
        self._seat = seat
        self._language = language
        self.answered_at = 0
        names = tuple(each.name or "" for each in facts.seats)
        self._names = local.PageContext(seat=seat.number, names=names, language=language)

    def refresh(self) -> Table:
        """Nothing to fetch."""
        return self

    def view(self, after: int | None = None, wait: float | None = None) -> Update:
        """The current state, as the service would return it."""
        seat = self._seat
        return Update(
            table=self.id,
            game=self.game,
            status=self.status,
            seq=seat.length,
            seat=seat.number,
            view=local.json_data(seat.view()),
            decisions=tuple(self.decisions()),
            waiting=(seat.number,),
            result=self.result,
        )

    def decisions(self) -> list[Decision]:
        """The open decisions of this seat."""
        return [Decision.read(local.json_data(each)) for each in self._seat.decisions(self._language)]

    def check(self, decision: Decision | str, picks: Picks) -> bool:
        """Whether this answer would be accepted; `Illegal` says why not."""
        id = decision.id if isinstance(decision, Decision) else decision
        try:
            self._seat.check(id, tuple(pick_list(picks)))
        except ValueError as refused:
            raise Illegal(str(refused), code="illegal", status=422) from refused
        return True

    def story(self, after: int = 0, *, words: bool = False) -> Iterator[Event]:
        """The events so far that this seat may see, after this number."""
        return map(self._event, self._seat.events(after))

    def heard(self) -> tuple[Event, ...]:
        """What this seat has heard since its last answer."""
        return tuple(map(self._event, self._seat.heard(self.answered_at)))

    def page(self, language: str | None = None, *, story: bool = True) -> str:
        """The table as a page of plain text."""
        after = self.answered_at if story else self._seat.length
        return self._seat.page(self._seat.context(self._names.names, language or self._language, after))

    def answered(self) -> None:
        """The seat has given an answer: what it hears from now on is new."""
        self.answered_at = self._seat.length

    def _event(self, numbered: tuple[int, local.Event]) -> Event:
        number, event = numbered
        data = {"kind": event.kind, "data": local.json_data(event.data)}
        if event.kind in self._seat.game.told_once:
            data["once"] = True
        text = self._seat.game.event_text(event, self._names)
        return Event(seq=number, table=self.id, type="story", data=data, text=text)

    def say(self, text: str, room: str | None = None) -> Event:
        """Say something, in games where speech matters."""
        if not self._seat.say(room or "table", text) and self._seat.game.talk_counts:
            raise Forbidden("The rules do not allow this seat to say that now.", code="may-not-speak", status=403)
        return Event(table=self.id, type="talk", data={"seat": self._seat.number, "text": text})

    def finish(self, result: local.Result) -> None:
        """The game is over."""
        found = Result.read(
            {
                "winners": list(result.winners),
                "places": list(result.places),
                "scores": list(result.scores),
                "reason": result.reason,
            }
        )
        self.facts = replace(self.facts, status="finished", result=found)
