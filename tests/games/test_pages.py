"""What every text page promises, in every game; and the golden pages, which people read before they are committed."""

from __future__ import annotations

import re
from random import Random
from statistics import median

import msgspec
import pytest

from service.games import REGISTRY
from service.games.kit.decision import CLOCK
from service.games.kit.page import WIDTH, Ask, PageContext
from service.games.kit.words import LANGUAGES
from tests.games.play import AnyGame, AnyState, Setting, every_setting, playthrough, records, strings
from tools.golden_pages import FOLDER, Moment, moments, texts
from tools.golden_pages import page as golden_page
from tools.golden_replays import replays

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo")
LONGEST_PAGE = 60
NOT_WORDS = re.compile(r"[{}]|\[\]|\(\)|\['|\bNone\b|\bTrue\b|\bFalse\b|Struct\(|\('")


def page(setting: Setting, s: AnyState, viewer: int | None, language: str) -> str:
    """What this viewer reads, without a story."""
    asks = tuple(
        Ask(name, q) for name, q in setting.game.questions(s).items() if q.seat == viewer and viewer is not None
    )
    reader = context(setting, viewer, language, asks)
    return setting.game.page(
        setting.game.view(s, viewer), msgspec.structs.replace(reader, result=setting.game.result(s))
    )


def context(setting: Setting, seat: int | None, language: str, asks: tuple[Ask, ...] = ()) -> PageContext:
    """For whom a page or a sentence is written."""
    return PageContext(seat=seat, names=NAMES[: setting.seats], language=language, decisions=asks)


@every_setting
def test_a_page_is_short_and_in_words_for_every_reader(setting: Setting) -> None:
    """Each reader sees every seventh state, so that a long game does not take minutes."""
    for n, (s, _) in enumerate(playthrough(setting)):
        for place, viewer in enumerate(setting.viewers()):
            if (n + place) % 7:
                continue
            for language in LANGUAGES:
                text = page(setting, s, viewer, language)
                assert NOT_WORDS.search(text) is None, text
                assert len(text.splitlines()) <= LONGEST_PAGE, text
                assert max(map(len, text.splitlines())) <= WIDTH, text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", REGISTRY)
def test_half_of_the_pages_that_ask_something_fit_a_screen(game: str, language: str) -> None:
    """In the golden games, which have from the fewest to the most players; every fifth question, with its story."""
    pages = []
    for name, setting in [(name, setting) for name, setting in replays().items() if setting.game.name == game]:
        read = dict.fromkeys(range(setting.seats), 0)
        for n, (s, question, story) in enumerate(moments(name, setting)):
            if question is None or question.seat == CLOCK:
                continue
            if n % 5 == 0:
                heard = tuple(event for event in story[read[question.seat] :] if event.heard_by(question.seat))
                pages.append(golden_page(setting, Moment(question.kind, s, heard, question.seat), language))
            read[question.seat] = len(story)
    assert median(len(text.splitlines()) for text in pages) <= 40
    assert median(map(len, pages)) <= 2500


@every_setting
def test_the_page_of_a_finished_game_is_in_words(setting: Setting) -> None:
    *_, (s, _) = playthrough(setting)
    for language in LANGUAGES:
        text = page(setting, s, 0, language)
        assert NOT_WORDS.search(text) is None, text
        assert all(name in text for name in NAMES[: setting.seats])


@every_setting
def test_the_page_of_an_imagined_table_is_the_page_of_the_real_one(setting: Setting) -> None:
    random = Random(3)
    for n, (s, _) in enumerate(playthrough(setting)):
        if n % 11:
            continue
        viewer = setting.viewers()[n % (setting.seats + 1)]
        imagined = setting.game.imagine(s, viewer, random)
        assert page(setting, imagined, viewer, "en") == page(setting, s, viewer, "en")


@every_setting
def test_every_card_that_is_seen_has_a_text(setting: Setting) -> None:
    """What can be an option or lie on the table is explained in `cards`, in every language."""
    facts = msgspec.to_builtins(setting.game.cards())
    cards, seen = {record["id"] for record in records(facts)}, set[str]()
    for s, _ in playthrough(setting):
        for viewer in setting.viewers():
            seen |= cards & strings(setting.game.view(s, viewer))
        seen |= {option for question in setting.game.decisions(s) for option in question.options} & cards
    for language in LANGUAGES:
        words = setting.game.words(language)
        assert {id for id in seen if not (id in words.cards and words.cards[id].name and words.cards[id].text)} == set()


@every_setting
def test_every_option_is_in_words(setting: Setting) -> None:
    """An option is never shown as its bare id, in no language."""
    game, asked = setting.game, set[tuple[str, str]]()
    for s, _ in playthrough(setting):
        for name, question in game.questions(s).items():
            new = [option for option in question.options if (question.kind, option) not in asked]
            if question.seat == CLOCK or not new:
                continue
            asked |= {(question.kind, option) for option in new}
            view = game.view(s, question.seat)
            for language in LANGUAGES:
                reader = context(setting, question.seat, language, (Ask(name, question),))
                texts = {option: game.option_text(view, reader, question, option) for option in new}
                wrong = {o: t for o, t in texts.items() if not t or ("-" in o and o in t) or NOT_WORDS.search(t)}
                assert not wrong, (question.kind, language, wrong)


@pytest.mark.parametrize("game", REGISTRY.values(), ids=lambda game: game.name)
def test_languages_explain_the_same_cards(game: AnyGame) -> None:
    known = [msgspec.to_builtins(game.words(language)) for language in LANGUAGES]
    for part in ("cards", "page"):
        assert len({frozenset(words[part]) for words in known}) == 1, part


@pytest.mark.parametrize("game", REGISTRY)
def test_golden_pages_read_as_they_were_written(game: str) -> None:
    for name, text in texts([game]).items():
        written = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
        assert text == written, "if this is meant: python -m tools.golden_pages, and read the diff"


def test_no_golden_page_is_left_of_a_game_that_is_gone() -> None:
    games = {path.stem.rsplit("-", 2)[0] for path in FOLDER.glob("*.txt")}
    assert games == set(REGISTRY)
