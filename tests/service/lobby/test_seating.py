"""Taking and leaving seats, invitations and private tables."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from redis import Redis

from service.stores import Stores
from tests.service.concurrency import at_once
from tests.service.people import Data, Person
from tests.service.table import BOT, ME, OPEN, open_table, play_out, started

INVITE = {"kind": "invite"}


def without_place(problem: Data) -> Data:
    """A refusal without the words that every request has for itself."""
    return {key: value for key, value in problem.items() if key not in ("instance", "request_id")}


# -- sitting down ---------------------------------------------------------------------------


def test_anybody_can_take_an_open_seat(ada: Person, ben: Person) -> None:
    table = open_table(ada)["id"]

    seated = ben.put(f"/tables/{table}/seats/1")

    assert seated.status_code == 200
    assert seated.json["my_seat"] == 1
    assert seated.json["seats"][1] == {
        "seat": 1,
        "kind": "player",
        "name": "Ben",
        "player": {"id": ben.id, "name": "Ben"},
        "level": None,
        "agent": None,
    }


def test_taking_the_same_seat_twice_is_accepted(ada: Person, ben: Person) -> None:
    table = open_table(ada)["id"]

    first, second = (ben.put(f"/tables/{table}/seats/1", {}) for _ in range(2))

    assert first.json == second.json


@pytest.mark.parametrize(("seat", "code"), [(0, "seat-taken"), (2, "seat-taken"), (3, "wrong-code"), (9, "not-found")])
def test_a_seat_that_is_not_open_is_refused(ada: Person, ben: Person, seat: int, code: str) -> None:
    table = open_table(ada, [ME, OPEN, BOT, INVITE])["id"]

    assert ben.put(f"/tables/{table}/seats/{seat}").json["code"] == code


def test_nobody_sits_on_two_seats(ada: Person) -> None:
    table = open_table(ada, [ME, OPEN, OPEN])["id"]

    refused = ada.put(f"/tables/{table}/seats/1")

    assert (refused.status_code, refused.json["code"]) == (409, "already-seated")
    assert refused.json["params"] == {"seat": 0}


def test_a_full_table_refuses_players(ada: Person, ben: Person) -> None:
    table = open_table(ada, [ME, BOT])["id"]

    assert ben.put(f"/tables/{table}/seats/1").json["code"] == "table-full"


def test_nobody_joins_a_table_that_runs(ada: Person, ben: Person, cleo: Person) -> None:
    table = started(ada, ben)

    assert cleo.put(f"/tables/{table}/seats/1").json["code"] == "not-open"


def test_of_many_who_want_one_seat_one_gets_it(ada: Person, register: Callable[[str], Person]) -> None:
    table = open_table(ada)["id"]
    crowd = [register(f"Guest {n}") for n in range(8)]

    replies = at_once([lambda one=one: one.put(f"/tables/{table}/seats/1") for one in crowd])

    assert sorted(reply.status_code for reply in replies) == [200] + [409] * 7
    [winner] = [person for person, reply in zip(crowd, replies, strict=True) if reply.status_code == 200]
    assert ada.get(f"/tables/{table}").json["seats"][1]["player"]["id"] == winner.id


def test_a_seat_number_is_a_number(ada: Person) -> None:
    table = open_table(ada)["id"]

    for seat in ("first", "-1", "1.0", "99999999999999999999"):
        assert ada.put(f"/tables/{table}/seats/{seat}").status_code == 404


# -- getting up -----------------------------------------------------------------------------


def test_leaving_a_seat_frees_it(ada: Person, ben: Person, cleo: Person) -> None:
    table = open_table(ada)["id"]
    ben.put(f"/tables/{table}/seats/1")

    assert ben.delete(f"/tables/{table}/seats/1").status_code == 204

    assert ben.get(f"/tables/{table}").json["my_seat"] is None
    assert cleo.put(f"/tables/{table}/seats/1").status_code == 200


def test_players_can_only_leave_their_own_seat(ada: Person, ben: Person) -> None:
    table = open_table(ada)["id"]

    assert ben.delete(f"/tables/{table}/seats/0").json["code"] == "not-seated"
    assert ada.delete(f"/tables/{table}/seats/1").json["code"] == "not-seated"
    assert ada.delete(f"/tables/{table}/seats/7").json["code"] == "not-found"


def test_nobody_leaves_a_game_that_runs(ada: Person, ben: Person) -> None:
    table = started(ada, ben)

    assert ben.delete(f"/tables/{table}/seats/1").json["code"] == "not-open"


def test_a_player_who_forfeits_loses_and_a_game_of_two_ends(ada: Person, ben: Person, cleo: Person) -> None:
    table = started(ada, ben)

    given_up = ben.post(f"/tables/{table}/forfeit").json

    assert given_up["status"] == "finished"
    assert given_up["result"]["winners"] == [0]
    assert given_up["result"]["forfeits"] == [1]
    assert ben.post(f"/tables/{table}/forfeit").json["code"] == "not-running"
    assert cleo.post(f"/tables/{table}/forfeit").json["code"] == "not-seated"


# -- invitations and private tables ------------------------------------------------------------


def test_a_reserved_seat_opens_with_the_code_of_the_owner(ada: Person, ben: Person) -> None:
    table = open_table(ada, [ME, INVITE])

    assert ben.put(f"/tables/{table['id']}/seats/1", {"code": "guess"}).json["code"] == "wrong-code"
    assert ben.put(f"/tables/{table['id']}/seats/1", {"code": table["invite_code"]}).status_code == 200


def test_an_invited_player_needs_no_code_and_nobody_else_gets_the_seat(ada: Person, ben: Person, cleo: Person) -> None:
    table = open_table(ada, [ME, {"kind": "invite", "player": ben.id}], visibility="private")
    id, code = table["id"], table["invite_code"]

    assert cleo.put(f"/tables/{id}/seats/1", {"code": code}).json["code"] == "seat-taken"
    assert ben.put(f"/tables/{id}/seats/1").status_code == 200


def test_an_invited_player_may_decline_and_the_seat_is_open_to_others(ada: Person, ben: Person, cleo: Person) -> None:
    table = open_table(ada, [ME, {"kind": "invite", "player": ben.id}])["id"]
    assert cleo.delete(f"/tables/{table}/seats/1").json["code"] == "not-seated", "it is not theirs to decline"
    with ada.follow(f"/tables/{table}/events") as stream:
        stream.event()

        assert ben.delete(f"/tables/{table}/seats/1").status_code == 204

        told = stream.event()
    assert (told["type"], told["data"]["seat"], told["data"]["kind"], told["data"]["player"]) == (
        "seat",
        1,
        "open",
        None,
    )
    assert ben.get("/tables?mine=true").json["items"] == []
    assert ben.delete(f"/tables/{table}/seats/1").json["code"] == "not-seated"
    assert cleo.put(f"/tables/{table}/seats/1").status_code == 200


def test_a_private_table_is_hidden_from_players_who_decline_it(ada: Person, ben: Person) -> None:
    table = open_table(ada, [ME, {"kind": "invite", "player": ben.id}], visibility="private")
    id, code = table["id"], table["invite_code"]

    assert ben.delete(f"/tables/{id}/seats/1").status_code == 204

    assert ben.get(f"/tables/{id}").json["code"] == "not-found"
    assert ben.put(f"/tables/{id}/seats/1").json["code"] == "not-found"
    assert ben.put(f"/tables/{id}/seats/1", {"code": code}).status_code == 200, "who changes their mind asks the owner"


def test_only_the_owner_sees_the_code(ada: Person, ben: Person, nobody: Person) -> None:
    table = open_table(ada)
    ben.put(f"/tables/{table['id']}/seats/1")

    for person in (ben, nobody):
        assert person.get(f"/tables/{table['id']}").json["invite_code"] is None
        assert all(table["invite_code"].encode() not in body for body in person.heard)


@pytest.mark.parametrize("code", ["", "x" * 65, 7, ["x"]])
def test_a_code_that_cannot_be_one_is_refused_by_field(ada: Person, ben: Person, code: object) -> None:
    table = open_table(ada, [ME, INVITE])["id"]

    assert ben.put(f"/tables/{table}/seats/1", {"code": code}).json["errors"][0]["field"] == "code"


CALLS = [
    ("GET", "", None),
    ("DELETE", "", None),
    ("PUT", "/seats/1", {}),
    ("PUT", "/seats/1", {"code": "guess"}),
    ("DELETE", "/seats/1", None),
    ("POST", "/start", None),
    ("POST", "/rematch", None),
    ("POST", "/votes", {"kind": "abort"}),
    ("GET", "/view", None),
    ("GET", "/view?after=0&wait=1", None),
    ("GET", "/decisions", None),
    ("GET", "/decisions/0-explore-0", None),
    ("PUT", "/decisions/0-explore-0/answer", {"picks": ["r1"]}),
    ("DELETE", "/decisions/0-explore-0/answer", None),
    ("POST", "/decisions/0-explore-0/check", {"picks": ["r1"]}),
    ("GET", "/events", None),
    ("GET", "/talk", None),
    ("POST", "/talk", {"text": "hello"}),
    ("GET", "/replay", None),
    ("GET", "/replay/steps/0", None),
]


@pytest.mark.parametrize("state", ["open", "running", "finished"])
def test_a_private_table_is_to_strangers_exactly_as_one_that_is_not_there(
    ada: Person, ben: Person, cleo: Person, stores: Stores, state: str
) -> None:
    if state == "open":
        table = open_table(ada, visibility="private")["id"]
    else:
        table = started(ada, ben, visibility="private")
    if state == "finished":
        play_out(stores, table, [ada, ben])
    absent = table[:-1] + ("0" if table[-1] != "0" else "1")

    for method, path, body in CALLS:
        real, none = (cleo.call(method, f"/tables/{id}{path}", body) for id in (table, absent))

        assert real.status_code == none.status_code == 404, path
        assert without_place(real.json) == without_place(none.json), path
        assert real.json["code"] == "not-found"
    assert cleo.get("/tables").json["items"] == cleo.get("/tables?mine=true").json["items"] == []


def test_a_refused_attempt_to_join_does_not_list_a_private_table(ada: Person, cleo: Person) -> None:
    table = open_table(ada, visibility="private")["id"]
    cleo.put(f"/tables/{table}/seats/1")

    with cleo.follow("/events") as stream:
        assert stream.event()["data"]["tables"] == []


def test_knocking_at_tables_that_are_not_there_leaves_no_trace(ada: Person, redis: Redis) -> None:
    before = len(redis.keys("*"))

    ada.put("/tables/nowhere/seats/0")

    assert len(redis.keys("*")) == before


def test_the_code_opens_a_private_table(ada: Person, ben: Person) -> None:
    table = open_table(ada, visibility="private")

    assert ben.put(f"/tables/{table['id']}/seats/1", {"code": table["invite_code"]}).status_code == 200
    assert ben.get(f"/tables/{table['id']}").status_code == 200


def test_a_private_table_is_hidden_from_players_who_leave_it(ada: Person, ben: Person) -> None:
    table = open_table(ada, visibility="private")
    ben.put(f"/tables/{table['id']}/seats/1", {"code": table["invite_code"]})

    ben.delete(f"/tables/{table['id']}/seats/1")

    assert ben.get(f"/tables/{table['id']}").status_code == 404
