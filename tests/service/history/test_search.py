"""Random searches find the same games, in the same order, as a plain loop over all games does."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from service.archive.records import GameRecords, GameRows
from service.database.engine import Database
from service.history import history
from service.history.records import HistoryRecords, Row, Search, Sort
from tests.service.archive.test_records import NOW, game, new_id, seat_row

SORTS: tuple[Sort, ...] = ("newest", "oldest", "score", "length")


def random_game(number: int, random: Random) -> GameRows:
    """A game whose values are few, so that many games have the same ones."""
    people, finished = random.sample(["p_ada", "p_ben", "p_cleo"], 3), random.random() < 0.7
    name, count = random.choice(("faraway", "not_alone")), random.randint(1, 4)
    one = game(
        new_id(NOW + number),
        people=("",) * count,
        game=name,
        status="finished" if finished else "aborted",
        visibility=random.choice(("public", "public", "private")),
        finished=NOW + random.randint(0, 20),
        length=random.randint(1, 5),
    )
    seats = [random_seat(one.id, n, random, people.pop() if people else "", finished) for n in range(count)]
    one.seats[:] = [{**row, "game": name} for row in seats]
    one.game["best_score"] = max((row["score"] for row in seats if row["score"] is not None), default=None)
    for option in ("advanced", "second"):
        if random.random() < 0.8:
            value = random.choice(("true", "false"))
            one.options.append({"game_id": one.id, "name": option, "value": value, "game": name})
    return one


def random_seat(id: str, n: int, random: Random, player: str, finished: bool) -> Row:
    kind = random.choice(("player", "bot", "agent")) if player else "bot"
    place = random.randint(1, 4) if finished else None
    row = seat_row(
        id,
        n,
        player,
        kind=kind,
        role=random.choice(("creature", "hunted")),
        score=random.choice((None, 1, 2, 3)) if finished else None,
        place=place,
        won=place == 1,
        consent=random.random() < 0.6,
    )
    if kind == "player":
        return row
    row.update(player=None, consent=False)
    if kind == "bot":
        return {**row, "level": random.choice(("greedy", "random"))}
    version, model = random.choice(("1", "2", None)), random.choice(("llm", None))
    return {**row, "agent": random.choice(("a_1", "a_2")), "agent_version": version, "model": model}


FILTERS: dict[str, tuple[Any, ...]] = {
    "game": ("faraway", "not_alone"),
    "player": ("p_ada", "p_ben"),
    "opponent": ("p_ben", "p_cleo"),
    "agent": ("a_1", "a_2"),
    "version": ("1", "2"),
    "model": ("llm",),
    "level": ("greedy", "random"),
    "role": ("creature", "hunted"),
    "seats": (2, 3),
    "options": ((("advanced", "true"),), (("second", "false"), ("advanced", "false"))),
    "status": ("finished", "aborted"),
    "result": ("won", "lost"),
    "score_from": (2,),
    "score_to": (2, 3),
    "since": (NOW + 5,),
    "until": (NOW + 15,),
    "length_from": (2,),
    "length_to": (4,),
    "consent": (True, False),
}


def random_search(random: Random) -> Search:
    chosen = {name: random.choice(FILTERS[name]) for name in random.sample(list(FILTERS), random.randint(0, 4))}
    return Search(**chosen, private="player" in chosen and random.random() < 0.5)


def expected(games: list[GameRows], search: Search, sort: Sort) -> list[str]:
    """The ids of the games that fit, in order."""
    found = [(value, one.id) for one in games if (value := value_of(one, search, sort)) is not None]
    return [id for _, id in sorted(found, reverse=sort != "oldest")]


def value_of(one: GameRows, search: Search, sort: Sort) -> Any:
    """What a game is sorted by; None if it does not fit."""
    row, options = one.game, {option["name"]: option["value"] for option in one.options}
    people = [seat for seat in one.seats if seat["kind"] == "player"]
    wanted = {"game": search.game, "status": search.status, "seats": search.seats}
    refused = any(not person["consent"] for person in people)
    fits = (
        (search.private or row["visibility"] == "public")
        and all(value in (None, row[name]) for name, value in wanted.items())
        and within(row["finished"], search.since, search.until)
        and within(row["length"], search.length_from, search.length_to)
        and search.opponent in (None, *(person["player"] for person in people))
        and all(options.get(name) == value for name, value in search.options)
        and search.consent in (None, not refused)
    )
    named = [names for names in NAMES if any(getattr(search, name) is not None for name in names)]
    seats = [seat for seat in one.seats if seat_fits(seat, search, named[0] if named else ())]
    if not fits or (search.about_seat and not seats):
        return None
    if any(not any(is_named(seat, search, names) for seat in one.seats) for names in named):
        return None
    if not search.about_seat and not within(row["best_score"], search.score_from, search.score_to):
        return None
    if sort == "score" and search.about_seat:
        return max((seat["score"] for seat in seats if seat["score"] is not None), default=None)
    return row[{"score": "best_score", "length": "length"}.get(sort, "id")]


NAMES = (("player",), ("agent", "version", "model"), ("level",))


def is_named(seat: Row, search: Search, names: Sequence[str]) -> bool:
    columns = {name: "agent_version" if name == "version" else name for name in names}
    return all(getattr(search, name) in (None, seat[column]) for name, column in columns.items())


def seat_fits(seat: Row, search: Search, names: Sequence[str]) -> bool:
    results = {"won": seat["won"], "lost": seat["place"] is not None and not seat["won"], None: True}
    return (
        is_named(seat, search, names)
        and search.role in (None, seat["role"])
        and results[search.result]
        and within(seat["score"], search.score_from, search.score_to)
    )


def within(value: int | None, least: int | None, most: int | None) -> bool:
    if least is None and most is None:
        return True
    return value is not None and (least is None or value >= least) and (most is None or value <= most)


@pytest.mark.thorough
def test_random_searches_find_what_a_loop_over_all_games_finds(database: Database) -> None:
    random = Random(7)
    games = [random_game(n, random) for n in range(100)]
    GameRecords(database).put(games)
    records, found_some = HistoryRecords(database), 0

    for _ in range(400):
        search, sort, limit = random_search(random), random.choice(SORTS), random.choice((3, 10, 100))
        found, cursor = history.page(records, search, sort, None, limit)
        while cursor is not None:
            more, cursor = history.page(records, search, sort, cursor, limit)
            found += more
        assert [one["id"] for one in found] == expected(games, search, sort), (search, sort)
        found_some += bool(found)

    assert found_some > 200
