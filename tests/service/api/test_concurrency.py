"""Concurrent requests: nothing is lost, nothing happens twice."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from service.lobby import opening, seating
from service.lobby.opening import NewSeat, NewTable
from service.stores import Stores
from tests.service.concurrency import at_once
from tests.service.people import Person
from tests.service.table import all_answer, answer, open_decisions, play_bots, play_out, saved, started


def test_two_identical_answers_at_once_have_one_effect(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben)
    pick = open_decisions(ada, table)[0]["options"][:1]

    replies = at_once([lambda: answer(ada, table, "0-explore-0", pick)] * 8)

    assert {reply.status_code for reply in replies} == {202}
    assert [given.picks for given in stores.tables.answers(table)] == [tuple(pick)]


def test_of_different_answers_at_once_one_is_taken(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben)
    options = open_decisions(ada, table)[0]["options"]

    replies = at_once([lambda pick=pick: answer(ada, table, "0-explore-0", [pick]) for pick in options * 3])

    taken = [given.picks[0] for given in stores.tables.answers(table)]
    assert len(taken) == 1
    for pick, reply in zip(options * 3, replies, strict=True):
        assert reply.status_code == (202 if pick == taken[0] else 409)


def test_two_open_answers_at_once_move_the_game_once(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben)
    all_answer(table, ada, ben)
    [(person, decision)] = [(person, one) for person in (ada, ben) for one in open_decisions(person, table)]

    replies = at_once([lambda: answer(person, table, decision["id"], decision["options"][:1])] * 8)

    assert {reply.status_code for reply in replies} == {200}
    assert len(stores.tables.answers(table)) == 3
    hand = person.get(f"/tables/{table}/view").json["view"]["me"]["hand"]
    assert hand.count(decision["options"][0]) == 1


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_when_all_seats_answer_at_once_none_is_lost(
    register: Callable[[str], Person], stores: Stores, seats: int
) -> None:
    people = [register(f"Player {n}") for n in range(seats)]
    table = started(*people)
    for _ in range(8):
        wanted = {n: open_decisions(person, table)[0] for n, person in enumerate(people)}

        replies = at_once(
            [lambda n=n, one=one: answer(people[n], table, one["id"], one["options"][-1:]) for n, one in wanted.items()]
        )

        assert all(reply.status_code in (200, 202) for reply in replies)
        rows = [player["row"] for player in people[0].get(f"/tables/{table}/view").json["view"]["players"]]
        assert [row[-1] for row in rows] == [one["options"][-1] for one in wanted.values()]
        finish_turns(table, people)
    assert saved(stores, table).status == "finished"


def finish_turns(table: str, people: list[Person]) -> None:
    """Everybody takes their turn, until all explore again or nothing is left."""
    while True:
        turns = [
            (person, one) for person in people for one in open_decisions(person, table) if one["kind"] != "explore"
        ]
        if not turns:
            return
        for person, one in turns:
            answer(person, table, one["id"])


def test_of_360_simultaneous_answers_none_is_lost(register: Callable[[str], Person], stores: Stores) -> None:
    people = [register(f"Player {n}") for n in range(6)]
    seats = (NewSeat("me"), *(NewSeat("open") for _ in range(5)))
    players = [stores.accounts.get(person.id) for person in people]
    tables = []
    for _ in range(60):
        table = opening.open_table(
            stores.tables,
            stores.accounts,
            stores.agents,
            stores.books,
            players[0],
            NewTable(game="faraway", seats=seats, start="full"),
        ).table.id
        for n in range(1, 6):
            seating.take_seat(stores.tables, stores.accounts, table, players[n], n, None)
        tables.append(table)
    wanted = [(person, table, open_decisions(person, table)[0]) for table in tables for person in people]

    replies = at_once(
        [
            lambda person=person, table=table, one=one: answer(person, table, one["id"], one["options"][-1:])
            for person, table, one in wanted
        ]
    )

    assert len(replies) == 360
    assert {reply.status_code for reply in replies} <= {200, 202}
    for table in tables:
        given = {one.seat: one.picks for one in stores.tables.answers(table)}
        assert given == {one["seat"]: tuple(one["options"][-1:]) for _, where, one in wanted if where == table}
        assert people[0].get(f"/tables/{table}/view").json["view"]["phase"] == "turns"


def test_people_bots_and_talk_at_once_do_not_get_into_each_others_way(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, bots=2)

    replies = at_once(
        [
            lambda: answer(ada, table).status_code,
            lambda: answer(ben, table).status_code,
            lambda: play_bots(stores),
            lambda: play_bots(stores),
            *[lambda: ada.post(f"/tables/{table}/talk", {"text": "Hello"}).status_code] * 4,
        ]
    )

    assert replies[4:] == [201] * 4
    assert play_out(stores, table, [ada, ben])["status"] == "finished"
