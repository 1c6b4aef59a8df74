"""RULES 4.2, 4.4, 5.1: who reads, on which page, and the compass."""

from __future__ import annotations

import pytest

from service.games.new_lands import passage
from service.games.new_lands.rules.choice import ChooseScout
from service.games.new_lands.rules.preparation import Prepare
from service.games.new_lands.state import Player
from service.games.new_lands.turn import Read
from tests.games.new_lands.table import asked, game, kinds, refused, say, small_book, table


def choosing(seats: int = 3, last: int | None = None, scouted: tuple[int, ...] = ()) -> object:
    """The choice of a Scout."""
    players = [Player(scouted=n) for n in scouted] or None
    return table(ChooseScout(tuple(range(seats))), Prepare(), seats=seats, scout=None, last_scout=last, players=players)


# -- 4.1 ---------------------------------------------------------------------------


def scout_after(
    *answers: tuple[int, str], seats: int = 3, last: int | None = None, scouted: tuple[int, ...] = ()
) -> int:
    """Who is Scout after these nominations; an empty one says nothing."""
    s = choosing(seats, last, scouted)
    for seat, pick in answers:
        say(s, seat, "nominate-scout", *([pick] if pick else []))  # type: ignore[arg-type]
    assert s.turn is not None  # type: ignore[attr-defined]
    return s.turn.scout  # type: ignore[attr-defined,no-any-return]


def test_more_than_half_of_all_players_decide_at_once() -> None:
    """RULES 4.2, D18."""
    assert scout_after((2, "player-1"), (0, "player-1")) == 1


def test_half_is_not_enough_and_then_most_nominations_count() -> None:
    assert scout_after((0, "player-1"), (1, "player-1"), (2, "player-3"), (3, ""), seats=4) == 1


@pytest.mark.parametrize(
    ("last", "scouted", "scout"), [(None, (0, 0, 0), 0), (0, (1, 0, 0), 1), (1, (1, 1, 0), 2), (2, (0, 0, 1), 0)]
)
def test_ties_go_to_who_was_scout_least_often_then_next_after_the_last(
    last: int | None, scouted: tuple[int, ...], scout: int
) -> None:
    answers = ((0, "player-0"), (1, "player-1"), (2, "player-2"))
    assert scout_after(*answers, last=last, scouted=scouted) == scout


def test_without_a_nomination_the_next_willing_player_reads() -> None:
    assert scout_after((0, ""), (1, ""), (2, "")) == 0
    assert scout_after((0, ""), (1, "decline"), (2, ""), last=0, scouted=(1, 0, 0)) == 2


def test_who_declines_is_not_scout_unless_all_decline() -> None:
    assert scout_after((1, "decline"), (0, "player-1"), (2, "player-1")) != 1
    assert scout_after((0, "decline"), (1, "decline"), (2, "decline"), last=1, scouted=(0, 1, 0)) == 2


def test_the_last_scout_may_serve_again() -> None:
    assert scout_after((0, "player-2"), (1, "player-2"), last=2, scouted=(0, 0, 1)) == 2


# -- 4.2 the way -------------------------------------------------------------------


def test_vector_2_two_sheets_from_37_are_page_41() -> None:
    """RULES 2.2, 4.4, D1: the rulebook's own example."""
    s = table(Prepare(), top="exp_night")
    assert s.now().page == 41
    assert s.camp == 37
    assert s.now().passage[0].text == "Page 41 has its line 1 here."
    assert len(s.now().passage) == 6


def test_vector_3_five_and_two_are_seven_sheets() -> None:
    """RULES 7.4, 7.5, 7.6: the rulebook's own example."""
    s = table(Prepare(), top="exp_love", options={"peripeties": True})
    assert asked(s, 0) == {"draw-peripetia": ("draw", "go-without")}
    told = say(s, 0, "draw-peripetia", "draw")
    assert s.now().page == 51
    assert [event.data for event in told if event.kind == "drew-peripetia"] == [{"seat": 0, "modifier": 2}]
    [secret] = [event for event in told if event.kind == "saw-peripetia"]
    assert secret.to == (0,)
    assert s.pile[0] == "exp_love"


def test_a_peripetia_may_be_left_where_it_is() -> None:
    s = table(Prepare(), top="exp_love", options={"peripeties": True})
    say(s, 0, "draw-peripetia", "go-without")
    assert s.now().page == 47
    assert s.now().peripetia is None
    assert len(s.peripetia_pile) == 16


@pytest.mark.parametrize("gone", ["pile", "city"])
def test_no_peripetia_from_an_empty_pile_or_in_the_city(gone: str) -> None:
    """RULES 7.8, D30."""
    parts = {"peripetia_pile": []} if gone == "pile" else {"camp": 87}
    s = table(Prepare(), top="exp_love", options={"peripeties": True}, arrived=gone == "city", **parts)  # type: ignore[arg-type]
    assert "draw-peripetia" not in asked(s)


def test_vector_5_the_city_stops_the_scout() -> None:
    """RULES 5.1."""
    s = table(Prepare(), top="exp_sea", camp=55, city_page=63, options={"peripeties": True})
    s.peripetia_pile.remove("per_termites")
    s.peripetia_pile.insert(0, "per_termites")
    say(s, 0, "draw-peripetia", "draw")
    assert s.now().page == 63
    assert not s.arrived
    assert game.view(s, 0).city is None


