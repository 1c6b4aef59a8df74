"""Ratings and tables: reproduced to the last bit from the export, and right."""

from __future__ import annotations

from html.parser import HTMLParser
from random import Random

import pytest

from service.arena import ladders
from service.arena import rows as writing
from service.arena.bouts import bouts, past
from service.arena.minds import BotAnswer, BuiltIn, Place
from service.arena.pairing import Met
from service.arena.plans import Entrant, Plan, draw_up
from service.arena.ratings import rate
from service.arena.report import report
from service.arena.rows import NoArena, Row
from service.arena.tables import bias, cross, results, share, wilson
from service.games import SHELF
from tests.arena.small import arena, bot, played

GAMES = [
    ("faraway", ("random", "greedy"), 3),
    ("not_alone", ("random", "sensible"), 3),
    ("new_lands", ("random", "dozy", "sharp"), 2),
]


@pytest.fixture(scope="module", params=GAMES, ids=lambda each: each[0])
def some(request: pytest.FixtureRequest) -> tuple[Plan, list[Row]]:
    """An arena of each kind of game."""
    game, levels, seats = request.param
    plan = arena(game, *levels, games=12, seats=seats)
    return plan, played(plan)


def test_the_export_says_it_all(some: tuple[Plan, list[Row]]) -> None:
    plan, rows = some
    raw = writing.export(plan, rows)
    assert writing.read(raw) == (plan, rows, len(raw))


def test_ratings_are_reproduced_exactly_also_from_shuffled_rows(some: tuple[Plan, list[Row]]) -> None:
    plan, rows = some
    shuffled = Random(1).sample(rows, len(rows))
    again, read, _ = writing.read(writing.export(plan, shuffled))

    assert rate(again, read) == rate(plan, rows) == rate(plan, shuffled)
    assert list(rate(again, read)) == list(rate(plan, rows))


def test_a_game_that_is_in_the_export_twice_counts_once(some: tuple[Plan, list[Row]]) -> None:
    plan, rows = some
    raw = writing.export(plan, [*rows, rows[3]])
    assert rate(*writing.read(raw)[:2]) == rate(plan, rows)


def test_a_torn_line_is_dropped(some: tuple[Plan, list[Row]]) -> None:
    plan, rows = some
    raw = writing.export(plan, rows)
    for cut in (1, 20):
        _, read, whole = writing.read(raw[:-cut])
        assert read == rows[:-1]
        assert raw[:whole] == writing.export(plan, rows[:-1])


@pytest.mark.parametrize("raw", [b"", b"hello\n", b"{}\n", b'{"format":"farshore-arena/1"'])
def test_something_else_is_no_export(raw: bytes) -> None:
    with pytest.raises(NoArena):
        writing.read(raw)


def test_ratings_count_games_and_know_roles(some: tuple[Plan, list[Row]]) -> None:
    plan, rows = some
    ratings = rate(plan, rows)
    roles = {"creature", "hunted"} if plan.game == "not_alone" else {"player"}
    assert {role for _, role in ratings} == roles
    for (name, role), rating in ratings.items():
        number = [each.name for each in plan.entrants].index(name)
        mine = [row for row in rows if any(e == number and r == role for e, r in seats(row))]
        assert rating.games == len(mine)
        assert rating.low < rating.mu < rating.high
        assert rating.ordinal < rating.low


def seats(row: Row) -> list[tuple[int, str]]:
    return list(zip(row.seats, row.roles or ("player",) * len(row.seats), strict=True))


# -- what is compared ----------------------------------------------------------------------


