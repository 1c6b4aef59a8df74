"""A table in this process that looks to an agent like one of the service: for the arena, which needs no server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

from farshore import errors
from farshore.models import Decision, Event, Game, Player, Result, Seat, TableFacts, Update
from farshore.table import Table
from farshore.turns import Picks

if TYPE_CHECKING:
    from farshore.client import Client


class Shelf:
    """What an agent asks a client for while it plays: the games, their words, rules and cards."""

    def __init__(self, game: Any) -> None:
        self._game = game
        self.games = self

    def get(self, game: str) -> Game:
        """The game that is played."""
        found = self._game
        players = {"least": found.seats[0], "most": found.seats[-1]}
        return Game(name=found.name, title=found.words("en").name, players=players, bots=tuple(found.bots))

    def cards(self, game: str) -> dict[str, Any]:
        """The facts of every card."""
        return cast(dict[str, Any], plain(self._game.cards()))

    def text(self, game: str, language: str) -> dict[str, Any]:
        """The words of the game."""
        return cast(dict[str, Any], plain(self._game.words(language)))

    def rules(self, game: str, language: str | None = None) -> str:
        """The rules as Markdown."""
        return str((self._game.folder / "text" / f"rules.{language or 'en'}.md").read_text("utf-8"))


class InProcess(Table):
    """One seat of a game of the arena. It can be looked at, asked, talked at; it cannot be left."""

    def __init__(self, place: Any, language: str = "en") -> None:
        game = place.plan.game
        seats = tuple(
            Seat(seat=n, kind="player", player=Player(id=f"seat-{n}", name=f"Seat {n}"))
            for n in range(place.plan.seats)
        )
        facts = TableFacts(
            id=place.table,
            game=game,
            rules_version=place.plan.rules,
            status="running",
            options=place.plan.options,
            seats=seats,
            my_seat=place.seat,
        )
        super().__init__(cast("Client", Shelf(place.game)), facts)
        self._place = place
        self._language = language

    def refresh(self) -> Table:
        """It is always fresh."""
        return self

    def view(self, after: int | None = None, wait: float | None = None) -> Update:
        """How things stand, as the service would say it."""
        place = self._place
        return Update(
            table=self.id,
            game=self.game,
            status=self.status,
            seq=len(place.story()),
            seat=place.seat,
            view=plain(place.view()),
            decisions=tuple(self.decisions()),
            waiting=(place.seat,),
            result=self.result,
        )

    def decisions(self) -> list[Decision]:
        """What this seat is asked now."""
        return [Decision.read(plain(each)) for each in self._place.decisions(self._language)]

    def check(self, question: Decision | str, picks: Picks) -> bool:
        """Whether this answer would be taken; `Illegal` says why not."""
        name = question.id if isinstance(question, Decision) else question
        try:
            self._place.check(name, (picks,) if isinstance(picks, str) else tuple(map(str, picks)))
        except ValueError as refused:
            raise errors.Illegal(str(refused), status=422) from refused
        return True

    def story(self, after: int = 0) -> Iterator[Event]:
        """What this seat has heard so far after this number."""
        for number, told in self._place.story(after):
            yield Event(seq=number, table=self.id, type="story", data={"kind": told.kind, "data": plain(told.data)})

    def say(self, text: str, room: str | None = None) -> Event:
        """Say something; it is heard where speech counts."""
        said = self._place.say(room or "table", text)
        if not said and self._place.game.talk_counts:
            raise errors.MayNotSpeak("the rules do not let this seat say that now", status=403)
        return Event(table=self.id, type="talk", data={"seat": self._place.seat, "text": text})

    def over(self, result: Any) -> None:
        """The game is over."""
        found = Result.read(
            {
                "winners": list(result.winners),
                "places": list(result.places),
                "scores": list(result.scores),
                "reason": result.reason,
            }
        )
        self.facts = TableFacts(**{**vars(self.facts), "status": "finished", "result": found})


def plain(found: Any) -> Any:
    """What JSON makes of it, which is what an agent would get over HTTP: lists, not tuples."""
    import importlib

    return json.loads(importlib.import_module("msgspec").json.encode(found))
