"""The text page: what a player needs to decide, to talk and to obey their madness, and nothing that others hide."""

from __future__ import annotations

import re

import msgspec
import pytest

from service.games.kit.event import Event
from service.games.kit.page import Ask, PageContext
from service.games.kit.words import LANGUAGES
from service.games.mountains_of_madness.cards import BOX, TILES
from service.games.mountains_of_madness.rules.resolution import Resolve
from service.games.mountains_of_madness.rules.turn import Turn
from service.games.mountains_of_madness.state import State
from tests.games.mountains_of_madness.table import answer, facing, game, offer, say, signal, table

NAMES = ("Ada", "Ben", "Cleo")


def read(s: State, seat: int | None, *story: Event, language: str = "en") -> str:
    """The page of one reader, with each run of blanks and line ends as one blank."""
    asks = tuple(Ask(name, q) for name, q in game.questions(s).items() if q.seat == seat and seat is not None)
    context = PageContext(seat=seat, names=NAMES, language=language, decisions=asks, story=story, result=game.result(s))
    return re.sub(r"\s+", " ", game.page(game.view(s, seat), context))


# -- what the cards say ------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_of_a_madness_card_is_the_one_on_the_card(language: str) -> None:
    texts = game.words(language).cards
    assert {card.id: texts[card.id].text for card in BOX.madness} == {
        card.id: card.text[language] for card in BOX.madness
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_of_a_place_has_the_totals_its_trials_ask_for(language: str) -> None:
    texts = game.words(language).cards
    places = [(tile.id, tile.trials, tile.reward.type == "esoteric") for tile in TILES.values()]
    places += [(space.id, space.empty_trials or (), False) for space in BOX.board.spaces]
    for id, trials, esoteric in places:
        asked = [n for trial in trials for n in msgspec.structs.astuple(trial.accept)]
        flat = [each for n in asked for each in (n if isinstance(n, tuple) else (n,))]
        found = [int(n) for n in re.findall(r"(?<![A-Z\d])\d+", texts[id].text)]
        assert found == flat + [10] * esoteric, id


# -- talk --------------------------------------------------------------------------


def test_what_was_said_stands_on_the_page_with_its_signals_and_names() -> None:
    s = facing()
    say(s, 1, "I have two", offer("tools", 4))
    say(s, 0, signal("ask", kind="books", amount=6, seat=2))
    page = read(s, 0)
    assert "- Ben: I have two [offers tools 4]" in page
    assert "- You: asks books 6 to Cleo" in page
    assert "Timer 1, without sand: you have 5 messages left." in page
    assert "Talk: you may tell what is on your cards" in page


def test_a_reader_reads_what_they_heard_and_not_what_was_said() -> None:
    s = facing(madness={1: ["M2-03"]})
    say(s, 1, "Four tools here")
    assert "- Ben: Four tools here" in read(s, 2)
    assert "- Ben murmurs something." in read(s, 0)
    assert "Four tools" not in read(s, 0)


def test_in_silence_the_page_says_so() -> None:
    s = facing(hands={0: ["tools 4", "books 2"]})
    answer(s, 0, "place", "card-1")
    page = read(s, 0)
    assert "Talk: silence." in page
    assert "On the sled: Ada one card face down." in page
    assert "Yours on the sled: Coil of Rope (tools 4)." in page
    assert "ready not now: silence has fallen" in page


@pytest.mark.parametrize(("language", "told"), [("en", "asks tools 5 to Ada"), ("fr", "demande outils 5 à Ada")])
def test_signals_in_the_story_are_words_also_when_they_come_from_the_log(language: str, told: str) -> None:
    s = table(3, Turn())
    asked = signal("ask", kind="tools", amount=5, seat=0)
    for each in (asked, msgspec.to_builtins(asked)):
        event = Event("heard", {"seat": 1, "text": "Well?", "signals": (each,)})
        assert f"Well? [{told}]" in read(s, 0, event, language=language)


# -- madness -----------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_own_madness_is_always_there_in_full_and_nobody_elses(language: str) -> None:
    mad = {0: ["M1-19"], 1: ["M2-01"]}
    text = game.words(language).cards
    for s in (table(3, Turn(), madness=mad), facing(madness=mad)):
        page = read(s, 0, language=language)
        assert f"{text['M1-19'].name} — {text['M1-19'].text}" in page
        assert text["M2-01"].name not in page
        assert text["M1-19"].name not in read(s, None, language=language)


def test_a_message_that_must_be_sent_twice_is_shown_in_words() -> None:
    s = facing(madness={0: ["M1-17"]})
    say(s, 0, "Mine", offer("tools", 4))
    assert "word for word, and it is heard: Mine [offers tools 4]" in read(s, 0)


def test_with_several_cards_the_page_says_which_applies() -> None:
    s = facing(madness={0: ["M1-13", "M3-06"]}, options={"expert": True})
    assert "Where they contradict each other the higher one applies." in read(s, 0)


def test_ignored_madness_says_so() -> None:
    s = table(3, Turn(), madness={0: ["M1-19"]})
    s.players[0].ignored = 1
    assert "Chattering Teeth (level 1), ignored this turn — The vowels" in read(s, 0)


def test_what_madness_hides_is_not_on_the_page() -> None:
    s = facing(madness={0: ["M3-02"], 1: ["M3-03"], 2: ["M2-20"]}, hands={2: ["tools 4", "wound"]})
    assert "Your madness hides all trials." in read(s, 0)
    assert "tools 7 to 9" not in read(s, 0)
    assert "card-1 face down; your madness hides it" in read(s, 1)
    assert "tools; your madness hides the value" in read(s, 2)


# -- decisions ---------------------------------------------------------------------


def test_the_way_is_offered_with_what_lies_there() -> None:
    s = table(3, Turn(), madness={1: ["M1-01"]}, tile=None)
    del s.board["M2"]
    page = read(s, 0)
    assert "M1 mountains, a tile face down" in page
    assert "M2 mountains, no tile: crates 10 to 12 and books exactly 14, no reward" in page
    assert "calm-1 spend a token: Ben ignores a madness card this turn" in page
    assert "C8*" in page


def test_a_vestige_bars_a_kind_for_its_owner_as_leader() -> None:
    hands = {0: ["tools 4"], 1: ["tools 6"]}
    s = facing(relics={0: ["vestige_A"], 1: ["vestige_B"]}, hands=hands)
    assert "card-1 Coil of Rope (tools 4), which a vestige keeps you from placing while you lead" in read(s, 0)
    assert "which a vestige" not in read(s, 1)


def test_a_failed_trial_shows_its_total_and_what_it_may_cost() -> None:
    s = table(3, Resolve(), placed=["tools 6", "tools 5"], madness={2: ["M1-01"]})
    page = read(s, 0)
    assert "- tools 7 to 9: total 11, failed by 2" in page
    assert "tools-madness-2 tools: Cleo draws a level-2 madness card" in page
    assert "Confusion: as many cards of the draw pile are discarded as the total is off" in page
