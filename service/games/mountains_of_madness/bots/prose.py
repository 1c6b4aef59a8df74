"""What an ordinary sentence says about cards, in English and French: offers, pledges, totals, questions, yes and no.

A message is cut into clauses. Cue words tell what a clause is; its kinds and numbers are then put together into
cards by the cheapest grouping: `tools 4`, `4 tools`, `a 3 and a 5 of books`, `two books, a 3 and a 5`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec import Struct, field

from service.games.mountains_of_madness.bots import cues
from service.games.mountains_of_madness.bots.cues import cue
from service.games.mountains_of_madness.bots.groups import Group, grouped
from service.games.mountains_of_madness.bots.spelling import plain
from service.games.mountains_of_madness.bots.tokens import KIND, NUMBER, tokens
from service.games.mountains_of_madness.cards import KINDS
from service.games.mountains_of_madness.lexicon import fold
from service.games.mountains_of_madness.vocabulary import Kind

Told = tuple[Kind, int]
"""A card as it was told: its kind and value, or several cards as one sum."""


class Meaning(Struct):
    """What a listener takes from one message."""

    offers: Counter[Told] = field(default_factory=Counter)
    pledges: Counter[Told] = field(default_factory=Counter)
    targets: dict[Kind, int] = field(default_factory=dict)
    """The totals that are wanted."""
    wanted: set[Kind] = field(default_factory=set)
    """The kinds that are asked about."""
    some: set[Kind] = field(default_factory=set)
    """Kinds the speaker has cards of, without values."""
    lacking: set[Kind] = field(default_factory=set)
    """Kinds the speaker has none of."""
    yes: bool = False
    no: bool = False


# -- clauses --------------------------------------------------------------------------


class _Clause(NamedTuple):
    text: str
    question: bool


def _clauses(folded: str) -> Iterator[_Clause]:
    """The parts of a message that say one thing each. `Tools? I have 4` is one thing: the question is answered."""
    folded = _CORRECTED.sub("", _TOPIC.sub(r"\1 ", folded))
    for sentence in cues.SENTENCE.findall(folded):
        asks = "?" in sentence
        shared = cues.YOU_AND_I.match(sentence)
        halves = (sentence,) if shared is None else (shared[1], sentence[shared.end() :])
        parts = [part for half in halves for part in cues.AGAIN.split(half) if part.strip(" .;!?,")]
        for n, part in enumerate(parts):
            yield _Clause(part.strip(" .;!?"), asks and n == len(parts) - 1)


# -- reading -------------------------------------------------------------------------

_TOPIC: Final = re.compile(
    rf"((?:^|[.;!?,])\W*(?:(?:the|an?|any|les|des|une?|et les) )?(?:{KIND})(?![a-z])) ?\? "
    rf"(?=(?:{cues.ANSWERING})(?![a-z]))"
)
"""A kind that its speaker asks about and answers at once: `Books? None here`."""
_CORRECTED: Final = re.compile(
    r"(?<=[a-z0-9]),? (?:(?:and )?not|(?:et )?pas|instead of|rather than|au lieu d[e'])(?: an?| une?)? ?"
    rf"(?:{NUMBER})"
    r"(?=\s*(?:[.,;!?]|$|sorry|pardon|desole))"
)
"""What somebody takes back: `4 tools, not 5`."""
_GLUED: Final = re.compile(rf"(?<![a-z])(?:{KIND})\d")
_FRENCH: Final = cue(
    "je|j'\\w+|tu|vous|nous|on|un|une|des?|les?|la|et|mais|pas|qui|pour|en|oui|non|avec|il|faut|d'\\w+|outils?|livres?|armes?",
    "caisses?|rien|quoi|c'est|merci|bonjour|salut",
)
_ENGLISH: Final = cue(
    "i|i'\\w+|you|we|a|an|the|and|but|not|who|for|in|of|yes|no|with|have|got|need|tools?|books?|weapons?|crates?|what|let's"
)


def is_glued(text: str) -> bool:
    """Whether a text tells of a card as `tools4`: how a player does whose madness leaves no other words."""
    return _GLUED.search(fold(text)) is not None


def is_french(text: str) -> bool | None:
    """Whether a text is French; None if it could be either."""
    folded = fold(text)
    french, english = len(_FRENCH.findall(folded)), len(_ENGLISH.findall(folded))
    return None if french == english else french > english


def understand(text: str, names: Sequence[str] = (), about: Kind | None = None) -> Meaning:
    """The meaning of a text. `names` are those of the players, `about` the kind that a bare number belongs to."""
    meaning, folded = Meaning(), cues.MODEST.sub("", cues.WISHING.sub(" ", cues.TAG.sub("", plain(fold(text)))))
    called = {fold(name) for name in names}
    topic = about
    for clause in _clauses(folded):
        _take(meaning, clause, called, topic)
        if clause.question or cues.ASKING.match(clause.text):
            # "Anyone for weapons? I have none": what follows is about the same kind.
            asked = {token.kind for token in tokens(clause.text) if token.kind}
            topic = asked.pop() if len(asked) == 1 else about
    if cues.REFUSING.search(folded):
        meaning.no = True
    elif not any(clause.question for clause in _clauses(folded)) or meaning.offers or meaning.pledges:
        said = folded if not _has_told(meaning) else " ".join(_without_kinds(folded))
        agreed = cues.YES.match(said) if meaning.wanted else cues.YES.search(said)
        meaning.yes = agreed is not None or cues.ALONE.fullmatch(folded) is not None
    if not meaning.lacking and not meaning.offers and not meaning.pledges:
        meaning.no = meaning.no or cues.NO.search(folded) is not None
    meaning.yes = meaning.yes and not meaning.no
    return meaning


def _without_kinds(folded: str) -> Iterator[str]:
    """The parts of a message that name no equipment: `sure` in "sure, books 5", and nothing of "I play 2 for sure"."""
    for part in re.split(r"[,.;!?]", folded):
        if not tokens(part):
            yield part


def _take(meaning: Meaning, clause: _Clause, called: set[str], about: Kind | None) -> None:
    text = clause.text
    groups = grouped(tokens(text), about)
    if is_glued(text):
        # Even with a question mark, which madness may demand.
        _tell(meaning, text, groups)
        return
    kinds = {group.kind for group in groups}
    everything = set(KINDS)
    if not kinds and cues.ONLY_WOUNDS.search(text):
        meaning.lacking |= everything
        return
    own = cues.OWN.search(cues.HEDGE.sub(" ", text)) is not None
    text = cues.IF_NEEDED.sub(" ", text)
    # "A crate that counts 6" and "8 is what we need" ask for nothing.
    text = cues.RELATIVE.sub(" ", text)
    valued = any(group.values for group in groups)
    if valued:
        # "Rubbish: crates 2" holds a crate.
        text = cues.WORTHLESS.sub(" ", text)
    elif cues.ENOUGH.search(text) and not own and not clause.question:
        return
    asks = clause.question or (cues.ASKING.search(text) is not None and not (own and not cues.ASKING.match(text)))
    if asks and valued and cues.OFFERING.search(text):
        # "Do you want my 4 of tools?" asks for leave, not for tools.
        _tell(meaning, cues.PLEDGING.sub(" ", text), groups)
    elif asks and valued and cues.PROPOSING.search(text):
        _aim(meaning, text, groups)
    elif asks:
        meaning.wanted |= kinds or (everything if _asks_for_all(text) and not cues.OWN.match(text) else set())
    elif cues.YOURS.search(text) and kinds and not valued:
        meaning.wanted |= kinds
    elif _about_another(text, called, own) or cues.NOT_MINE.search(text) or _counts_together(text, own):
        return
    elif cues.NONE.search(text) and not cues.ONLY.search(text):
        parts = text.split(",")
        if len(parts) > 1 and (_denies_first(parts) if valued else _denies_later(parts)):
            # "No weapons, tools 4": what comes after the denial is held. "I have tools, no books": what comes before.
            for part in parts:
                _take(meaning, _Clause(part, False), called, about)
        elif kinds:
            meaning.lacking |= kinds
        elif cues.NOTHING.search(text) and not _has_told(meaning):
            # "I have some weapons, nothing big" says nothing of other cards.
            meaning.lacking |= everything
    elif cues.NEEDED.search(text) and not cues.OF_MINE.search(text) and not (own and cues.PLEDGING.search(text)):
        _aim(meaning, text, groups)
    else:
        _tell(meaning, text, groups)


def _counts_together(text: str, own: bool) -> bool:
    """Whether the clause tells what lies on the sled, or what all have."""
    return cues.COUNTING.search(text) is not None and not own and cues.NEEDED.search(text) is None


def _denies_first(parts: Sequence[str]) -> bool:
    """Whether only the first part of a clause says what its speaker lacks."""
    first, *rest = parts
    denied = cues.NONE.search(first) is not None and not any(group.values for group in grouped(tokens(first)))
    return denied and bool(tokens(first) or cues.NOTHING.search(first)) and not any(map(cues.NONE.search, rest))


def _denies_later(parts: Sequence[str]) -> bool:
    """Whether the first part of a clause says that its speaker has cards of a kind."""
    first = parts[0]
    other = cues.NONE.search(first) or cues.NEEDED.search(first)
    return other is None and cues.HOLDING.search(first) is not None and bool(tokens(first))


def _aim(meaning: Meaning, text: str, groups: Sequence[Group]) -> None:
    """Totals that the speaker wants the table to reach."""
    for group in groups:
        if group.values and not cues.MORE.search(text):
            meaning.targets[group.kind] = group.values[-1] if cues.EITHER.search(text) else sum(group.values)
        else:
            meaning.wanted.add(group.kind)


def _has_told(meaning: Meaning) -> bool:
    """Whether the speaker has told of cards they hold."""
    return bool(meaning.offers or meaning.pledges or meaning.some)


def _tell(meaning: Meaning, text: str, groups: Sequence[Group]) -> None:
    """Cards of the speaker."""
    told = meaning.pledges if cues.PLEDGING.search(text) else meaning.offers
    for group in groups:
        for value in group.values:
            told[(group.kind, value)] += 1
        if not group.values:
            meaning.some.add(group.kind)


def _asks_for_all(text: str) -> bool:
    return (
        cue("have|hold(?:ing)?|hands?|mains?|cartes?|got|has|cards?|about|missing|manque|as|avez|quoi|vous|toi").search(
            text
        )
        is not None
    )


def _about_another(text: str, called: set[str], own: bool) -> bool:
    """Whether the clause speaks of somebody else's cards."""
    first = re.match(r"\W*([a-z'-]+)\s+([a-z']+)?", text)
    if first is None or own:
        return False
    if cues.OTHERS.match(text.strip()):
        return True
    return first[1] in called and first[2] is not None and cues.HAVING.fullmatch(first[2]) is not None
