"""A table as a short page of plain text: for a terminal, a screen reader, curl and a language model.

A page is made of the view, the reader's open decisions and the events they heard, so it cannot show what is hidden.
Each game writes its own `page.py` with the parts below; `generic` is the page of a game that has none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cache
from textwrap import TextWrapper
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
import msgspec.inspect
from msgspec import Struct

from service.games.kit.decision import Decision, Seat
from service.games.kit.event import Event
from service.games.kit.words import Words

if TYPE_CHECKING:
    from service.games.kit.game import Result

WIDTH: Final = 78
MOST_SAID: Final = 8
"""How many messages and other notes of the table are told; older ones are left out."""

SHORT: Final = 37
"""Options and cards of at most so many characters, with their ids, share a line."""

SENTENCE: Final = "sentence"
"""The kind of an event that comes as a sentence (`text`): what players say, and what happens around the game."""

NAMED_SEAT: Final = re.compile(r"(?:seat|player)-(\d+)")
"""An option that stands for a player."""

_KEPT_TOGETHER: Final = re.compile(
    r" (?=[:;!?»—])|(?<=«) |(?<=\b\d) (?=[^\W\d])|(?<=\b\d\d) (?=[^\W\d])| (?=\(\d+\)|\d+(?: ?[.,:;!?)]|$))"
)
"""Spaces that no line may end at: before French punctuation, between a number and what it counts or what it numbers."""

_SHORT_NOTE: Final = re.compile(r"\[[^\[\]]{1,24}\]")
"""A note in brackets that stays on one line."""


class Ask(Struct, frozen=True):
    """An open decision of the reader, with the id it is answered by."""

    id: str
    decision: Decision
    seconds: int | None = None
    """How long the reader has; None: as long as they like."""


class PageContext(Struct, frozen=True, kw_only=True):
    """What a text page is made for: who reads it, in which language, and what they are asked.

    `seat` is None for a spectator, `names` are the players by seat, and `story` is what the reader heard since their
    last answer, the oldest first. `waiting` are the seats that the table waits for.
    """

    seat: Seat | None
    names: tuple[str, ...]
    language: str
    decisions: tuple[Ask, ...] = ()
    story: tuple[Event, ...] = ()
    result: Result | None = None
    waiting: tuple[Seat, ...] = ()

    def name(self, seat: Seat) -> str:
        """What the player in this seat is called."""
        return self.names[seat]

    def option(self, words: Words, option: str) -> str:
        """What an option is called: a player by their name, anything else as the game calls it."""
        if (found := NAMED_SEAT.fullmatch(option)) and int(found[1]) < len(self.names):
            return self.names[int(found[1])]
        return words.call(option)


def generic(words: Words, view: Any, context: PageContext) -> str:
    """The page of a game without a page of its own: every field of the view with its name, then the question."""
    shown = _Listing(words, context, seat_fields(view.__class__)).lines(msgspec.to_builtins(view), 0)
    return assemble(title(words, context), list(shown), *closing(words, context))


def assemble(*blocks: list[str]) -> str:
    """The blocks that are not empty, with an empty line between them unless a heading tells them apart."""
    lines: list[str] = []
    for block in filter(None, blocks):
        lines += ["", *block] if lines and not block[0].startswith("==") else block
    return "\n".join(lines) + "\n"


def closing(words: Words, context: PageContext) -> tuple[list[str], ...]:
    """How every page ends: what happened, how the game ended, and what the reader is asked."""
    return story_lines(words, context), result_lines(words, context), question_block(words, context)


def title(words: Words, context: PageContext, now: str = "", name: str = "") -> list[str]:
    """The game (by a shorter `name` where it has one), what goes on in it (`now`), and who reads."""
    who = words.line("watching") if context.seat is None else words.line("you-are", name=context.name(context.seat))
    return wrap(" · ".join(part for part in (name or words.name, now, who) if part))


def heading(text: str) -> str:
    """The line above a part of the page."""
    return f"== {text[:1].upper()}{text[1:]} =="


def wrap(text: str, width: int = WIDTH, indent: str = "", hang: str | None = None) -> list[str]:
    """A text in lines of at most `width`; the first begins with `indent`, the others with `hang`."""
    rest = indent + "  " if hang is None else hang
    held = _SHORT_NOTE.sub(lambda note: note[0].replace(" ", "\N{NO-BREAK SPACE}"), text)
    held = _KEPT_TOGETHER.sub("\N{NO-BREAK SPACE}", held)
    lines = TextWrapper(
        width, initial_indent=indent, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines.wrap(held)]


def story_lines(words: Words, context: PageContext, most: int = 10, quiet: frozenset[str] = frozenset()) -> list[str]:
    """What happened since the reader's last answer, in sentences; the oldest are left out when there are many.

    The kinds in `quiet` are left out because the board shows them.
    """
    told = [event for event in context.story if event.kind not in quiet]
    if not told:
        return []
    # Talk and events of the game do not push each other off the page.
    kept = {
        n
        for shown, limit in ((True, most), (False, MOST_SAID))
        for n in [n for n, event in enumerate(told) if (event.kind != SENTENCE) == shown][-limit:]
    }
    paragraphs = [words.line("earlier", count=len(told) - len(kept))] if len(told) > len(kept) else []
    after_talk = not paragraphs
    for event in [event for n, event in enumerate(told) if n in kept]:
        # What somebody says has lines of its own, so that it cannot be taken for an event.
        if event.kind == SENTENCE:
            paragraphs.append(f"- {event.data['text']}")
        elif after_talk:
            paragraphs.append(words.tell(event.kind, event.data, context.names))
        else:
            paragraphs[-1] += f" {words.tell(event.kind, event.data, context.names)}"
        after_talk = event.kind == SENTENCE
    title = heading(words.line("happened-lately" if context.seat is None else "happened"))
    return [title, *(line for each in paragraphs for line in wrap(each, hang="  " if each.startswith("- ") else ""))]


def result_lines(words: Words, context: PageContext) -> list[str]:
    """The players by their place, with their scores where there are any."""
    result = context.result
    if result is None:
        return []
    lines: list[str] = []
    for place in sorted(set(result.places)):
        seats = [seat for seat in range(len(result.places)) if result.places[seat] == place]
        names = [context.name(s) + (f" – {result.scores[s]}" if result.scores else "") for s in seats]
        lines += wrap(f"{place}. {', '.join(names)}", hang="   ")
    return [heading(words.line("over")), *lines]


def question_block(
    words: Words,
    context: PageContext,
    option: Callable[[Decision, str], str | None] = lambda decision, option: None,
    short: int = SHORT,
) -> list[str]:
    """What the reader is asked: the prompt, how many to pick, and each option with the id that is sent.

    `option` may say what an option is called in this game; None leaves it to the words of the game.
    """
    if not context.decisions:
        if context.seat is None or context.result is not None:
            return []
        names = [context.name(seat) for seat in context.waiting]
        waiting = wrap(words.line("waiting-for", names=names), hang="") if names else []
        return [heading(words.line("nothing-to-decide")), *waiting]
    lines = []
    for ask in context.decisions:
        question = ask.decision
        prompt = f"{words.ask(question.kind, question.about, context.names)} {how_many(words, question)}"
        prompt += "" if ask.seconds is None else f" {words.line('seconds-left', count=ask.seconds)}"
        lines += [heading(words.line("question", id=ask.id)), *wrap(prompt, hang="")]
        texts = []
        for each in question.options:
            named = option(question, each)
            called = described(words, context, each) if named is None else named
            texts.append(f"{each}  {called}")
        lines += packed(texts, short)
    return lines


def packed(texts: Iterable[str], short: int = SHORT) -> list[str]:
    """Options or cards as an indented list, short ones beside each other; a long one has lines of its own."""
    lines: list[str] = []
    room = False
    for text in texts:
        fits = len(text) <= min(short, WIDTH - 2)
        if fits and room and len(lines[-1]) + len(text) + 3 <= WIDTH:
            lines[-1] += f" · {text}"
        else:
            lines += wrap(text, indent="  ", hang="      ")
        room = fits
    return lines


def described(words: Words, context: PageContext, option: str) -> str:
    """An option or a card by its name, with the text of the card where there is one."""
    card = words.cards.get(option)
    return context.option(words, option) if card is None else f"{card.name} — {card.text}"


def how_many(words: Words, question: Decision) -> str:
    """How many options are to be picked, and what an empty answer means."""
    if question.least == question.most:
        return words.line("pick", count=question.least)
    if question.least == 0:
        key = "pick-at-most"
    else:
        key = "pick-either" if question.most == question.least + 1 else "pick-between"
    return words.line(key, least=question.least, most=question.most)


@cache
def seat_fields(view: Hashable) -> frozenset[str]:
    """The names of the fields of this type of view that hold seats."""
    return frozenset(_seats_in(msgspec.inspect.type_info(view), ""))


def _seats_in(kind: Any, field: str) -> Iterator[str]:
    if isinstance(kind, msgspec.inspect.Metadata):
        if (kind.extra_json_schema or {}).get("title") == "Seat":
            yield field
        kind = kind.type
    for each in getattr(kind, "fields", ()):
        yield from _seats_in(each.type, each.encode_name)
    inside = [getattr(kind, name, None) for name in ("item_type", "key_type", "value_type")]
    for part in (*getattr(kind, "types", ()), *getattr(kind, "item_types", ()), *filter(None, inside)):
        yield from _seats_in(part, field)


class _Listing(NamedTuple):
    """A view as an indented list, with ids and fields in words; what is empty is left out."""

    words: Words
    context: PageContext
    seats: frozenset[str]

    def lines(self, thing: Any, depth: int) -> Iterator[str]:
        indent = "  " * depth
        for key, label, value in self.parts(thing):
            if isinstance(value, Mapping) or (isinstance(value, list | tuple) and any(map(_nested, value))):
                inside = list(self.lines(value, depth + 1))
                if inside:
                    yield f"{indent}{self.words.line('labelled', label=label, text='')}".rstrip()
                    yield from inside
            elif value is not None and value != "" and value != () and value != []:
                yield from wrap(self.words.line("labelled", label=label, text=self.plain(key, value)), indent=indent)

    def parts(self, thing: Any) -> Iterator[tuple[str, str, Any]]:
        """The parts of a thing with their names; whoever has a seat is called by their name."""
        if isinstance(thing, Mapping):
            for key, value in thing.items():
                if key != "seat":
                    yield key, self.words.terms.get(key) or self.context.option(self.words, str(key)), value
            return
        for place, value in enumerate(thing):
            seat = value.get("seat") if isinstance(value, Mapping) else None
            yield "", self.context.name(seat) if isinstance(seat, int) and seat >= 0 else str(place + 1), value

    def plain(self, key: str, value: Any) -> str:
        """A value in words."""
        if isinstance(value, list | tuple):
            return ", ".join(self.plain(key, each) for each in value)
        if isinstance(value, bool):
            return self.words.line("yes" if value else "no")
        if key in self.seats and isinstance(value, int) and 0 <= value < len(self.context.names):
            return self.context.name(value)
        if isinstance(value, str):
            known = value not in self.words.ids and value in self.words.terms
            return self.words.terms[value] if known else self.context.option(self.words, value)
        return "–" if value is None else str(value)


def _nested(value: Any) -> bool:
    return isinstance(value, Mapping | list | tuple)
