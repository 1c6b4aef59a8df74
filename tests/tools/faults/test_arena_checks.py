"""The checks of arenas accept a correct arena and find each falsified one."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from service.arena import ladder as ladders
from service.arena.export import Row, export
from service.arena.ratings import rate
from tests.arena.arenas import arena, played
from tests.tools.faults.examples import has_errors
from tools.faults.arena_checks import counted_once, one_table_per_game, played_once, same_games, same_ratings

Data = dict[str, Any]
PLAN = arena("faraway", "greedy", "random", games=4)


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    return played(PLAN)


def shown(rows: list[Row], counted: int | None = 0, **other: Any) -> Data:
    ratings = [
        {"entrant": name, "role": role, "mu": each.mu, "sigma": each.sigma, "games": each.games}
        for (name, role), each in rate(PLAN, rows).items()
    ]
    standing = {"status": "finished", "reason": None, "games": PLAN.games, "played": len(rows), "counted": counted}
    return {**standing, "ratings": ratings, **other}


def test_a_game_that_is_missing_or_there_twice_is_found(rows: list[Row]) -> None:
    assert not has_errors(played_once(shown(rows), export(PLAN, rows), [0, 2, 4]))
    assert has_errors(played_once(shown(rows), export(PLAN, rows[:-1]), []))
    assert has_errors(played_once(shown(rows), export(PLAN, [*rows, rows[1]]), []))
    assert has_errors(played_once(shown(rows), export(PLAN, [*rows, msgspec.structs.replace(rows[0], game=4)]), []))


def test_an_arena_that_is_stuck_or_loses_games_is_found(rows: list[Row]) -> None:
    assert has_errors(played_once(shown(rows, status="running"), export(PLAN, rows), [4]))
    assert has_errors(played_once(shown(rows), export(PLAN, rows), [3, 2, 4]))


def test_a_game_that_went_differently_is_found(rows: list[Row]) -> None:
    other = [*rows[:2], msgspec.structs.replace(rows[2], digest="0" * 16), *rows[3:]]

    assert not has_errors(same_games(export(PLAN, rows)))
    assert has_errors(same_games(export(PLAN, other)))


def test_ratings_that_do_not_follow_from_the_games_are_found(rows: list[Row]) -> None:
    assert not has_errors(same_ratings(shown(rows), export(PLAN, rows)))
    assert has_errors(same_ratings(shown(rows[:-1]), export(PLAN, rows)))


def at_tables(rows: list[Row]) -> tuple[list[Row], dict[str, Data]]:
    seated = [msgspec.structs.replace(row, table=f"t{row.game}") for row in rows]
    tables = {
        row.table: {"answers": [{"digest": row.digest}], "result": {"winners": row.winners, "scores": row.scores}}
        for row in seated
    }
    return seated, json.loads(json.dumps(tables))


def test_a_table_used_for_two_games_or_with_another_result_is_found(rows: list[Row]) -> None:
    seated, tables = at_tables(rows)
    assert not has_errors(one_table_per_game(seated, tables))
    assert has_errors(one_table_per_game([*seated, msgspec.structs.replace(seated[0], game=9)], tables))

    tables["t1"]["result"]["scores"] = [0, 0]
    assert has_errors(one_table_per_game(seated, tables))


def _turned(row: Row) -> Row:
    return msgspec.structs.replace(row, places=row.places[::-1], winners=tuple(1 - seat for seat in row.winners))


def test_a_ladder_that_counts_an_arena_twice_or_not_is_found(rows: list[Row]) -> None:
    # The second arena has the opposite results, so the order matters.
    exports = [export(PLAN, rows), export(PLAN, [_turned(row) for row in rows])]

    def ladder(*in_order: bytes) -> Data:
        items = [
            {"game": game, "entrant": name, "role": role, "mu": each.mu, "sigma": each.sigma, "games": each.games}
            for (game, name, role), each in ladders.fold(in_order).items()
        ]
        return {"items": items, "arenas": len(in_order)}

    both = [shown(rows, counted=1), shown(rows, counted=0)]
    assert not has_errors(counted_once(both, exports, ladder(*exports[::-1])))
    assert has_errors(counted_once(both, exports, ladder(*exports))), "in another order"
    assert has_errors(counted_once(both, exports, ladder(exports[1], exports[0], exports[0])))
    assert has_errors(counted_once(both, exports, ladder(exports[1])))
    assert has_errors(counted_once([shown(rows, counted=0), shown(rows, counted=None)], exports, ladder(exports[0])))
    # Counted twice, although the number of arenas looks right.
    assert has_errors(counted_once(both, exports, {**ladder(exports[1], exports[0], exports[0]), "arenas": 2}))
