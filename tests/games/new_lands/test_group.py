"""RULES 4.8, 4.9, 4.11: the Group prepares, listens, tries a mission."""

from __future__ import annotations

from random import Random

import pytest

from service.games.kit.decision import CLOCK
from service.games.new_lands import constraints
from service.games.new_lands.books.pages import Line
from service.games.new_lands.cards import MISSIONS
from service.games.new_lands.rules.mission import ProposeMission
from service.games.new_lands.rules.preparation import Prepare
from service.games.new_lands.rules.reading import ReadAloud, window
from service.games.new_lands.state import Player, State
from tests.games.new_lands.table import asked, game, kinds, refused, say, table, vote

FIRST, SECOND, *_ = ROW = tuple(MISSIONS)[:5]
COMMAS = ["a, b, c, d, e, f, g, h"]
"""Fulfils the archipelago, and not the roots."""


# -- preparation -------------------------------------------------------------------


def test_each_member_takes_at_most_one_mission_and_may_exchange_it_or_give_it_back() -> None:
    """RULES 4.8."""
    s = table(Prepare())
    say(s, 1, "take-mission", FIRST)
    assert s.players[1].mission == FIRST
    assert refused(s, 2, "take-mission", FIRST) == "mission-not-in-row"
    told = say(s, 1, "take-mission", SECOND)
    assert kinds(told) == ["put-mission-back", "took-mission"]
    say(s, 2, "take-mission", FIRST)
    say(s, 1, "take-mission", "put-back")
    assert [player.mission for player in s.players] == [None, None, FIRST]
    assert len(s.row) == 4
    assert game.view(s, None).players[2].mission == FIRST


def test_d60_nobody_is_offered_the_mission_they_hold_nor_to_put_back_what_they_do_not_hold() -> None:
    """RULES D60."""
    s = table(Prepare())
    assert asked(s, 1)["take-mission"] == (*ROW, "ready")
    say(s, 1, "take-mission", FIRST)
    assert asked(s, 1)["take-mission"] == (*ROW[1:], "put-back", "ready")
    say(s, 1, "take-mission", "put-back")
    assert asked(s, 1)["take-mission"] == (*ROW, "ready")
    assert refused(s, 1, "take-mission", "put-back") == "not-an-option"


def test_d60_what_another_takes_and_puts_back_does_not_change_an_open_question() -> None:
    s = table(Prepare())
    open_now = {name: question for name, question in game.questions(s).items() if question.seat == 2}
    for pick in (FIRST, "put-back"):
        say(s, 1, "take-mission", pick)
        assert {name: question for name, question in game.questions(s).items() if question.seat == 2} == open_now
    say(s, 2, "take-mission", FIRST)
    assert s.players[2].mission == FIRST


def test_the_scout_takes_no_mission() -> None:
    """RULES 4.3: the others are the Group."""
    s = table(Prepare())
    assert refused(s, 0, "take-mission", FIRST) == "not-asked"


def test_the_reading_waits_until_everybody_is_ready() -> None:
    """RULES 4.9, D47."""
    s = table(Prepare(), ReadAloud())
    say(s, 0, "set-compass", "N", "read-aloud")
    say(s, 1, "take-mission", "ready")
    assert s.phase == "preparation"
    assert "listen" not in asked(s)
    say(s, 2, "take-mission", "ready")
    assert asked(s) == {"listen": ("listen",)}


# -- module IV: discarding ---------------------------------------------------------


def test_vector_27_two_of_three_discard_a_mission_once_a_turn() -> None:
    """RULES 7.17, D35."""
    s = table(Prepare(), seats=4, options={"domains": True})
    say(s, 1, "discard-mission", FIRST)
    assert FIRST in s.row
    told = say(s, 3, "discard-mission", FIRST)
    assert kinds(told) == ["wants-to-discard", "mission-discarded"]
    assert len(s.row) == 4
    assert s.lost_missions == [FIRST]
    assert refused(s, 2, "discard-mission", SECOND) == "not-asked"
    assert refused(s, 2, "take-mission", FIRST) == "mission-not-in-row"


