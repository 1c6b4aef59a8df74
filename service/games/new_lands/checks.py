"""RULES D44: the small vocabulary in which the missions' conditions are written."""

from __future__ import annotations

from typing import Literal

from service.games.new_lands.facts import Comparison, Fact


class Where(Fact, frozen=True, omit_defaults=True):
    """What must be true of a word for it to count; every key that is given."""

    not_in: tuple[str, ...] = ()
    len_min: int = 0
    len_max: int | None = None
    starts: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    double_letter: bool = False
    same_ends: bool = False
    palindrome: bool = False
    joiner: Literal["hyphen", "apostrophe"] | None = None
    proper: bool = False


class CountWords(Fact, frozen=True, tag_field="type", tag="count_words"):
    """So many words; what is joined by a hyphen or an apostrophe is one (RULES 2.10)."""

    where: Where
    cmp: Comparison
    n: int
    distinct: bool = False


class CountListed(Fact, frozen=True, tag_field="type", tag="count_listed"):
    """So many words of a list; a joined word counts if it is listed, else each of its parts that is."""

    list: str
    cmp: Comparison
    n: int


class CountMarks(Fact, frozen=True, tag_field="type", tag="count_marks"):
    """So many punctuation marks of these kinds."""

    marks: tuple[Literal["comma", "semicolon", "colon", "question", "exclamation", "period", "ellipsis"], ...]
    cmp: Comparison
    n: int


class ParagraphStarts(Fact, frozen=True, tag_field="type", tag="paragraph_starts"):
    """So many lines on which a paragraph begins."""

    cmp: Comparison
    n: int


class LineInitials(Fact, frozen=True, tag_field="type", tag="line_initials"):
    """So many lines that begin with one same letter."""

    cmp: Comparison
    n: int


Edge = Literal["first_letter", "last_letter", "last_initial"]


class Edges(Fact, frozen=True, tag_field="type", tag="edges"):
    """The two letters of at least one pair are the same."""

    pairs: tuple[tuple[Edge, Edge], ...]


class ClosesSentence(Fact, frozen=True, tag_field="type", tag="closes_sentence"):
    """The last line ends with a sentence."""


class RepeatWord(Fact, frozen=True, tag_field="type", tag="repeat_word"):
    """A long enough word comes `times` times, or again at most `within` words later."""

    min_len: int
    times: int = 2
    within: int | None = None


class SharedRoot(Fact, frozen=True, tag_field="type", tag="shared_root"):
    """Different words of one root: the same first letters, or one family of the list. Parts count on their own."""

    prefix_len: int
    words: int
    families: bool = False


class Run(Fact, frozen=True, tag_field="type", tag="run"):
    """So many words in a row that hang together."""

    of: Literal["same_initial", "chain", "max_len"]
    length: int
    value: int = 0


class ContainedWord(Fact, frozen=True, tag_field="type", tag="contained_word"):
    """A word found whole inside a longer one."""

    min_len: int


class Every(Fact, frozen=True, tag_field="type", tag="all"):
    """Every one of these."""

    of: tuple[Check, ...]


class Either(Fact, frozen=True, tag_field="type", tag="any"):
    """At least one of these."""

    of: tuple[Check, ...]


class Not(Fact, frozen=True, tag_field="type", tag="not"):
    """Anything but this."""

    of: Check


Check = (
    CountWords
    | CountListed
    | CountMarks
    | ParagraphStarts
    | LineInitials
    | Edges
    | ClosesSentence
    | RepeatWord
    | SharedRoot
    | Run
    | ContainedWord
    | Every
    | Either
    | Not
)
