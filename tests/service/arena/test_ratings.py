"""Ratings and results: correct, and reproduced exactly from the export."""

from __future__ import annotations

from html.parser import HTMLParser
from random import Random

import pytest

from service.arena import export
from service.arena.comparisons import compare, meetings_by_round
from service.arena.export import BadExport, GameRecord
from service.arena.pairing import Meeting
from service.arena.plan import Entrant, Plan, make_plan
from service.arena.players import ArenaAnswer, ArenaBot, ArenaSeat
from service.arena.ratings import LadderKey, add_arena, ladder_of, rate
from service.arena.report import report
from service.arena.results import bias, cross, results, share, wilson
from service.games.kit.decision import Illegal
from tests.service.arena.arenas import arena, bot, played

GAMES = [
    ("faraway", ("random", "greedy"), 3),
    ("not_alone", ("random", "sensible"), 3),
    ("new_lands", ("random", "dozy", "sharp"), 2),
]


@pytest.fixture(scope="module", params=GAMES, ids=lambda each: each[0])
def some(request: pytest.FixtureRequest) -> tuple[Plan, list[GameRecord]]:
    """An arena of each kind of game."""
    game, levels, seats = request.param
    plan = arena(game, *levels, games=12, seats=seats)
    return plan, played(plan)


def test_the_export_is_lossless(some: tuple[Plan, list[GameRecord]]) -> None:
    plan, records = some
    raw = export.encode(plan, records)
    assert export.decode(raw) == (plan, records, len(raw))


def test_ratings_do_not_depend_on_the_order_of_records(some: tuple[Plan, list[GameRecord]]) -> None:
    plan, records = some
    shuffled = Random(1).sample(records, len(records))
    again, decoded, _ = export.decode(export.encode(plan, shuffled))

    assert rate(again, decoded) == rate(plan, records) == rate(plan, shuffled)
    assert list(rate(again, decoded)) == list(rate(plan, records))


def test_a_game_that_is_in_the_export_twice_counts_once(some: tuple[Plan, list[GameRecord]]) -> None:
    plan, records = some
    raw = export.encode(plan, [*records, records[3]])
    assert rate(*export.decode(raw)[:2]) == rate(plan, records)


def test_an_incomplete_last_line_is_ignored(some: tuple[Plan, list[GameRecord]]) -> None:
    plan, records = some
    raw = export.encode(plan, records)
    for cut in (1, 20):
        _, decoded, whole = export.decode(raw[:-cut])
        assert decoded == records[:-1]
        assert raw[:whole] == export.encode(plan, records[:-1])


@pytest.mark.parametrize("raw", [b"", b"hello\n", b"{}\n", b'{"format":"farshore-arena/1"'])
def test_other_files_are_refused(raw: bytes) -> None:
    with pytest.raises(BadExport):
        export.decode(raw)


def test_ratings_are_per_role_and_count_games(some: tuple[Plan, list[GameRecord]]) -> None:
    plan, records = some
    ratings = rate(plan, records)
    roles = {"creature", "hunted"} if plan.game == "not_alone" else {"player"}
    assert {role for _, role in ratings} == roles
    for (name, role), rating in ratings.items():
        number = [each.name for each in plan.entrants].index(name)
        mine = [record for record in records if any(e == number and r == role for e, r in seats(record))]
        assert rating.games == len(mine)
        assert rating.low < rating.mu < rating.high
        assert rating.ordinal < rating.low


def seats(record: GameRecord) -> list[tuple[int, str]]:
    return list(zip(record.seats, record.roles or ("player",) * len(record.seats), strict=True))


# -- comparisons ---------------------------------------------------------------------------