def test_half_of_the_group_is_not_enough_and_a_vote_may_be_changed() -> None:
    s = table(Prepare(), seats=3, options={"domains": True})
    say(s, 1, "discard-mission", FIRST)
    assert FIRST in s.row
    say(s, 1, "discard-mission", SECOND)
    say(s, 2, "discard-mission", FIRST)
    assert len(s.row) == 5
    say(s, 2, "discard-mission", SECOND)
    assert s.lost_missions == [SECOND]


def test_a_mission_that_somebody_holds_is_not_discarded() -> None:
    s = table(Prepare(), options={"domains": True})
    say(s, 1, "take-mission", FIRST)
    assert refused(s, 2, "discard-mission", FIRST) == "mission-not-in-row"


def test_who_wants_to_keep_all_is_not_asked_again() -> None:
    """RULES D50."""
    s = table(Prepare(), options={"domains": True})
    say(s, 1, "discard-mission", "keep-all")
    assert "discard-mission" not in asked(s, 1)
    assert "discard-mission" in asked(s, 2)


def test_without_module_4_nothing_is_discarded() -> None:
    assert "discard-mission" not in asked(table(Prepare()))


# -- the reading, untimed ----------------------------------------------------------


def reading(**parts: object) -> State:
    """A Scout who begins to read."""
    parts.setdefault("lines", [f"{word} and again" for word in ["one", "two", "three", "four", "five", "six"]])
    return table(ReadAloud(), ProposeMission(), compass="N", page=41, **parts)  # type: ignore[arg-type]


def test_each_member_hears_the_reading_once() -> None:
    """RULES 4.9, D40."""
    s = reading()
    told = say(s, 1, "listen", "listen")
    [heard] = [event for event in told if event.kind == "heard"]
    assert heard.to == (1,)
    assert heard.data["lines"][0] == "one and again"
    assert refused(s, 1, "listen", "listen") == "not-asked"
    assert "one and again" not in repr(game.view(s, 1))
    assert "one and again" not in repr(game.view(s, 2))
    assert "one and again" not in repr(game.view(s, None))


def test_the_group_hears_what_the_constraint_leaves_and_the_scout_sees_both() -> None:
    """RULES 4.10, 7.6, D19."""
    s = reading(turn={"peripetia": "per_termites"}, options={"peripeties": True})
    view = game.view(s, 0)
    assert view.scouting is not None
    assert view.scouting.passage[0] == "one and again"
    assert view.scouting.reading[0] == "n nd gn"
    [heard] = [event for event in say(s, 2, "listen", "listen") if event.kind == "heard"]
    assert heard.data["lines"][0] == "n nd gn"
    assert "per_termites" not in repr(game.view(s, 1))


def test_the_group_sees_paragraph_marks() -> None:
    """RULES D62: they go with their word, whatever the constraint does to the lines."""
    lines = (Line("the end of it."), Line("And so on", start=True), Line("and on"))
    s = table(ReadAloud(), compass="N", page=41, turn={"passage": lines})
    [heard] = [event for event in say(s, 1, "listen", "listen") if event.kind == "heard"]
    assert heard.data["lines"] == ("the end of it.", "¶And so on", "and on")
    s = table(
        ReadAloud(),
        compass="N",
        turn={"passage": lines, "peripetia": "per_marche_arriere"},
        options={"peripeties": True},
    )
    assert s.now().reading == ("on and on so", "¶And it. of", "end the")


@pytest.mark.parametrize("timed", [False, True])
def test_a_member_who_is_ready_keeps_their_vote(timed: bool) -> None:
    """RULES D50: what they voted before counts, and they may still vote until the reading begins."""
    s = table(Prepare(), seats=4, options={"domains": True, "timed": timed})
    say(s, 1, "discard-mission", FIRST)
    say(s, 1, "take-mission", "ready")
    say(s, 2, "take-mission", "ready")
    assert "take-mission" not in asked(s, 2)
    assert game.view(s, 0).players[2].done
    told = say(s, 2, "discard-mission", FIRST)
    assert kinds(told) == ["wants-to-discard", "mission-discarded"]
    say(s, 0, "set-compass", "N", "read-aloud")
    say(s, 3, "take-mission", "ready")
    assert "discard-mission" not in asked(s)
    assert s.agenda == []


