"""Bots against each other: fair, repeatable, and put into figures."""

from __future__ import annotations

import pytest

from service.contest import Bout, chosen, contest, report

BOUT = Bout("faraway", ("greedy", "random"), seats=3, thoughts=1, options={}, seed="test")


def test_every_deal_is_played_once_for_each_way_to_sit() -> None:
    deals = contest(BOUT, games=7, processes=1)
    assert len(deals) == 4
    for greedy, random in deals:
        assert greedy.wins + random.wins == pytest.approx(2)
        assert len(greedy.scores) == len(random.scores) == 3


def test_a_contest_can_be_repeated_also_with_more_processes() -> None:
    def figures(processes: int) -> list[list[tuple[float, list[int]]]]:
        return [[(t.wins, t.scores) for t in deal] for deal in contest(BOUT, 4, processes)]

    assert figures(1) == figures(2)


def test_the_report_names_each_level_with_its_interval() -> None:
    text = report(BOUT, contest(BOUT, games=6, processes=1))
    assert "6 games (3 deals)" in text
    assert "greedy" in text
    assert "%" in text.splitlines()[-1]


def test_levels_may_stay_where_they_are() -> None:
    bout = Bout("not_alone", ("sensible", "random"), 4, thoughts=1, options={"creature": 0}, seed="test", stay=True)
    assert bout.sittings() == [[0, 1, 1, 1]]
    for creature, hunted in contest(bout, games=3, processes=1):
        assert creature.wins + hunted.wins == pytest.approx(1)


def test_an_option_has_a_value_or_is_turned_on() -> None:
    assert [chosen(each) for each in ("advanced", "creature=0", "content=exploration")] == [
        ("advanced", True),
        ("creature", 0),
        ("content", "exploration"),
    ]
