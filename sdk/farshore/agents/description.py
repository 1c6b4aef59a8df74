"""A table in words, for those who read rather than parse: language models, and people without a screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from farshore.cli.words import GameWords, Words
from farshore.models import Decision, Event, Result, Update
from farshore.table import Table

if TYPE_CHECKING:
    from farshore.client import Client


class Describer:
    """Says what is on the table, with the words of the game in one language."""

    def __init__(self, client: Client, game: str, language: str = "en") -> None:
        self.words = Words(language)
        text = client.games.text(game, language)
        self.text = GameWords(text)
        self._prompts: Mapping[str, str] = text.get("decisions") or {}
        self.about = self.text.about
        self.title = self.text.title

    def names(self, table: Table) -> list[str]:
        """Who sits where; a seat's number goes with the name, since several bots have none."""
        names = []
        for seat in table.seats:
            name = seat.name or self.words(f"ai-{seat.kind}-seat")
            you = self.words("ai-you") if seat.seat == table.my_seat else ""
            names.append(self.words("ai-seat", name=name, seat=seat.seat, you=you))
        return names

    def view(self, update: Update, names: Sequence[str]) -> str:
        """All that this seat may see, as an indented list; what is empty is left out."""
        return "\n".join(self._listing(update.view, names, 0))

    def question(self, decision: Decision) -> str:
        """What is asked, how many may be picked, and each option with its id."""
        prompt = self._prompts.get(decision.kind, decision.prompt)
        lines = [prompt, *self._listing(decision.about, (), 1), self._how_many(decision)]
        lines += [self._option(option) for option in decision.options]
        return "\n".join(lines)

    def story(self, events: Iterable[Event], names: Sequence[str]) -> list[str]:
        """What happened and what was said, a sentence each."""
        told = []
        for event in events:
            if event.type == "story":
                told.append(self.text.tell(event.data["kind"], event.data["data"], names))
            elif event.type == "talk":
                name, said = event.data.get("name") or "?", event.data.get("text") or ""
                told.append(self.words("talk", name=name, text=said))
            elif event.type == "fallback":
                why = self.words.maybe(f"fallback-{event.data['reason']}", event.data["reason"])
                told.append(self.words("fallback", name=names[event.data["seat"]], why=why))
        return told

    def result(self, result: Result | None, names: Sequence[str]) -> str:
        """How it ended."""
        if result is None:
            return self.words("aborted")
        places = [
            self.words("ai-place", place=place, name=names[seat], score=_at(result.scores, seat))
            for seat, place in sorted(enumerate(result.places), key=lambda pair: pair[1])
        ]
        return "\n".join([self.words("ai-over"), *places])

    def _how_many(self, decision: Decision) -> str:
        if decision.least == decision.most:
            return self.words("ai-pick", count=decision.least)
        return self.words("ai-pick-between", least=decision.least, most=decision.most)

    def _option(self, option: str) -> str:
        called = self.text.call(option)
        return f"- {option}" if called == option else f"- {option}: {called}"

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
                yield self.words("ai-me") if key == "me" else self._field(key), value
        else:
            for place, value in enumerate(thing):
                seat = value.get("seat") if isinstance(value, Mapping) else None
                if isinstance(seat, int) and 0 <= seat < len(names):
                    yield names[seat], {key: each for key, each in value.items() if key != "seat"}
                else:
                    yield str(place), value

    def _field(self, key: str) -> str:
        return self.text.terms.get(key) or self.text.ids.get(key) or key

    def _plain(self, value: Any, names: Sequence[str]) -> str:
        if isinstance(value, list):
            return ", ".join(self._plain(each, names) for each in value)
        if isinstance(value, bool):
            return self.words("yes" if value else "no")
        if isinstance(value, int) and 0 <= value < len(names):
            return names[value]
        return self.text.call(value) if isinstance(value, str) else "–" if value is None else str(value)


def _nested(value: Any) -> bool:
    return isinstance(value, Mapping | list)


def _at(scores: Sequence[int], seat: int) -> str:
    return str(scores[seat]) if seat < len(scores) else "–"
