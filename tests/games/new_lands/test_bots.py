"""RULES D45: what bots make of a text, and how they travel."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from service.games.kit.bots import Thinking, rounds
from service.games.kit.decision import Answer, Decision, Picks
from service.games.new_lands.bots import BOTS, expedition, sense
from service.games.new_lands.bots.__main__ import Tally
from service.games.new_lands.bots.__main__ import expedition as journey
from service.games.new_lands.bots.readers import both_ways
from service.games.new_lands.cards import JOKER, MISSIONS
from service.games.new_lands.facts import Language
from service.games.new_lands.originals import ORIGINALS
from service.games.new_lands.rules.exploration import Explore
from service.games.new_lands.rules.preparation import Prepare
from service.games.new_lands.rules.rest import Rest
from service.games.new_lands.state import Player, State
from service.games.new_lands.themes import index, matching, scores
from tests.games.new_lands.table import game, table, vote


def answers(s: State, level: str, seat: int, kind: str, seed: int = 0) -> Picks:
    """What a bot says, given an imagined table."""
    [question] = [q for q in game.decisions(s) if (q.seat, q.kind) == (seat, kind)]
    random = Random(seed)
    return BOTS[level].choose(game, game.imagine(s, seat, random), question, Thinking(random, rounds(10)))


# -- themes ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "word", "theme"),
    [
        ("en", "ships", "exp_sea"),
        ("en", "climbing", "exp_mountain"),
        ("fr", "bateaux", "exp_sea"),
        ("fr", "escaladaient", "exp_mountain"),
        ("fr", "montagneuses", "exp_mountain"),
        ("fr", "chevaux", "exp_fauna"),
        ("fr", "Cœurs", "exp_love"),
    ],
)
def test_words_are_known_in_all_their_forms(language: Language, word: str, theme: str) -> None:
    [form] = matching(word, language)
    assert theme in index(language)[form]


def test_of_a_joined_word_the_parts_are_known_and_some_words_never() -> None:
    assert list(matching("d'océan sous-marin", "fr")) == ["océan", "sous-marin"]
    assert list(matching("pendant été son", "fr")) == []


def test_rare_words_weigh_more_and_unknown_ones_three() -> None:
    found = scores("the ship, the ship and the glacier", ["exp_sea", "exp_cold"], "en", {"ship": 0.5, "glacier": 2.0})
    assert found == {"exp_sea": 1.0, "exp_cold": 2.0}
    assert scores("a ship", ["exp_sea"], "en", {}) == {"exp_sea": 3.0}


# -- reading -----------------------------------------------------------------------

STORM = ["Thunder rolled, rain fell and the storm", "came up from the west with wind and cloud"]
"""About the weather, which lies in the west."""


def listening(reading: tuple[str, ...], **parts: Any) -> State:
    """A Group that has heard this."""
    turn = {"reading": reading, "heard": [1, 2], **parts.pop("turn", {})}
    return table(Explore(), Rest(), compass="W", lines=["never heard"], turn=turn, **parts)


@pytest.mark.parametrize("level", ["sharp", "keen"])
def test_scout_and_group_find_the_theme(level: str) -> None:
    s = table(Prepare(), lines=STORM)
    s.now().passage = table(lines=STORM).now().passage
    assert answers(s, level, 0, "set-compass") == ("W", "read-aloud")
    assert answers(listening(tuple(STORM)), level, 1, "vote-exploration") == ("W", "confirm")


def test_a_group_bot_goes_by_what_it_heard_and_not_by_the_passage() -> None:
    s = listening(("a painter and a violin",))
    assert {answers(s, "sharp", 1, "vote-exploration", seed) for seed in range(10)} == {("E", "confirm")}


@pytest.mark.parametrize("level", ["sharp", "keen", "dozy"])
def test_each_bot_breaks_ties_between_themes_on_its_own(level: str) -> None:
    """RULES D45: who cannot read a word agrees with another no more often than chance."""
    s = listening(("Он зажёг лампу и пошёл домой",))
    said = [answers(s, level, 1, "vote-exploration", seed)[0] for seed in range(200)]
    assert all(20 < said.count(direction) < 90 for direction in "NESW")


def test_plain_bots_draw_and_dozy_ones_dream() -> None:
    s = listening(tuple(STORM))
    plain = [answers(s, "plain", 1, "vote-exploration", seed)[0] for seed in range(200)]
    dozy = [answers(s, "dozy", 1, "vote-exploration", seed)[0] for seed in range(200)]
    assert set(plain) == {"N", "E", "S", "W"}
    assert plain.count("W") > 100
    assert 200 * 0.7 < dozy.count("W") < 200 * 0.92


def test_a_keen_scout_goes_by_the_words_that_are_left() -> None:
    # In Laconia only words of six letters or more are read: the war is, the rain is not.
    s = table(Prepare(), arrived=True, camp=87, city="city_laconie")
    s.now().passage = (
        table(lines=["rain and wind and cloud and rain and", "rain, and then a general's bayonet"]).now().passage
    )
    assert answers(s, "sharp", 0, "set-compass")[0] == "W"
    assert answers(s, "keen", 0, "set-compass")[0] == "S"


def test_a_keen_listener_reads_backwards() -> None:
    assert both_ways("mrots a") == "mrots a storm a"
    assert answers(listening(("mrots", "dniw")), "keen", 1, "vote-exploration")[0] == "W"


# -- missions ----------------------------------------------------------------------


def test_a_bot_is_sure_only_of_what_it_could_hear() -> None:
    commas = ("a, b, c, d, e, f, g, h",)
    assert sense.surely_true(listening(commas), "mis_archipel")
    assert sense.surely_true(listening(commas), "mis_dun_seul_tenant")
    assert not sense.surely_true(listening(("a line", "¶another")), "mis_dun_seul_tenant")
    assert not sense.surely_true(listening(("a, b",)), "mis_archipel")


@pytest.mark.parametrize(
    ("peripetia", "reading", "trust"),
    [
        (None, ("a word",), "all"),
        ("per_a_contre_courant", ("a word",), "words"),
        ("per_gue_glissant", ("a …",), "nothing"),
        ("per_termites", ("wrd",), "nothing"),
    ],
)
def test_under_a_peripetia_little_is_sure(peripetia: str | None, reading: tuple[str, ...], trust: str) -> None:
    s = listening(reading, turn={"peripetia": peripetia}, options={"peripeties": True})
    assert sense.trust(s) == trust


@pytest.mark.parametrize(("city", "trust"), [("city_babel_sur_page", "words"), ("city_atlantexte", "nothing")])
def test_in_the_city_its_constraint_is_known(city: str, trust: str) -> None:
    assert sense.trust(listening(("a",), arrived=True, city=city)) == trust


def test_a_bot_takes_the_likeliest_mission_it_can_hear_and_is_ready_then() -> None:
    s = table(Prepare(), row=["mis_vrilles", "mis_boucle", "mis_lil_desert"])
    assert answers(s, "sharp", 1, "take-mission") == ("mis_lil_desert",)
    game.apply(s, Answer(1, "take-mission", ("mis_lil_desert",)))
    assert answers(s, "sharp", 1, "take-mission") == ("ready",)
    assert answers(s, "sharp", 2, "take-mission") == ("mis_boucle",)


# -- the way -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("letters", "camp", "drawn"), [(26, 37, "draw"), (13, 37, "go-without"), (26, 73, "go-without")]
)
def test_a_peripetia_is_drawn_with_letters_to_spare_and_a_way_to_go(letters: int, camp: int, drawn: str) -> None:
    s = table(Prepare(), letters=letters, camp=camp, options={"peripeties": True})
    assert answers(s, "sharp", 0, "draw-peripetia") == (drawn,)


def test_everyone_scouts_in_turn() -> None:
    s = table(players=[Player(scouted=1), Player(scouted=1), Player()], last_scout=1)
    assert expedition.next_scout(s) == "player-2"


@pytest.mark.parametrize(
    ("character", "picks"),
    [("char_bibliothecaire", ("use",)), ("char_oratrice", ("keep",)), ("char_collectionneur", ("keep",))],
)
def test_know_how_helps_where_words_are_taken_away(character: str, picks: Picks) -> None:
    players = [Player(character=character, know_how=True), Player()]
    s = table(Prepare(), seats=2, players=players, arrived=True, camp=87, options={"characters": True})
    assert answers(s, "sharp", 0, "know-how") == picks


def test_the_prompter_gives_the_most_telling_word() -> None:
    players = [Player(character="char_souffleur", know_how=True), Player()]
    s = table(Prepare(), seats=2, players=players, arrived=True, camp=87, options={"characters": True})
    s.now().passage = table(lines=["nothing here at all", "then came the thunder"]).now().passage
    assert answers(s, "sharp", 0, "know-how") == ("line-2", "word-4")
    assert answers(s, "sharp", 0, "set-compass") == ("W",)


# -- losses ------------------------------------------------------------------------


def failed(*missions: str, **parts: Any) -> State:
    """A Group that was wrong."""
    s = table(Explore(), Rest(), compass="W", page=47, lines=["a"], missions=list(missions), **parts)
    vote(s, "vote-exploration", _1="N", _2="N")
    return s


FIRST, SECOND, *_ = MISSIONS


@pytest.mark.parametrize("letters", [0, 2, 26])
def test_missions_are_given_before_letters(letters: int) -> None:
    assert answers(failed(FIRST, SECOND, letters=letters), "sharp", 0, "vote-loss") == (FIRST, "confirm")


@pytest.mark.parametrize(
    ("missions", "letters", "given"),
    [
        ((JOKER,), 26, "letters"),
        (("mis_meridien",), 26, "letters"),
        (("mis_lil_desert",), 26, "mis_lil_desert"),
        ((JOKER,), 0, JOKER),
    ],
)
def test_with_domains_a_mission_is_given_for_a_dear_exploration(missions: Picks, letters: int, given: str) -> None:
    around = ("exp_family", "exp_food", "exp_fire", "exp_weather")
    if given == "mis_lil_desert":
        around = ("exp_joy", "exp_food", "exp_fire", "exp_weather")
    s = failed(*missions, letters=letters, around=around, options={"domains": True})
    questions = [q for q in game.decisions(s) if q.seat == 0]
    assert answers(s, "sharp", 0, "vote-loss")[0] == given if questions else given == "letters"


# -- whole games -------------------------------------------------------------------


@pytest.mark.parametrize("book", ORIGINALS)
def test_sharp_bots_win_excursions_and_never_try_a_false_mission(book: str) -> None:
    tally = Tally()
    for n in range(8):
        journey(game, "sharp", 3, f"test {n}", {"book": book}, tally)
    assert tally.won >= 6
    assert tally.failed == 0
    assert tally.fulfilled > 4


@pytest.mark.parametrize("level", BOTS)
def test_every_level_plays_the_whole_game_to_its_end(level: str) -> None:
    whole = {"mode": "classic", "peripeties": True, "characters": True, "domains": True, "ranks": True}
    for options in (whole, whole | {"timed": True}):
        tally = Tally()
        journey(game, level, 6, "whole", options, tally)
        assert tally.games == 1


def test_a_question_nobody_told_the_bot_about_gets_its_default() -> None:
    assert expedition.answer(table(), Decision("riddle", 0, ("a", "b"), default=("b",))) == ("b",)
