"""Kinds and numbers of a clause, put together into cards by the cheapest grouping."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from service.games.mountains_of_madness.vocabulary import Kind

LEAST, MOST = 2, 40
"""No card counts less than 2, and no total is greater than 40."""


class Token(NamedTuple):
    """A kind, a number or the word "one", and how many words and signs stand before it."""

    gap: int
    comma: bool
    kind: Kind | None = None
    number: int | None = None
    worded: bool = False
    plural: bool = False
    single: bool = False


class Group(NamedTuple):
    """Cards of one kind; without values, the speaker did not tell them."""

    kind: Kind
    values: tuple[int, ...]


_LEFT_OVER: Final = 9.0
_BARE: Final = 4.0
_GROUP: Final = 1.0
_COUNTED: Final = 0.5


def grouped(tokens: Sequence[Token], about: Kind | None = None) -> tuple[Group, ...]:
    """The cheapest way to make cards of all kinds and numbers; numbers without a kind belong to `about`."""
    # "A three" is what a card is worth; "three" may be how many there are.
    kept = tuple(
        token._replace(worded=False) if n and tokens[n - 1].single and not token.gap and not token.plural else token
        for n, token in enumerate(tokens)
        if not token.single
    )
    if about is not None and not any(token.kind for token in kept):
        kept = (Token(0, False, kind=about), *kept)
    merged = _multiplied(kept)

    @cache
    def best(start: int) -> tuple[float, tuple[Group, ...]]:
        if start == len(merged):
            return 0.0, ()
        options = [(_LEFT_OVER + best(start + 1)[0], best(start + 1)[1])] if merged[start].kind is None else []
        for end, cost, group in _groups(merged, start):
            rest, others = best(end)
            options.append((cost + rest, (group, *others)))
        return min(options, key=lambda each: each[0])

    return best(0)[1]


class _Number(NamedTuple):
    gap: int
    comma: bool
    kind: Kind | None
    values: tuple[int, ...]
    worded: bool


def _multiplied(tokens: Sequence[Token]) -> list[_Number]:
    """Two 3s are 3 and 3."""
    found: list[_Number] = []
    for token in tokens:
        before = found[-1] if found else None
        if token.kind is not None:
            found.append(_Number(token.gap, token.comma, token.kind, (), False))
        elif (
            before is not None
            and before.kind is None
            and token.gap <= 1
            and not token.comma
            and len(before.values) == 1
            and before.values[0] <= 3
            and (before.worded or token.plural)
        ):
            found[-1] = before._replace(values=(token.number or 0,) * before.values[0], worded=False)
        else:
            found.append(_Number(token.gap, token.comma, None, (token.number or 0,), token.worded))
    return found


def _groups(tokens: Sequence[_Number], start: int) -> Iterator[tuple[int, float, Group]]:
    """Every group that may begin here: where it ends, what it costs, and what it is."""
    first = tokens[start]
    if first.kind is not None:
        yield start + 1, _BARE, Group(first.kind, ())
        yield from _kind_first(tokens, start, first.kind)
        return
    values: tuple[int, ...] = ()
    cost = _GROUP
    for end in range(start, len(tokens)):
        token = tokens[end]
        if end > start:
            cost += 0.3 * token.gap if token.kind is None else 0.45 * token.gap + 1.5 * token.comma
        if token.kind is None:
            values += token.values
            continue
        if _counts(values, first):
            # "I have two books": how many, not what they are worth.
            yield end + 1, cost + 0.2, Group(token.kind, ())
        elif _plausible(values):
            yield end + 1, cost, Group(token.kind, values)
        if len(values) == 1:
            for after, more, group in _kind_first(tokens, end, token.kind):
                if len(group.values) == values[0]:
                    yield after, _COUNTED + more - _GROUP, group
        return


def _kind_first(tokens: Sequence[_Number], start: int, kind: Kind) -> Iterator[tuple[int, float, Group]]:
    """A kind, and one or more values behind it."""
    values: tuple[int, ...] = ()
    cost = _GROUP
    for end in range(start + 1, len(tokens)):
        token = tokens[end]
        if token.kind is not None:
            return
        cost += 0.3 * token.gap if values else 0.45 * token.gap
        values += token.values
        if _plausible(values):
            yield end + 1, cost, Group(kind, values)


def _counts(values: tuple[int, ...], first: _Number) -> bool:
    return len(values) == 1 and first.worded and values[0] <= 3


def _plausible(values: tuple[int, ...]) -> bool:
    return all(LEAST <= value <= MOST for value in values)
