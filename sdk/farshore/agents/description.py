"""A table as plain text, for language models."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from farshore.models import Decision, Event, Result, Update
from farshore.table import Table
from farshore.text import GameText, Messages

if TYPE_CHECKING:
    from farshore.client import Client


class Describer:
    """Describes tables of one game in one language."""

    def __init__(self, client: Client, game: str, language: str = "en") -> None:
        self.text = Messages(language)
        self.game = GameText(client.games.text(game, language))
        self.about = self.game.about
        self.title = self.game.title

    def names(self, table: Table) -> list[str]:
        """The name of each seat, with its number, since names may be the same."""
        names = []
        for seat in table.seats:
            name = seat.name or self.text(f"ai-{seat.kind}-seat")
            you = self.text("ai-you") if seat.seat == table.my_seat else ""
            names.append(self.text("ai-seat", name=name, seat=seat.seat, you=you))
        return names

    def view(self, update: Update, names: Sequence[str]) -> str:
        """All this seat can see, as an indented list without empty entries."""
        return "\n".join(self._listing(update.view, names, 0))

    def question(self, decision: Decision) -> str:
        """The prompt, how many to pick, and each option with its id."""
        prompt = self.game.prompt(decision.kind, decision.about, decision.prompt)
        lines = [prompt, *self._listing(decision.about, (), 1), self._how_many(decision)]
        lines += [self._option(option) for option in decision.options]
        return "\n".join(lines)

    def story(self, events: Iterable[Event], names: Sequence[str]) -> list[str]:
        """What happened and what was said, one sentence each."""
        lines = []
        for event in events:
            if event.type == "story":
                lines.append(self.game.sentence(event.data["kind"], event.data["data"], names))
            elif event.type == "talk":
                name, text = event.data.get("name") or "?", event.data.get("text") or ""
                lines.append(self.text("talk", name=name, text=text))
            elif event.type == "fallback":
                why = self.text.get(f"fallback-{event.data['reason']}", event.data["reason"])
                lines.append(self.text("fallback", name=names[event.data["seat"]], why=why))
        return lines

    def result(self, result: Result | None, names: Sequence[str]) -> str:
        """The final places and scores."""
        if result is None:
            return self.text("aborted")
        places = [
            self.text("ai-place", place=place, name=names[seat], score=_score(result.scores, seat))
            for seat, place in sorted(enumerate(result.places), key=lambda pair: pair[1])
        ]
        return "\n".join([self.text("ai-over"), *places])

    def _how_many(self, decision: Decision) -> str:
        if decision.least == decision.most:
            return self.text("ai-pick", count=decision.least)
        return self.text("ai-pick-between", least=decision.least, most=decision.most)

    def _option(self, option: str) -> str:
        name = self.game.full(option)
        return f"- {option}" if name == option else f"- {option}: {name}"

    def _listing(self, thing: Any, names: Sequence[str], depth: int) -> Iterator[str]:
        for key, value in self._pairs(thing, names):
            indent = "  " * depth
            if isinstance(value, Mapping) or (isinstance(value, list) and any(map(_nested, value))):
                inside = list(self._listing(value, names, depth + 1))
                if inside:
                    yield f"{indent}{key}:"
                    yield from inside
            elif value is not None and value != [] and value != "":
                seats = names if key in ("seat", "seats", "waiting") else ()
                yield f"{indent}{key}: {self._plain(value, seats)}"

    def _pairs(self, thing: Any, names: Sequence[str]) -> Iterator[tuple[str, Any]]:
        if isinstance(thing, Mapping):
            for key, value in thing.items():
                yield self.text("ai-me") if key == "me" else self._field(key), value
        else:
            for place, value in enumerate(thing):
                seat = value.get("seat") if isinstance(value, Mapping) else None
                if isinstance(seat, int) and 0 <= seat < len(names):
                    yield names[seat], {key: each for key, each in value.items() if key != "seat"}
                else:
                    yield str(place), value

    def _field(self, key: str) -> str:
        return self.game.terms.get(key) or self.game.ids.get(key) or key

    def _plain(self, value: Any, names: Sequence[str]) -> str:
        if isinstance(value, list):
            return ", ".join(self._plain(each, names) for each in value)
        if isinstance(value, bool):
            return self.text("yes" if value else "no")
        if isinstance(value, int) and 0 <= value < len(names):
            return names[value]
        return self.game.full(value) if isinstance(value, str) else "–" if value is None else str(value)


def _nested(value: Any) -> bool:
    return isinstance(value, Mapping | list)


def _score(scores: Sequence[int], seat: int) -> str:
    return str(scores[seat]) if seat < len(scores) else "–"