def test_in_the_city_its_constraint_applies() -> None:
    """RULES 5.4."""
    s = reading(arrived=True, city="city_atlantexte")
    assert s.now().reading[0] == "one … again"


def test_the_orator_is_heard_twice() -> None:
    s = reading(seats=2, turn={"times": 2})
    say(s, 1, "listen", "listen")
    told = say(s, 1, "listen", "listen")
    assert "heard" in kinds(told)
    assert refused(s, 1, "listen", "listen") == "not-asked"


def test_the_prompters_word_comes_with_the_reading() -> None:
    s = reading(seats=2, turn={"clue": "three"})
    [clue] = [event for event in say(s, 1, "listen", "listen") if event.kind == "clue"]
    assert (clue.to, clue.data) == ((1,), {"word": "three"})


# -- the reading, timed ------------------------------------------------------------


@pytest.mark.parametrize(("peripetia", "seconds"), [(None, 25), ("per_tyrolienne", 13)])
def test_vector_25_the_reading_window(peripetia: str | None, seconds: int) -> None:
    """RULES D51."""
    lines = ["one two three four five six seven eight nine"] * 5 + ["a b c d e f"]
    s = reading(lines=lines, turn={"peripetia": peripetia}, options={"timed": True, "peripeties": True})
    assert window(s) == seconds


def test_the_words_come_line_by_line_within_the_window() -> None:
    lines = ["one two three four five six seven eight nine"] * 5 + ["a b c d e f"]
    s = table(ReadAloud(), ProposeMission(), lines=lines, compass="N", options={"timed": True}, turn={"clue": "nine"})
    assert s.now().told == 1
    told, seconds = [], 0.0
    while asked(s) == {"next-line": ("next-line",)}:
        [question] = game.decisions(s)
        assert question.seconds is not None
        seconds += question.seconds
        told += say(s, CLOCK, "next-line", "next-line")
    assert [event.data["line"] for event in told if event.kind == "line-read"] == [2, 3, 4, 5, 6]
    assert {event.to for event in told} == {(1, 2)}
    assert kinds(told)[-1] == "clue"
    [sand] = [question for question in game.decisions(s) if question.seat == CLOCK]
    assert sand.seconds is not None
    assert seconds + sand.seconds == pytest.approx(25)


