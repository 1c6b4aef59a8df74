"""The checks of arenas accept a correct arena and find each falsified one."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from service.arena.export import GameRecord, encode
from service.arena.ratings import ladder_of, rate
from tests.service.arena.arenas import arena, played
from tests.tools.faults.examples import has_errors
from tools.faults.arena_checks import counted_once, one_table_per_game, played_once, same_games, same_ratings

Data = dict[str, Any]
PLAN = arena("faraway", "greedy", "random", games=4)


@pytest.fixture(scope="module")
def records() -> list[GameRecord]:
    return played(PLAN)


def shown(records: list[GameRecord], counted: int | None = 0, **other: Any) -> Data:
    ratings = [
        {"entrant": name, "role": role, "mu": each.mu, "sigma": each.sigma, "games": each.games}
        for (name, role), each in rate(PLAN, records).items()
    ]
    standing = {"status": "finished", "reason": None, "games": PLAN.games, "played": len(records), "counted": counted}
    return {**standing, "ratings": ratings, **other}


def test_a_game_that_is_missing_or_there_twice_is_found(records: list[GameRecord]) -> None:
    assert not has_errors(played_once(shown(records), encode(PLAN, records), [0, 2, 4]))
    assert has_errors(played_once(shown(records), encode(PLAN, records[:-1]), []))
    assert has_errors(played_once(shown(records), encode(PLAN, [*records, records[1]]), []))
    assert has_errors(
        played_once(shown(records), encode(PLAN, [*records, msgspec.structs.replace(records[0], game=4)]), [])
    )


def test_an_arena_that_is_stuck_or_loses_games_is_found(records: list[GameRecord]) -> None:
    assert has_errors(played_once(shown(records, status="running"), encode(PLAN, records), [4]))
    assert has_errors(played_once(shown(records), encode(PLAN, records), [3, 2, 4]))


def test_a_game_that_went_differently_is_found(records: list[GameRecord]) -> None:
    other = [*records[:2], msgspec.structs.replace(records[2], digest="0" * 16), *records[3:]]

    assert not has_errors(same_games(encode(PLAN, records)))
    assert has_errors(same_games(encode(PLAN, other)))


def test_ratings_that_do_not_follow_from_the_games_are_found(records: list[GameRecord]) -> None:
    assert not has_errors(same_ratings(shown(records), encode(PLAN, records)))
    assert has_errors(same_ratings(shown(records[:-1]), encode(PLAN, records)))


def at_tables(records: list[GameRecord]) -> tuple[list[GameRecord], dict[str, Data]]:
    seated = [msgspec.structs.replace(record, table=f"t{record.game}") for record in records]
    tables = {
        record.table: {
            "answers": [{"digest": record.digest}],
            "result": {"winners": record.winners, "scores": record.scores},
        }
        for record in seated
    }
    return seated, json.loads(json.dumps(tables))


def test_a_table_used_for_two_games_or_with_another_result_is_found(records: list[GameRecord]) -> None:
    seated, tables = at_tables(records)
    assert not has_errors(one_table_per_game(seated, tables))
    assert has_errors(one_table_per_game([*seated, msgspec.structs.replace(seated[0], game=9)], tables))

    tables["t1"]["result"]["scores"] = [0, 0]
    assert has_errors(one_table_per_game(seated, tables))


def _turned(record: GameRecord) -> GameRecord:
    return msgspec.structs.replace(
        record, places=record.places[::-1], winners=tuple(1 - seat for seat in record.winners)
    )


def test_a_ladder_that_counts_an_arena_twice_or_not_is_found(records: list[GameRecord]) -> None:
    # The second arena has the opposite results, so the order matters.
    exports = [encode(PLAN, records), encode(PLAN, [_turned(record) for record in records])]

    def ladder(*in_order: bytes) -> Data:
        items = [
            {"game": game, "entrant": name, "role": role, "mu": each.mu, "sigma": each.sigma, "games": each.games}
            for (game, name, role), each in ladder_of(in_order).items()
        ]
        return {"items": items, "arenas": len(in_order)}

    both = [shown(records, counted=1), shown(records, counted=0)]
    assert not has_errors(counted_once(both, exports, ladder(*exports[::-1])))
    assert has_errors(counted_once(both, exports, ladder(*exports))), "in another order"
    assert has_errors(counted_once(both, exports, ladder(exports[1], exports[0], exports[0])))
    assert has_errors(counted_once(both, exports, ladder(exports[1])))
    assert has_errors(
        counted_once([shown(records, counted=0), shown(records, counted=None)], exports, ladder(exports[0]))
    )
    # Counted twice, although the number of arenas looks right.
    assert has_errors(counted_once(both, exports, {**ladder(exports[1], exports[0], exports[0]), "arenas": 2}))
