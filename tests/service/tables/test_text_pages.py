"""A table can be played from its text page alone."""

from __future__ import annotations

import re

import pytest

from service.games import REGISTRY
from service.stores import Stores
from tests.service.people import Person
from tests.service.table import BOT, ME, answer, open_decisions, open_table, play_bots, put, started

TEXT = {"Accept": "text/plain"}


def page(person: Person, table: str, language: str = "en") -> str:
    reply = person.get(f"/tables/{table}/view", headers={**TEXT, "Accept-Language": language})
    assert reply.status_code == 200
    assert reply.content_type == "text/plain; charset=utf-8"
    return reply.get_data(as_text=True)


def test_a_whole_game_is_played_from_the_page(ada: Person, stores: Stores) -> None:
    table = str(open_table(ada, [ME, BOT], start="full")["id"])
    turns = 0
    while saved_status(ada, table) == "running":
        play_bots(stores)
        text = page(ada, table)
        found = re.search(r"Your decision: (\S+)", text)
        if found is None:
            continue
        options = re.findall(r"^  (\w+)  ", text.partition(found[0])[2], flags=re.M)
        most = next(one["least"] for one in open_decisions(ada, table) if one["id"] == found[1])
        assert put(ada, table, found[1], *options[:most]).status_code in (200, 202), text
        turns += 1

    assert turns > 10
    assert "The game is over" in page(ada, table)


def saved_status(person: Person, table: str) -> str:
    return str(person.get(f"/tables/{table}").json["status"])


def test_the_page_has_names_in_both_languages_and_no_seat_numbers(ada: Person, ben: Person) -> None:
    table = started(ada, ben)

    assert "Ben" in page(ada, table)
    assert "Ben" in page(ada, table, "fr")
    assert page(ada, table) != page(ada, table, "fr")


def test_a_spectator_has_a_page_and_a_table_that_waits_has_one(ada: Person, ben: Person, nobody: Person) -> None:
    waiting = str(open_table(ada)["id"])
    assert "The game has not begun." in page(nobody, waiting)

    assert "you are watching" in page(nobody, started(ada, ben))


@pytest.mark.parametrize("game", REGISTRY)
def test_every_game_has_a_page_for_its_players(ada: Person, stores: Stores, game: str) -> None:
    bots = [BOT] * (REGISTRY[game].seats[0] - 1)
    table = str(open_table(ada, [ME, *bots], game=game, start="full")["id"])
    for _ in range(6):
        play_bots(stores)
        if open_decisions(ada, table):
            text = page(ada, table)
            assert open_decisions(ada, table)[0]["id"] in text
            answer(ada, table)
