"""Whole games of Faraway over HTTP with players, bots and spectators; every score is computed a second time."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from service.stores import Stores
from tests.service import scorer
from tests.service.people import JSON, Person
from tests.service.table import by_chance, play_out, started

MIXED = [(2, 0), (1, 1), (3, 0), (1, 2), (2, 2), (4, 0), (3, 2), (1, 4), (6, 0), (2, 4)]


@pytest.mark.thorough
@pytest.mark.parametrize("advanced", [False, True], ids=["base", "advanced"])
@pytest.mark.parametrize(("people", "bots"), MIXED)
def test_a_whole_game_ends_with_the_scores_that_its_cards_give(
    register: Callable[[str], Person], nobody: Person, stores: Stores, people: int, bots: int, advanced: bool
) -> None:
    players = [register(f"Player {n}") for n in range(people)]
    table = started(*players, bots=bots, options={"advanced": advanced}, deal=f"{people}-{bots}-{advanced}")

    result = play_out(stores, table, players, by_chance(Random(people)))["result"]

    shown = nobody.get(f"/tables/{table}/view").json
    areas = [(one["row"], one["sanctuaries"]) for one in shown["view"]["players"]]
    assert result["scores"] == [scorer.fame(*area) for area in areas]
    ranking = scorer.order(areas)
    assert result["winners"] == ranking[:1]
    assert [ranking[place - 1] for place in result["places"]] == list(range(people + bots))
    assert shown["result"] == result
    for row, sanctuaries in areas:
        assert len(row) == 8
        assert len(sanctuaries) == scorer.ascents(row)


def test_a_table_of_bots_plays_itself_while_somebody_watches(ada: Person, nobody: Person, stores: Stores) -> None:
    table = ada.post(
        "/tables", {"game": "faraway", "seats": [{"kind": "bot", "level": "random"}] * 3, "start": "full"}
    ).json["id"]

    with nobody.follow(f"/tables/{table}/events") as stream:
        assert play_out(stores, table, [ada])["status"] == "finished"
        told = stream.rest()

    explored = [event["data"]["data"] for event in told if event["data"].get("kind") == "explored"]
    assert len(explored) == 24
    assert told[-1]["type"] == "finished"


def test_after_the_end_everybody_sees_the_score_pad_and_no_decision_is_left(
    ada: Person, ben: Person, nobody: Person, stores: Stores
) -> None:
    table = started(ada, ben)
    play_out(stores, table, [ada, ben])

    for person in (ada, ben, nobody):
        shown = person.get(f"/tables/{table}/view").json
        assert (shown["status"], shown["decisions"], shown["waiting"]) == ("finished", [], [])
        assert [sheet["total"] for sheet in shown["view"]["ending"]["sheets"]] == shown["result"]["scores"]


def test_the_story_tells_every_round_in_order(ada: Person, ben: Person, nobody: Person, stores: Stores) -> None:
    table = started(ada, ben)
    play_out(stores, table, [ada, ben])

    page = nobody.get(f"/tables/{table}/events?after=0&limit=1000", headers={"Accept": JSON}).json["items"]

    story = [event["data"] for event in page if event["type"] == "story"]
    assert [one["data"]["round"] for one in story if one["kind"] == "round-began"] == list(range(1, 9))
    assert [one["data"]["total"] for one in story if one["kind"] == "scored"] == (
        ada.get(f"/tables/{table}").json["result"]["scores"]
    )