def row(game: int, seats: tuple[int, ...], places: tuple[int, ...], **more: object) -> Row:
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    facts = {"round": 0, "bout": game, "deal": game // 2, "winners": winners, "decisions": (1,) * len(seats)}
    return Row(game=game, seats=seats, places=places, **{**facts, **more})  # type: ignore[arg-type]


def test_who_has_several_seats_counts_with_their_mean_place() -> None:
    plan = arena("faraway", "random", "greedy", games=2, seats=4)
    [bout] = bouts(plan, [row(0, (0, 1, 0, 1), (1, 2, 4, 3))])
    assert {side.entrant: side.rank for side in bout.sides} == {0: 1, 1: 1}
    [bout] = bouts(plan, [row(0, (0, 1, 0, 1), (1, 2, 3, 4))])
    assert bout.points() == {0: 1.0, 1: 0.0}


def test_teams_are_compared_on_the_same_deal_and_only_when_all_have_played() -> None:
    plan = arena("mountains_of_madness", "random", "guide", games=2)
    won = row(0, (0, 0, 0), (1, 1, 1), bout=0, scores=(3, 3, 3))
    lost = row(1, (1, 1, 1), (2, 2, 2), bout=0, scores=(-1, -1, -1))
    early = row(1, (1, 1, 1), (2, 2, 2), bout=0)
    assert bouts(plan, [won]) == []
    [bout] = bouts(plan, [won, lost])
    assert bout.points() == {0: 1.0, 1: 0.0}
    also = row(0, (0, 0, 0), (2, 2, 2), bout=0, scores=(-4, -4, -4))
    [bout] = bouts(plan, [also, early])
    assert bout.points() == {0: 1.0, 1: 0.0}


def test_the_past_has_the_points_of_each_meeting() -> None:
    plan = arena("faraway", "random", "greedy", games=4, system="swiss", rounds=2)
    rows = [row(0, (0, 1), (1, 2)), row(1, (1, 0), (1, 2)), row(2, (0, 1), (2, 1), round=1)]
    assert past(plan, rows) == [[Met((0, 1), {0: 0.5, 1: 0.5})], [Met((0, 1), {0: 0.0, 1: 1.0})]]


# -- tables --------------------------------------------------------------------------------


def test_wilsons_interval() -> None:
    # Agresti and Coull 1998: 0 of 10, and 5 of 10.
    assert wilson(0.0, 10) == pytest.approx((0.0, 0.2775), abs=1e-3)
    assert wilson(0.5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-3)


def test_an_interval_is_taken_over_deals() -> None:
    alike = share({deal: [float(deal % 2)] * 10 for deal in range(20)})
    apart = share({deal: [float(n % 2) for n in range(10)] for deal in range(20)})
    assert alike.mean == apart.mean == 0.5
    assert alike.high - alike.low > 0.35
    assert alike.games == 200
    single = share({deal: [float(deal % 2)] for deal in range(20)})
    assert alike.high == pytest.approx(single.high, abs=0.02)


def test_the_cross_table_has_both_sides_of_each_pair(some: tuple[Plan, list[Row]]) -> None:
    plan, rows = some
    table = cross(plan, bouts(plan, rows))
    for (one, other), found in table.items():
        assert found.mean + table[other, one].mean == pytest.approx(1)
        assert found.low <= found.mean <= found.high


def test_a_game_is_won_by_whoever_has_the_seat_that_won() -> None:
    plan = arena("faraway", "random", "greedy", games=2, seats=4)
    rows = [row(0, (0, 1, 0, 1), (1, 2, 4, 3)), row(1, (1, 0, 1, 0), (1, 2, 3, 4))]
    found = {each.entrant: each.wins.mean for each in results(plan, rows).standings}
    assert found == {"random": 0.5, "greedy": 0.5}
    team = arena("mountains_of_madness", "guide", games=2)
    [alone] = results(team, [row(0, (0, 0, 0), (1, 1, 1)), row(1, (0, 0, 0), (2, 2, 2))]).standings
    assert (alone.wins.mean, alone.points) == (0.5, None)


def test_the_bias_of_seats_adds_up() -> None:
    plan = arena("faraway", "random", "greedy", games=12, seats=3)
    found = bias(plan, played(plan))
    assert [each.name for each in found] == ["0", "1", "2"]
    assert sum(each.won.mean for each in found) == pytest.approx(1)
    assert all(each.fair == pytest.approx(1 / 3) for each in found)
    sides = arena("not_alone", "random", "sensible", games=8)
    found = bias(sides, played(sides))
    assert [each.name for each in found] == ["creature", "hunted"]
    assert sum(each.won.mean for each in found) == pytest.approx(1)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_report_asks_nobody_for_anything(some: tuple[Plan, list[Row]], language: str) -> None:
    plan, rows = some
    page = report(results(plan, rows), language)
    seen: list[tuple[str, dict[str, str | None]]] = []

    stack: list[str] = []

    class Tags(HTMLParser):
        void = frozenset({"meta", "br", "line", "circle", "polygon", "polyline"})

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            seen.append((tag, dict(attrs)))
            if tag not in self.void:
                stack.append(tag)

        def handle_endtag(self, tag: str) -> None:
            if tag not in self.void:
                assert stack.pop() == tag

    parser = Tags(convert_charrefs=True)
    parser.feed(page)
    parser.close()
    assert stack == []
    assert "://" not in page
    assert "url(" not in page
    assert "@import" not in page
    assert not {tag for tag, _ in seen} & {"script", "link", "img", "iframe", "object", "embed", "base", "form"}
    assert not [attrs for _, attrs in seen if {"src", "href", "srcset", "action", "onload"} & attrs.keys()]
    assert sum(tag == "svg" for tag, _ in seen) >= 2
    for entrant in plan.entrants:
        assert entrant.name in page


def test_names_cannot_bring_markup_into_the_report() -> None:
    import msgspec

    plan = arena("faraway", "random", "greedy", games=4)
    evil = msgspec.structs.replace(plan.entrants[0], name="<script>alert(1)</script>&\"'")
    plan = msgspec.structs.replace(plan, entrants=(evil, plan.entrants[1]))
    page = report(results(plan, played(plan)))
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_both_languages_say_the_same_things() -> None:
    from service.arena.report import text

    assert text("en").keys() == text("fr").keys()


# -- right ---------------------------------------------------------------------------------


class HalfAsleep(BuiltIn):
    """Chooses by chance every third time."""

    def answer(self, place: Place, reason: str | None) -> BotAnswer | None:
        self.bot = place.game.bots[place.random.choice(("greedy", "greedy", "random"))]
        return super().answer(place, reason)


def half_asleep(plan: Plan, entrant: Entrant) -> BuiltIn:
    """A maker with one more kind of player."""
    return (HalfAsleep if entrant.name == "half" else BuiltIn)(plan, entrant)


@pytest.mark.thorough
def test_players_come_out_in_their_order_with_intervals_apart() -> None:
    half = Entrant(name="half", level="greedy", thoughts=1)
    plan = draw_up("faraway", (bot("greedy"), bot("random"), half), games=300, seed="test")

    ratings = rate(plan, played(plan, half_asleep))

    random, middle, greedy = (ratings[name, "player"] for name in ("random", "half", "greedy"))
    assert random.high < middle.low
    assert middle.high < greedy.low


@pytest.mark.thorough
def test_in_both_roles_of_not_alone_sense_beats_chance() -> None:
    plan = arena("not_alone", "random", "sensible", games=60, seats=3)
    ratings = rate(plan, played(plan))
    for role in ("creature", "hunted"):
        assert ratings["random", role].high < ratings["sensible", role].low


def test_arenas_one_after_the_other_make_a_ladder() -> None:
    first, second = (
        arena("faraway", "random", "greedy", games=6),
        arena("faraway", "greedy", "random", games=4, seed="b"),
    )
    other = arena("new_lands", "random", "sharp", games=4)
    exports = [writing.export(plan, played(plan)) for plan in (first, other, second)]

    folded = ladders.fold(exports)

    assert folded["faraway", "bot:greedy@1:1", "player"].games == 10
    assert folded["new_lands", f"bot:sharp@1:{SHELF['new_lands'].rules_version}", "player"].games == 2
    alone = ladders.fold(exports[:1])
    assert {key[1:]: each for key, each in alone.items()} == {
        (f"bot:{name}@1:1", role): each for (name, role), each in rate(first, played(first)).items()
    }
    step: dict[ladders.Rung, object] = {}
    for raw in exports:
        step = ladders.go_on(step, *writing.read(raw)[:2])  # type: ignore[arg-type,assignment]
    assert step == folded
