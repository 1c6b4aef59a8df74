"""The explorer: counts that agree with the decisions, and intervals that agree with the textbook."""

from __future__ import annotations

from collections import Counter

import pytest

from service.explorer.explorer import mean, rate
from service.games import REGISTRY
from service.stores import Stores
from service.tables.session import load
from service.tables.store import Table
from tests.service.archive.archived import finished, move
from tests.service.people import Person
from tests.service.table import BOT, changed, play_bots, started


def test_cards_are_counted_as_they_were_offered_and_taken(ada: Person, ben: Person, stores: Stores) -> None:
    for _ in range(2):
        finished(stores, ada, ben)
    move(stores)
    ids = [game["id"] for game in ada.get("/games/history").json["items"]]
    decisions = stores.history.decisions(ids)
    offered = Counter((one["kind"], card) for one in decisions for card in one["offered"])
    taken = Counter((one["kind"], card) for one in decisions for card in one["picks"])

    shown = ada.get("/games/faraway/explorer").json

    assert shown["kinds"] == ["explore", "keep-regions", "keep-sanctuary", "take-region"]
    assert {(one["kind"], one["card"]): (one["offered"], one["taken"]) for one in shown["items"]} == {
        key: (times, taken[key]) for key, times in offered.items()
    }
    people = ada.get("/games/faraway/explorer?level=person&kind=take-region").json["items"]
    assert 0 < sum(one["taken"] for one in people) < sum(n for (kind, _), n in taken.items() if kind == "take-region")
    assert ada.get("/games/faraway/explorer?seats=2").json["items"] == []


def test_the_page_of_a_card_has_its_name_and_adds_up(ada: Person, ben: Person, stores: Stores) -> None:
    finished(stores, ada, ben)
    move(stores)
    one = ada.get("/games/faraway/explorer?kind=explore").json["items"][0]

    shown = ada.get(f"/games/faraway/explorer/{one['card']}", headers={"Accept-Language": "fr"}).json

    [total] = [row for row in shown["kinds"] if row["kind"] == "explore"]
    groups = [row for row in shown["groups"] if row["kind"] == "explore"]
    assert total["offered"] == one["offered"] == sum(row["offered"] for row in groups)
    assert {row["seats"] for row in groups} == {3}
    assert shown["name"] == REGISTRY["faraway"].words("fr").cards[one["card"]].name
    assert ada.get("/games/faraway/explorer/r999").status_code == 404


@pytest.mark.parametrize("how", [{"visibility": "private"}, {"deal": "monday"}])
def test_private_practice_and_running_games_do_not_count(
    ada: Person, ben: Person, stores: Stores, how: dict[str, str]
) -> None:
    finished(stores, ada, ben, **how)
    started(ada, ben)
    move(stores)

    assert ada.get("/games/faraway/explorer").json["items"] == []


@pytest.mark.thorough
@pytest.mark.parametrize("game", REGISTRY)
def test_every_game_has_cards_with_names(ada: Person, stores: Stores, game: str) -> None:
    seats = [BOT] * min(REGISTRY[game].seats)
    table = ada.post("/tables", {"game": game, "seats": seats, "start": "full"}).json["id"]
    while not load(stores.tables, table).table.over:
        if not play_bots(stores):
            changed(stores, table, _run_out)
    move(stores)

    items = ada.get(f"/games/{game}/explorer").json["items"]

    assert {one["kind"] for one in items} <= REGISTRY[game].card_decisions | REGISTRY[game].dealt_kinds
    assert {one["kind"] for one in items} >= REGISTRY[game].dealt_kinds
    assert all(one["name"] != one["card"] for one in items if one["kind"] in REGISTRY[game].dealt_kinds)
    assert sum(one["taken"] for one in items) > 0
    assert all(one["offered"] >= one["taken"] and one["takers"] <= one["seen"] for one in items)
    assert {one["level"] for one in ada.get(f"/games/{game}/explorer/{items[0]['card']}").json["groups"]} == {"random"}


def _run_out(table: Table) -> None:
    for opening in table.opened.values():
        opening.deadline = 0


def test_the_kinds_that_games_declare_have_prompts() -> None:
    for game in REGISTRY.values():
        assert game.card_decisions
        assert game.card_decisions <= set(game.words("en").decisions)


def test_intervals_are_those_of_the_textbook() -> None:
    # Wilson: Newcombe 1998, table I, 81 of 263 and 0 of 20.
    assert rate(81, 263) == {"value": 0.308, "low": 0.2553, "high": 0.3662}
    assert rate(0, 20) == {"value": 0.0, "low": 0.0, "high": 0.1611}
    assert rate(0, 0) is None
    assert mean(4, 20.0, 120.0) == {"value": 5.0, "low": 2.47, "high": 7.53}
    assert mean(1, 5.0, 25.0) == {"value": 5.0, "low": None, "high": None}
    assert mean(0, 0.0, 0.0) is None