def record(game: int, seats: tuple[int, ...], places: tuple[int, ...], **more: object) -> GameRecord:
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    facts = {"round": 0, "comparison": game, "deal": game // 2, "winners": winners, "decisions": (1,) * len(seats)}
    return GameRecord(game=game, seats=seats, places=places, **{**facts, **more})  # type: ignore[arg-type]


def test_an_entrant_on_several_seats_counts_with_its_mean_place() -> None:
    plan = arena("faraway", "random", "greedy", games=2, seats=4)
    [comparison] = compare(plan, [record(0, (0, 1, 0, 1), (1, 2, 4, 3))])
    assert {side.entrant: side.rank for side in comparison.sides} == {0: 1, 1: 1}
    [comparison] = compare(plan, [record(0, (0, 1, 0, 1), (1, 2, 3, 4))])
    assert comparison.points() == {0: 1.0, 1: 0.0}


def test_teams_are_compared_on_the_same_deal_and_only_when_all_have_played() -> None:
    plan = arena("mountains_of_madness", "random", "guide", games=2)
    won = record(0, (0, 0, 0), (1, 1, 1), comparison=0, scores=(3, 3, 3))
    lost = record(1, (1, 1, 1), (2, 2, 2), comparison=0, scores=(-1, -1, -1))
    early = record(1, (1, 1, 1), (2, 2, 2), comparison=0)
    assert compare(plan, [won]) == []
    [comparison] = compare(plan, [won, lost])
    assert comparison.points() == {0: 1.0, 1: 0.0}
    also = record(0, (0, 0, 0), (2, 2, 2), comparison=0, scores=(-4, -4, -4))
    [comparison] = compare(plan, [also, early])
    assert comparison.points() == {0: 1.0, 1: 0.0}


def test_meetings_have_mean_points() -> None:
    plan = arena("faraway", "random", "greedy", games=4, system="swiss", rounds=2)
    records = [record(0, (0, 1), (1, 2)), record(1, (1, 0), (1, 2)), record(2, (0, 1), (2, 1), round=1)]
    assert meetings_by_round(plan, records) == [
        [Meeting((0, 1), {0: 0.5, 1: 0.5})],
        [Meeting((0, 1), {0: 0.0, 1: 1.0})],
    ]


# -- results -------------------------------------------------------------------------------


def test_wilsons_interval() -> None:
    # Agresti and Coull 1998: 0 of 10, and 5 of 10.
    assert wilson(0.0, 10) == pytest.approx((0.0, 0.2775), abs=1e-3)
    assert wilson(0.5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-3)


def test_intervals_are_computed_over_deals() -> None:
    alike = share({deal: [float(deal % 2)] * 10 for deal in range(20)})
    apart = share({deal: [float(n % 2) for n in range(10)] for deal in range(20)})
    assert alike.mean == apart.mean == 0.5
    assert alike.high - alike.low > 0.35
    assert alike.games == 200
    single = share({deal: [float(deal % 2)] for deal in range(20)})
    assert alike.high == pytest.approx(single.high, abs=0.02)


def test_the_cross_table_has_both_sides_of_each_pair(some: tuple[Plan, list[GameRecord]]) -> None:
    plan, records = some
    table = cross(plan, compare(plan, records))
    for (one, other), found in table.items():
        assert found.mean + table[other, one].mean == pytest.approx(1)
        assert found.low <= found.mean <= found.high


def test_wins_count_per_seat() -> None:
    plan = arena("faraway", "random", "greedy", games=2, seats=4)
    records = [record(0, (0, 1, 0, 1), (1, 2, 4, 3)), record(1, (1, 0, 1, 0), (1, 2, 3, 4))]
    found = {each.entrant: each.wins.mean for each in results(plan, records).standings}
    assert found == {"random": 0.5, "greedy": 0.5}
    team = arena("mountains_of_madness", "guide", games=2)
    [alone] = results(team, [record(0, (0, 0, 0), (1, 1, 1)), record(1, (0, 0, 0), (2, 2, 2))]).standings
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
def test_the_report_is_self_contained(some: tuple[Plan, list[GameRecord]], language: str) -> None:
    plan, records = some
    page = report(results(plan, records), language)
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


def test_names_are_escaped_in_the_report() -> None:
    import msgspec

    plan = arena("faraway", "random", "greedy", games=4)
    evil = msgspec.structs.replace(plan.entrants[0], name="<script>alert(1)</script>&\"'")
    plan = msgspec.structs.replace(plan, entrants=(evil, plan.entrants[1]))
    page = report(results(plan, played(plan)))
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_both_languages_have_the_same_keys() -> None:
    from service.arena.report import text

    assert text("en").keys() == text("fr").keys()


# -- correctness ---------------------------------------------------------------------------


class HalfRandom(ArenaBot):
    """Chooses at random every third time."""

    def answer(self, seat: ArenaSeat, refused: Illegal | None) -> ArenaAnswer | None:
        self.bot = seat.game.bots[seat.random.choice(("greedy", "greedy", "random"))]
        return super().answer(seat, refused)


def half_random(plan: Plan, entrant: Entrant) -> ArenaBot:
    """A factory with an additional kind of player."""
    return (HalfRandom if entrant.name == "half" else ArenaBot)(plan, entrant)


@pytest.mark.thorough
def test_ratings_order_players_by_strength_with_disjoint_intervals() -> None:
    half = Entrant(name="half", level="greedy", thoughts=1)
    plan = make_plan("faraway", (bot("greedy"), bot("random"), half), games=300, seed="test")

    ratings = rate(plan, played(plan, half_random))

    random, middle, greedy = (ratings[name, "player"] for name in ("random", "half", "greedy"))
    assert random.high < middle.low
    assert middle.high < greedy.low


@pytest.mark.thorough
def test_in_both_roles_of_not_alone_sensible_beats_random() -> None:
    plan = arena("not_alone", "random", "sensible", games=60, seats=3)
    ratings = rate(plan, played(plan))
    for role in ("creature", "hunted"):
        assert ratings["random", role].high < ratings["sensible", role].low


def test_the_ladder_adds_arenas_in_order() -> None:
    first, second = (
        arena("faraway", "random", "greedy", games=6),
        arena("faraway", "greedy", "random", games=4, seed="b"),
    )
    other = arena("new_lands", "random", "sharp", games=4)
    exports = [export.encode(plan, played(plan)) for plan in (first, other, second)]

    rated = ladder_of(exports)

    assert rated["faraway", "bot:greedy@1:1", "player"].games == 10
    assert rated["new_lands", other.entrants[1].key(other.rules), "player"].games == 2
    alone = ladder_of(exports[:1])
    assert {key[1:]: each for key, each in alone.items()} == {
        (f"bot:{name}@1:1", role): each for (name, role), each in rate(first, played(first)).items()
    }
    step: dict[LadderKey, object] = {}
    for raw in exports:
        step = add_arena(step, *export.decode(raw)[:2])  # type: ignore[arg-type,assignment]
    assert step == rated
