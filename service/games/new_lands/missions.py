"""RULES 4.12, D44: whether the condition of a mission holds for the lines read."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from operator import eq, ge, le
from typing import Any, Final

from service.games.new_lands.books.book import Book
from service.games.new_lands.books.pages import Line
from service.games.new_lands.cards import BOX, MISSIONS
from service.games.new_lands.checks import (
    Check,
    ClosesSentence,
    ContainedWord,
    CountListed,
    CountMarks,
    CountWords,
    Edges,
    Either,
    Every,
    LineInitials,
    Not,
    ParagraphStarts,
    RepeatWord,
    Run,
    SharedRoot,
    Where,
)
from service.games.new_lands.facts import Language
from service.games.new_lands.form import CLOSERS, Reading, listed
from service.games.new_lands.words import APOSTROPHES, HYPHENS, WORD, letters, parts, plain

_COMPARE: Final[dict[str, Callable[[int, int], bool]]] = {">=": ge, "<=": le, "==": eq}


@cache
def _families(language: Language) -> dict[str, int]:
    return {letters(word): n for n, family in enumerate(BOX.root_families[language]) for word in family}


def holds(mission: str, lines: Sequence[Line], language: Language, book: Book | None = None) -> bool:
    """Whether the mission is fulfilled by these lines, which are the original ones (RULES D44)."""
    return true(MISSIONS[mission].check[language], Reading(lines, language, book))


def true(check: Check, reading: Reading) -> bool:
    """Whether a check holds; one small function per kind."""
    return _CHECKS[type(check)](check, reading)


def _count_words(check: CountWords, reading: Reading) -> bool:
    if check.where.proper:
        counted = reading.names()
    else:
        wanted = _where(check.where)
        counted = [
            folded
            for folded, word in zip(reading.letters, reading.words, strict=True)
            if folded and wanted(folded) and _has_joiner(check.where, word) and _has_double(check.where, word)
        ]
    return _COMPARE[check.cmp](len(set(counted)) if check.distinct else len(counted), check.n)


def _count_listed(check: CountListed, reading: Reading) -> bool:
    known, count, before = listed(check.list, reading.language), 0, ""
    for word in map(plain, reading.words):
        if word in known or f"{before} {word}" in known:
            count += 1
        else:
            count += sum(part in known for part in parts(word))
        before = word
    return _COMPARE[check.cmp](count, check.n)


def _has_double(where: Where, word: str) -> bool:
    """A doubled letter does not reach over an apostrophe or a hyphen."""
    return not where.double_letter or any(a == b for part in parts(word) for a, b in pairwise(letters(part)))


def _has_joiner(where: Where, word: str) -> bool:
    match where.joiner:
        case "hyphen":
            return any(hyphen in word for hyphen in HYPHENS)
        case "apostrophe":
            return any(apostrophe in word for apostrophe in APOSTROPHES)
    return True


@cache
def _where(where: Where) -> Callable[[str], bool]:
    """The conditions on a word's letters, as one question."""
    tests: list[Callable[[str], bool]] = []
    if where.not_in:
        tests.append(lambda word: word not in where.not_in)
    if where.len_min:
        tests.append(lambda word: len(word) >= where.len_min)
    if where.len_max is not None:
        longest = where.len_max
        tests.append(lambda word: len(word) <= longest)
    if where.starts:
        tests.append(lambda word: word.startswith(where.starts))
    if where.ends:
        tests.append(lambda word: word.endswith(where.ends))
    if where.same_ends:
        tests.append(lambda word: word[0] == word[-1])
    if where.palindrome:
        tests.append(lambda word: word == word[::-1])
    return lambda word: all(test(word) for test in tests)


def _count_marks(check: CountMarks, reading: Reading) -> bool:
    return _COMPARE[check.cmp](sum(mark in check.marks for mark in reading.marks()), check.n)


def _paragraph_starts(check: ParagraphStarts, reading: Reading) -> bool:
    return _COMPARE[check.cmp](sum(line.start for line in reading.lines), check.n)


def _line_initials(check: LineInitials, reading: Reading) -> bool:
    # Digits are no letters: a line that begins with one begins with none (RULES D55).
    initials = [letters(found[0][0])[:1] for line in reading.lines if (found := WORD.search(line.text))]
    firsts = Counter(initial for initial in initials if initial)
    return _COMPARE[check.cmp](max(firsts.values(), default=0), check.n)


def _edges(check: Edges, reading: Reading) -> bool:
    first, last = "".join(reading.letters[:20]), reading.letters[-1] if reading.letters else ""
    named = {"first_letter": first[:1], "last_letter": last[-1:], "last_initial": last[:1]}
    return any(named[a] == named[b] != "" for a, b in check.pairs)


def _closes_sentence(check: ClosesSentence, reading: Reading) -> bool:
    if reading.lines and reading.lines[-1].verse and reading.lines[-1].ends:
        # RULES 2.8: in a poem without punctuation every verse is a sentence.
        return True
    text = reading.text.rstrip(CLOSERS)
    if not text.endswith(("!", "?", "…", ".")):
        return False
    if not text.endswith(".") or text.endswith("..."):
        return True
    return not reading.ends_with_dot_of_its_own(text[:-1])


def _repeat_word(check: RepeatWord, reading: Reading) -> bool:
    if check.within is None:
        counts = Counter(word for word in reading.letters if len(word) >= check.min_len)
        return max(counts.values(), default=0) >= check.times
    seen: dict[str, int] = {}
    for n, word in enumerate(reading.letters):
        if len(word) >= check.min_len:
            if word in seen and n - seen[word] <= check.within:
                return True
            seen[word] = n
    return False


def _shared_root(check: SharedRoot, reading: Reading) -> bool:
    different, family_of = set(reading.parts), _families(reading.language)
    roots: defaultdict[str | int, int] = defaultdict(int)
    for part in different:
        if len(part) >= check.prefix_len:
            roots[part[: check.prefix_len]] += 1
        if check.families and part in family_of:
            roots[family_of[part]] += 1
    return max(roots.values(), default=0) >= check.words


def _run(check: Run, reading: Reading) -> bool:
    length, before = 0, ""
    for word in reading.letters:
        match check.of:
            case _ if not word:
                # A number in figures is a word without letters, and interrupts.
                length = 0
            case "same_initial":
                length = length + 1 if before and before[0] == word[0] else 1
            case "chain":
                length = length + 1 if before and before[-1] == word[0] else 1
            case "max_len":
                length = length + 1 if len(word) <= check.value else 0
        if length >= check.length:
            return True
        before = word
    return False


def _contained_word(check: ContainedWord, reading: Reading) -> bool:
    different = sorted(set(reading.letters), key=len)
    return any(
        len(word) >= check.min_len and any(word in longer for longer in different[n + 1 :] if len(longer) > len(word))
        for n, word in enumerate(different)
    )


_CHECKS: Final[dict[type, Callable[[Any, Reading], bool]]] = {
    CountWords: _count_words,
    CountListed: _count_listed,
    CountMarks: _count_marks,
    ParagraphStarts: _paragraph_starts,
    LineInitials: _line_initials,
    Edges: _edges,
    ClosesSentence: _closes_sentence,
    RepeatWord: _repeat_word,
    SharedRoot: _shared_root,
    Run: _run,
    ContainedWord: _contained_word,
    Every: lambda check, reading: all(true(each, reading) for each in check.of),
    Either: lambda check, reading: any(true(each, reading) for each in check.of),
    Not: lambda check, reading: not true(check.of, reading),
}
