"""RULES D63: what péripéties and lost cities do to a reading. One function per operation, lines in and lines out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from math import ceil
from typing import Final

from service.games.new_lands.books.blocks import DASHES
from service.games.new_lands.cards import Op
from service.games.new_lands.facts import Language
from service.games.new_lands.words import JOINERS, WORD, letters, opened, words

Lines = list[str]

_OPENERS: Final = "«“‘„([" + DASHES
_VOWEL: Final = "aeiouy"


def apply(ops: Iterable[Op], lines: Sequence[str], language: Language) -> tuple[str, ...]:
    """The lines as the Group hears them."""
    heard = list(lines)
    for op in ops:
        heard = _OPS[op.kind](op, heard, language)
    return tuple(line for line in heard if line)


def pace(ops: Iterable[Op]) -> float:
    """By how much the reading window is stretched or squeezed."""
    factor = 1.0
    for op in ops:
        if op.kind == "pace":
            factor *= op.factor
    return factor


# -- tokens ------------------------------------------------------------------------


def tokens(line: str) -> list[str]:
    """A line cut at spaces; a piece without letter or digit sticks to the word it belongs to."""
    found: list[str] = []
    held = ""
    for piece in line.split():
        if any(letter.isalnum() for letter in piece):
            found.append(f"{held} {piece}" if held else piece)
            held = ""
        elif piece[0] in _OPENERS:
            held = f"{held} {piece}" if held else piece
        elif found and not held:
            found[-1] = f"{found[-1]} {piece}"
        else:
            held = f"{held} {piece}" if held else piece
    if held:
        if found:
            found[-1] = f"{found[-1]} {held}"
        else:
            found.append(held)
    return found


def _word(token: str) -> str:
    """The word inside a token: the first one found in it."""
    found = WORD.search(token)
    return found[0] if found else ""


def _selected(op: Op, count: int) -> set[int]:
    """The lines an operation is about, counted from 0."""
    match op.lines:
        case "all":
            return set(range(count))
        case "odd":
            return set(range(0, count, 2))
        case "even":
            return set(range(1, count, 2))
        case numbers:
            return {number - 1 for number in numbers}


def _said(op: Op, language: Language) -> str | None:
    """What stands in for words that are not read; None when they are simply left out."""
    return op.text[language] if isinstance(op.text, dict) else op.text


def _starts_with_vowel(word: str) -> bool:
    return letters(word)[:1] in tuple(_VOWEL)


# -- operations --------------------------------------------------------------------


def _strip_punctuation(op: Op, lines: Lines, language: Language) -> Lines:
    return [" ".join(word.lower() for word in words(line)) for line in lines]


def _order_lines(op: Op, lines: Lines, language: Language) -> Lines:
    if op.order == "reverse":
        return lines[::-1]
    half = ceil(len(lines) / 2)
    first, second = lines[:half], lines[half:]
    return [line for n in range(half) for line in (*first[n : n + 1], *second[n : n + 1])]


def _keep_lines(op: Op, lines: Lines, language: Language) -> Lines:
    kept = _selected(op, len(lines))
    return [line for n, line in enumerate(lines) if n in kept]


def _reverse_words(op: Op, lines: Lines, language: Language) -> Lines:
    if op.scope == "line":
        chosen = _selected(op, len(lines))
        return [" ".join(tokens(line)[::-1]) if n in chosen else line for n, line in enumerate(lines)]
    cut = [tokens(line) for line in lines]
    backwards = [token for line in cut for token in line][::-1]
    poured, at = [], 0
    for line in cut:
        poured.append(" ".join(backwards[at : at + len(line)]))
        at += len(line)
    return poured


def _each_word(lines: Lines, change: Callable[[int, re.Match[str]], str]) -> Lines:
    """Change every word where it stands; words are counted over the whole passage, from 1."""
    count = 0

    def changed(found: re.Match[str]) -> str:
        nonlocal count
        count += 1
        return change(count, found)

    return [WORD.sub(changed, line) for line in lines]


def _reverse_letters(op: Op, lines: Lines, language: Language) -> Lines:
    return _each_word(lines, lambda n, word: word[0] if n % op.every else word[0][::-1])


def _each_token(lines: Lines, change: Callable[[int, str], str | None]) -> Lines:
    """Change or leave out whole tokens; those without a word stay and are not counted."""
    count, changed = 0, []
    for line in lines:
        kept = []
        for token in tokens(line):
            if not _word(token):
                kept.append(token)
                continue
            count += max(1, len(words(token)))
            new = change(count, token)
            if new is not None:
                kept.append(new)
        changed.append(" ".join(kept))
    return changed


def _mask_words(op: Op, lines: Lines, language: Language) -> Lines:
    said = _said(op, language) or ""
    count, masked = 0, []
    for line in lines:
        kept = []
        for token in tokens(line):
            falls = False
            for _ in words(token):
                count += 1
                falls = falls or count % op.every == 0
            kept.append(said if falls else token)
        masked.append(" ".join(kept))
    return masked


def _filter_words(op: Op, lines: Lines, language: Language) -> Lines:
    said = _said(op, language)

    def kept(_: int, token: str) -> str | None:
        return token if _passes(op, _word(token), language) else said

    return _each_token(lines, kept)


def _passes(op: Op, word: str, language: Language) -> bool:
    folded = letters(word)
    if op.initial == "consonant" and _starts_with_vowel(word):
        return False
    if op.lacks is not None and op.lacks[language] in folded:
        return False
    return len(folded) >= op.min_len and (op.max_len is None or len(folded) <= op.max_len)


def _drop_tail(op: Op, lines: Lines, language: Language) -> Lines:
    said, cut = _said(op, language), []
    for line in lines:
        all_tokens = tokens(line)
        kept = all_tokens[: ceil(len(all_tokens) * op.keep_num / op.keep_den)]
        if said and len(kept) < len(all_tokens):
            kept.append(said)
        cut.append(" ".join(kept))
    return cut


def _vowels(op: Op, lines: Lines, language: Language) -> Lines:
    said = _said(op, language) or ""

    def voiced(letter: str) -> str:
        if letters(letter) not in tuple(_VOWEL) or not letter.isalpha():
            return letter
        return said.upper() if letter.isupper() else said

    changed = []
    for line in lines:
        kept = ("".join(map(voiced, token)) for token in tokens(opened(line)))
        changed.append(" ".join(token for token in kept if any(letter.isalnum() for letter in token)))
    return changed


def _truncate(op: Op, lines: Lines, language: Language) -> Lines:
    def cut(_: int, word: re.Match[str]) -> str:
        left, kept = op.letters, []
        for letter in word[0]:
            if not left:
                break
            kept.append(letter)
            left -= letter not in JOINERS
        return "".join(kept)

    return _each_word(lines, cut)


def _sort_words(op: Op, lines: Lines, language: Language) -> Lines:
    return [" ".join(sorted(tokens(line), key=lambda token: letters(_word(token)))) for line in lines]


def _swap_initials(op: Op, lines: Lines, language: Language) -> Lines:
    return [_spoonerism(line, op.min_len) for line in lines]


def _spoonerism(line: str, shortest: int) -> str:
    """The words of a line, two by two, exchange their leading consonants."""
    found = [word for word in WORD.finditer(line) if len(letters(word[0])) >= shortest]
    changed = list(line)
    for one, other in zip(found[::2], found[1::2], strict=False):
        head, tail = _leading_consonants(one[0]), _leading_consonants(other[0])
        changed[one.start() : one.end()] = [""] * len(one[0])
        changed[other.start() : other.end()] = [""] * len(other[0])
        changed[one.start()] = _with_head(one[0], head, tail)
        changed[other.start()] = _with_head(other[0], tail, head)
    return "".join(changed)


def _leading_consonants(word: str) -> str:
    n = 0
    while n < len(word) and word[n].isalpha() and not _starts_with_vowel(word[n]):
        n += 1
    return word[:n]


def _with_head(word: str, own: str, new: str) -> str:
    """The word with other consonants in front; it keeps the capital it had."""
    rest = word[len(own) :]
    if word[:1].isupper() and not word.isupper():
        rest = rest[:1].lower() + rest[1:] if not new else rest
        whole = new + rest
        return whole[:1].upper() + whole[1:]
    return new.lower() + rest if word.islower() else new + rest


def _echo(op: Op, lines: Lines, language: Language) -> Lines:
    echoed = []
    for line in lines:
        last = words(line)[-op.words :]
        echoed.append(" ".join([line, *(f"{word.lower()}…" for word in last)]))
    return echoed


def _pace(op: Op, lines: Lines, language: Language) -> Lines:
    return lines


_OPS: Final[dict[str, Callable[[Op, Lines, Language], Lines]]] = {
    "strip_punctuation": _strip_punctuation,
    "order_lines": _order_lines,
    "keep_lines": _keep_lines,
    "reverse_words": _reverse_words,
    "reverse_letters": _reverse_letters,
    "mask_words": _mask_words,
    "filter_words": _filter_words,
    "drop_tail": _drop_tail,
    "vowels": _vowels,
    "truncate": _truncate,
    "sort_words": _sort_words,
    "swap_initials": _swap_initials,
    "echo": _echo,
    "pace": _pace,
}
"""Every operation that a card may name."""
