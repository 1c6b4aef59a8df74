"""A table of a local arena, with the interface of `farshore.Table`: agents need no server."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

from farshore import local
from farshore.agents.agent import TimedTurn
from farshore.client import Client
from farshore.errors import Forbidden, Illegal
from farshore.models import Decision, Event, Game, Player, Result, Seat, TableFacts, Update
from farshore.table import Table
from farshore.turns import Picks, pick_list


class LocalGames:
    """`client.games` for an agent in a local arena, which is all it has of a client."""

    def __init__(self, game: local.Game[Any, Any, Any]) -> None:
        self._game = game

    def get(self, game: str) -> Game:
        return local.game_info(self._game)

    def cards(self, game: str) -> dict[str, Any]:
        return cast(dict[str, Any], local.json_data(self._game.cards()))

    def text(self, game: str, language: str) -> dict[str, Any]:
        return local.game_text(self._game, language)

    def rules(self, game: str, language: str | None = None) -> str:
        return (self._game.folder / "text" / f"rules.{language or 'en'}.md").read_text("utf-8")


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
        super().__init__(cast(Client, SimpleNamespace(games=LocalGames(seat.game))), facts)
        self._seat = seat
        self._language = language
        self.answered_at = 0
        names = tuple(each.name or "" for each in facts.seats)
        self._names = local.PageContext(seat=seat.number, names=names, language=language)

    def refresh(self) -> Table:
        return self

    def view(self, after: int | None = None, wait: float | None = None) -> Update:
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
        return [Decision.read(local.json_data(each)) for each in self._seat.decisions(self._language)]

    def check(self, decision: Decision | str, picks: Picks) -> bool:
        id = decision.id if isinstance(decision, Decision) else decision
        with self._refusals():
            self._seat.check(id, tuple(pick_list(picks)))
        return True

    def check_say(self, text: str, room: str | None = None) -> bool:
        with self._refusals():
            self._seat.check_say(room or "table", text)
        return True

    def turn(self, budget: float, refused: local.Illegal | None) -> TimedTurn:
        """A turn for the agent, with the reason why its previous answer was not accepted."""
        update = self.view()
        turn = TimedTurn(self, update, update.decisions, budget, self.heard)
        turn.reason = None if refused is None else self._why(refused)
        return turn

    @contextmanager
    def _refusals(self) -> Iterator[None]:
        """Refusals of the rules as those of the service."""
        try:
            yield
        except local.Illegal as refused:
            raise Illegal(self._why(refused), code="illegal", status=422) from refused

    def _why(self, refused: local.Illegal) -> str:
        """A refusal in the language of the agent."""
        return self._seat.game.words(self._language).refuse(refused.code, refused.params) or str(refused)

    def story(self, after: int = 0, *, words: bool = False) -> Iterator[Event]:
        return map(self._event, self._seat.events(after))

    def heard(self) -> tuple[Event, ...]:
        return tuple(map(self._event, self._seat.heard(self.answered_at)))

    def page(self, language: str | None = None, *, story: bool = True) -> str:
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
        self.facts = replace(self.facts, status="finished", result=Result.read(local.json_data(result)))
