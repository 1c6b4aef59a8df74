"""Golden pages: what players read at the important moments of some games, in every language.

`python -m tools.golden_pages` writes them all again (with names of games: only theirs); read the diff before you
commit it. A page must be enough to decide by for somebody who sees nothing else.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from service.games.kit.bots import Thinking, random_picks, rounds
from service.games.kit.decision import Answer, Decision, Picks, Seat
from service.games.kit.event import Event
from service.games.kit.page import Ask, PageContext
from service.games.kit.words import LANGUAGES
from tools.game_settings import LONGEST, AnyState, Setting
from tools.golden_replays import NAMES, replays

FOLDER: Final = Path(__file__).parents[1] / "tests" / "games" / "golden_pages"

KINDS: Final[dict[str, frozenset[str]]] = {
    "not_alone": frozenset(
        {
            *("choose-side", "exploration-window", "explore", "resist", "hunt", "place-token", "name-hunted"),
            *("reaction-window", "keep-explored", "opening-window", "resolve", "copy-place", "take-back"),
            *("discovery", "move-where", "end-window"),
        }
    ),
}
"""The kinds of decision whose first page is kept, of games that have too many to keep one of each."""

PLAYED_BY: Final = {"faraway": "greedy", "golden_compass": "greedy", "new_lands": "sharp", "not_alone": "sensible"}
"""The bot that plays, in games where random players hardly ever reach what matters; elsewhere they play at random."""

LATER: Final = {"faraway": frozenset({25, 33}), "golden_compass": frozenset({60})}
"""After this many answers, a page of the next player is kept too: the first page of a kind shows an empty table."""

MIDDLE: Final = 40
"""After this many answers, a spectator's page is kept."""


class Moment(NamedTuple):
    """A table at one moment: the state, the events heard by each seat since its last answer, and the reader."""

    what: str
    s: AnyState
    heard: tuple[Event, ...]
    seat: Seat | None


def context(setting: Setting, moment: Moment, language: str) -> PageContext:
    """The reader of the page of a moment."""
    s, seat = moment.s, moment.seat
    asks = tuple(Ask(name, q) for name, q in setting.game.questions(s).items() if seat is not None and q.seat == seat)
    return PageContext(
        seat=seat,
        names=NAMES[: setting.seats],
        language=language,
        decisions=asks,
        story=moment.heard,
        result=setting.game.result(s),
    )


def page(setting: Setting, moment: Moment, language: str) -> str:
    """What the reader sees."""
    return setting.game.page(setting.game.view(moment.s, moment.seat), context(setting, moment, language))


def moments(name: str, setting: Setting) -> Iterator[tuple[AnyState, Decision | None, list[Event]]]:
    """One game from the seed `name`: each state, the question that is answered next, and what has happened so far."""
    game, random = setting.game, Random(name)
    s, story = game.begin(setting.seats, name, setting.options)
    for _ in range(LONGEST):
        questions = game.questions(s)
        if not questions:
            break
        question = questions[random.choice(sorted(questions))]
        yield s, question, story
        story += game.apply(s, Answer(question.seat, question.kind, picks(setting, s, question, random)))
    yield s, None, story


def picks(setting: Setting, s: AnyState, question: Decision, random: Random) -> Picks:
    """What is answered: by the bot of this game, or at random."""
    game = setting.game
    if game.name not in PLAYED_BY:
        return random_picks(game, s, question, random)
    imagined = game.imagine(s, question.seat, random)
    return game.bots[PLAYED_BY[game.name]].choose(game, imagined, question, Thinking(random, rounds(1)))


def kept(name: str, setting: Setting, known: set[str]) -> Iterator[Moment]:
    """The first question of each kind that is not `known` yet, a spectator in the middle, and the end."""
    game, read = setting.game, dict.fromkeys(range(setting.seats), 0)
    wanted = KINDS.get(game.name)
    for n, (s, question, story) in enumerate(moments(name, setting)):
        if n == MIDDLE:
            yield Moment("spectator", s, tuple(event for event in story[-5:] if event.heard_by(None)), None)
        seat = 0 if question is None else question.seat
        if seat < 0:
            continue
        heard = tuple(event for event in story[read[seat] :] if event.heard_by(seat))
        if question is None:
            yield Moment("end", s, heard, seat)
        elif question.kind not in known and (wanted is None or question.kind in wanted):
            known.add(question.kind)
            yield Moment(question.kind, s, heard, seat)
        elif n in LATER.get(game.name, ()):
            yield Moment(f"{question.kind}, later", s, heard, seat)
        read[seat] = len(story)


def texts(games: list[str] | None = None) -> dict[str, str]:
    """Every golden file by its name: the pages kept of a game in each setting of the golden replays, by language."""
    found: dict[str, str] = {}
    known: dict[str, set[str]] = {}
    for name, setting in replays().items():
        if games and setting.game.name not in games:
            continue
        pages: dict[str, list[str]] = {language: [] for language in LANGUAGES}
        for moment in kept(name, setting, known.setdefault(setting.game.name, set())):
            for language in LANGUAGES:
                pages[language].append(f"######## {moment.what}\n{page(setting, moment, language)}")
        found |= {f"{name}-{language}": "\n".join(pages[language]) for language in LANGUAGES}
    return found


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each, text in texts(sys.argv[1:]).items():
        (FOLDER / f"{each}.txt").write_text(text, encoding="utf-8")
        print(f"wrote {each}.txt")