def test_the_window_closes_early_when_all_have_heard() -> None:
    s = table(ReadAloud(), Prepare(), lines=["one"], compass="N", options={"timed": True})
    say(s, 1, "heard", "heard")
    assert s.phase == "reading"
    say(s, 2, "heard", "heard")
    assert s.phase == "preparation"


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_an_imagined_reading_goes_on_while_lines_are_still_to_come(
    viewer: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RULES D51: the window is open until the last line, however little a constraint leaves of the imagined ones."""
    s = table(ReadAloud(), Prepare(), lines=["one", "two", "three"], compass="N", options={"timed": True})
    say(s, CLOCK, "next-line", "next-line")
    monkeypatch.setattr(constraints, "apply", lambda ops, lines, language: ())
    imagined = game.imagine(s, viewer, Random(1))
    assert [question.kind for question in game.decisions(imagined)] == ["next-line"]
    assert game.view(imagined, viewer) == game.view(s, viewer)


def test_or_when_the_sand_has_run_out() -> None:
    s = table(ReadAloud(), Prepare(), lines=["one"], compass="N", options={"timed": True})
    say(s, CLOCK, "hourglass", "ran-out")
    assert s.phase == "preparation"


# -- missions ----------------------------------------------------------------------


def trying(*held: str | None, lines: list[str] = COMMAS, **parts: object) -> State:
    """A Group that holds these missions, after the reading."""
    given = parts.pop("players", None)
    players = given if isinstance(given, list) else [Player(), *(Player(mission=mission) for mission in held)]
    return table(
        ProposeMission(),
        Prepare(),
        seats=len(players),
        players=players,
        lines=lines,
        row=[],
        **parts,  # type: ignore[arg-type]
    )


def test_a_true_mission_goes_in_the_book() -> None:
    """RULES 4.11, 4.12, 4.14."""
    s = trying("mis_archipel", "mis_racines")
    told = vote(s, "vote-mission", _1="mis_archipel", _2="mis_archipel")
    assert "mission-fulfilled" in kinds(told)
    assert s.missions == ["mis_archipel"]
    assert s.letters == 26
    assert s.row == ["mis_racines"]


def test_vector_12_a_false_mission_is_lost_with_three_letters() -> None:
    """RULES 4.13."""
    s = trying("mis_racines", "mis_archipel")
    s.row = list(MISSIONS)[10:13]
    vote(s, "vote-mission", _1="mis_racines", _2="mis_racines")
    assert s.lost_missions == ["mis_racines"]
    assert s.letters == 23
    assert len(s.row) == 4


def test_the_original_lines_are_checked_whatever_the_group_heard() -> None:
    """RULES D19, D44."""
    s = trying("mis_archipel", turn={"reading": ("a b c",)})
    vote(s, "vote-mission", _1="mis_archipel")
    assert s.missions == ["mis_archipel"]


def test_only_missions_that_are_held_may_be_tried_and_none_may_be() -> None:
    s = trying("mis_racines", None)
    assert asked(s)["vote-mission"] == ("mis_racines", "none", "confirm")
    assert refused(s, 1, "vote-mission", "mis_boa") == "not-an-option"
    assert refused(s, 1, "vote-mission", "mis_racines", "none") == "one-vote"
    vote(s, "vote-mission", _1="none", _2="none")
    assert s.row == ["mis_racines"]


def test_where_nobody_holds_a_mission_nobody_is_asked() -> None:
    assert "vote-mission" not in asked(trying(None, None))


def test_of_equals_none_wins_and_else_the_navigators_vote() -> None:
    s = trying("mis_archipel", "mis_racines")
    told = vote(s, "vote-mission", _1="mis_archipel", _2="none")
    assert "no-mission-tried" in kinds(told)
    s = trying("mis_archipel", "mis_racines")
    vote(s, "vote-mission", _2="mis_racines", _1="mis_archipel")
    assert s.missions == ["mis_archipel"]


def test_without_a_vote_no_mission_is_tried() -> None:
    """RULES D42."""
    s = trying("mis_archipel", "mis_racines", options={"timed": True})
    told = say(s, CLOCK, "hourglass", "ran-out")
    assert "no-mission-tried" in kinds(told)


@pytest.mark.parametrize(("tried", "back"), [("mis_archipel", True), ("mis_enquete", False)])
def test_vector_26_know_how_comes_back_to_the_holder_of_a_true_mission(tried: str, back: bool) -> None:
    """RULES 7.11, D32."""
    players = [
        Player(),
        Player(mission="mis_archipel", character="char_bibliothecaire"),
        Player(mission="mis_enquete", character="char_oratrice", know_how=True),
    ]
    s = trying(players=players, options={"characters": True}, lines=["a, b, c, d, e, f, g, h?"])
    vote(s, "vote-mission", _1=tried, _2=tried)
    assert s.missions == [tried]
    assert s.players[1].know_how is back


def test_a_false_mission_on_an_empty_reserve_ends_the_game_at_once() -> None:
    """RULES 6.1, D22."""
    s = trying("mis_racines", letters=0)
    told = vote(s, "vote-mission", _1="mis_racines")
    assert "defeated" in kinds(told)
    assert game.decisions(s) == []
    result = game.result(s)
    assert result is not None
    assert (result.winners, result.reason) == ((), "letters-ran-out")