def test_a_short_page_sends_the_scout_back_but_never_behind_the_camp() -> None:
    """RULES 2.4, D10."""
    book = small_book(short=(41, 39, 37, 43))
    assert passage.ahead(book, 35, 87, 3) == 35
    # Even the Camp's page is too short: on to the first long enough after the target.
    assert passage.ahead(book, 37, 87, 2) == 45
    assert passage.ahead(book, 37, 45, 2) == 45
    all_short = small_book(short=tuple(range(37, 87)))
    assert passage.ahead(all_short, 37, 87, 2) == 87


# -- 2.5 and D24: reading a page again ---------------------------------------------


def test_the_page_of_the_turn_before_may_be_left_for_the_one_before_it() -> None:
    """RULES 2.5, D11."""
    s = table(Prepare(), top="exp_love", read=[Read(1, 0, 47, 6)], turns=2)
    assert asked(s, 0) == {"step-back": ("stay", "step-back")}
    assert s.now().passage == ()
    told = say(s, 0, "step-back", "step-back")
    assert "stepped-back" in kinds(told)
    assert s.now().page == 45
    assert "step-back" not in asked(s, 0)


def test_or_be_read_again() -> None:
    s = table(Prepare(), top="exp_love", read=[Read(1, 0, 47, 6)], turns=2)
    say(s, 0, "step-back", "stay")
    assert s.now().page == 47


def test_a_page_of_an_earlier_turn_is_no_reason_to_step_back() -> None:
    s = table(Prepare(), top="exp_love", read=[Read(1, 0, 47, 6), Read(2, 0, 51, 6)], turns=3)
    assert "step-back" not in asked(s)


def test_nobody_steps_back_behind_the_camp() -> None:
    book = small_book(short=(39, 37))
    s = table(Prepare(), top="exp_night", book=book, read=[Read(1, 0, 41, 6)], turns=2)
    assert s.now().page == 41
    assert "step-back" not in asked(s)


def test_at_the_city_the_city_steps_back_too_and_stays_there() -> None:
    """RULES 5.3, D24."""
    s = table(Prepare(), top="exp_sea", camp=81, city_page=87, read=[Read(1, 0, 87, 6), Read(2, 0, 83, 6)], turns=3)
    say(s, 0, "step-back", "step-back")
    assert (s.now().page, s.city_page, s.camp) == (85, 85, 81)


def test_the_city_stays_after_the_camp() -> None:
    s = table(Prepare(), top="exp_sea", camp=85, city_page=87, read=[Read(1, 0, 87, 6)], turns=2)
    assert "step-back" not in asked(s)


def test_a_camp_that_has_arrived_goes_along() -> None:
    s = table(Prepare(), arrived=True, camp=87, read=[Read(1, 0, 87, 6)], turns=2)
    assert s.now().page == 87
    say(s, 0, "step-back", "step-back")
    assert (s.now().page, s.city_page, s.camp) == (85, 85, 85)


def test_the_new_page_of_the_city_has_six_lines() -> None:
    s = table(Prepare(), book=small_book(short=(85, 83)), arrived=True, camp=87, read=[Read(1, 0, 87, 6)], turns=2)
    say(s, 0, "step-back", "step-back")
    assert s.city_page == 81


# -- the compass -------------------------------------------------------------------


def test_the_compass_is_the_scouts_secret_and_may_be_changed() -> None:
    """RULES 4.5, 4.6, 4.7, D38."""
    s = table(Prepare())
    told = say(s, 0, "set-compass", "E")
    assert [(event.kind, event.to) for event in told] == [("compass-set", None), ("set-compass", (0,))]
    told = say(s, 0, "set-compass", "W")
    assert [(event.kind, event.to) for event in told] == [("set-compass", (0,))]
    assert s.now().compass == "W"
    mine, others = game.view(s, 0), game.view(s, 1)
    assert mine.scouting is not None
    assert mine.scouting.compass == "W"
    assert others.scouting is None
    assert others.now is not None
    assert (others.now.compass_set, others.now.compass) == (True, None)


def test_nothing_is_read_aloud_without_a_compass_and_it_points_one_way() -> None:
    """RULES D47."""
    s = table(Prepare())
    assert refused(s, 0, "set-compass", "read-aloud") == "compass-first"
    assert refused(s, 0, "set-compass", "N", "E") == "one-direction"
    assert refused(s, 0, "set-compass", "N", "at-random") == "one-direction"
    say(s, 0, "set-compass", "N", "read-aloud")
    assert "set-compass" not in asked(s)


def test_chance_sets_the_compass_of_a_scout_who_does_not() -> None:
    """RULES D43, D47."""
    s = table(Prepare(), seats=2)
    say(s, 0, "set-compass", "at-random")
    say(s, 1, "take-mission", "ready")
    assert s.now().compass in ("N", "E", "S", "W")


def test_when_the_sand_has_run_out_the_reading_begins_all_the_same() -> None:
    s = table(Prepare(), options={"timed": True, "peripeties": True})
    [sand] = [question for question in game.decisions(s) if question.seat == -1]
    assert (sand.kind, sand.seconds) == ("hourglass", 180)
    say(s, -1, "hourglass", "ran-out")
    assert s.now().page == 37 + 2 * 9
    assert s.now().compass is not None
    assert s.now().peripetia is None


def test_the_scout_is_silent_from_the_passage_to_the_compass() -> None:
    """RULES D38, D46."""
    s = table(Prepare())
    [room] = game.rooms(s)
    assert (room.speak, room.hear) == ((1, 2), (0, 1, 2))
    s.now().chosen = "N"
    [room] = game.rooms(s)
    assert room.speak == (0, 1, 2)
