"""One connection follows several tables: `GET /events?table=A&table=B`."""

from __future__ import annotations

import pytest

from service.stores import Stores
from tests.service.accounts.test_tokens import further, id_of
from tests.service.concurrency import Beside
from tests.service.conftest import waiting_in
from tests.service.people import JSON, NDJSON, SSE, Person
from tests.service.table import all_answer, answer, open_table, play_out, started


def path(*tables: str, views: bool = False) -> str:
    return "/events?" + "&".join(f"table={table}" for table in tables) + ("&views=true" if views else "")


@pytest.mark.parametrize("accept", [NDJSON, SSE])
def test_each_event_names_its_table_and_is_numbered_as_at_that_table(
    ada: Person, ben: Person, cleo: Person, accept: str
) -> None:
    mine, other = started(ada, ben), started(ben, cleo)
    with ada.follow(path(mine, other), accept) as stream:
        snapshots = stream.events(2)
        assert [(one["type"], one["table"], one["data"]["seat"]) for one in snapshots] == [
            ("snapshot", mine, 0),
            ("snapshot", other, None),
        ]

        answer(cleo, other)
        answer(ada, mine)

        told = stream.events(3)
    for table in (mine, other):
        heard = [event for event in told if event["table"] == table]
        page = ada.get(f"/tables/{table}/events?after={heard[0]['seq'] - 1}", headers={"Accept": JSON}).json["items"]
        assert heard == page


def test_a_spectator_without_a_token_may_follow_several_tables(ada: Person, ben: Person, nobody: Person) -> None:
    first, second = started(ada, ben), started(ben, ada)
    with nobody.follow(path(first, second, views=True)) as stream:
        stream.events(2)
        all_answer(second, ada, ben)

        view = stream.until("view")[-1]

    assert (view["table"], view["data"]["seat"], view["data"]["decisions"]) == (second, None, [])


def test_each_table_is_resumed(ada: Person, ben: Person) -> None:
    first, second = started(ada, ben), started(ada, ben)
    all_answer(first, ada, ben)
    head = ada.get(f"/tables/{first}/view").json["seq"]
    with ada.follow(path(f"{first}:{head - 2}", second)) as stream:
        told = stream.events(4)

    assert [(event["type"], event["table"], event["seq"]) for event in told[:1]] == [("snapshot", first, head - 2)]
    assert [(event["table"], event["seq"]) for event in told[1:3]] == [(first, head - 1), (first, head)]
    assert (told[3]["type"], told[3]["table"]) == ("snapshot", second)


@pytest.mark.parametrize("accept", [NDJSON, SSE])
def test_a_single_table_is_resumed(ada: Person, ben: Person, accept: str) -> None:
    table = started(ada, ben)
    all_answer(table, ada, ben)
    head = ada.get(f"/tables/{table}/view").json["seq"]
    with ada.follow(path(f"{table}:{head - 2}", views=True), accept) as stream:
        told = stream.until("view")

    assert [(event["type"], event["seq"]) for event in told[:1]] == [("snapshot", head - 2)]
    assert [event["seq"] for event in told[1:]] == [head - 1, head, head]


def last_id(stream: object) -> str:
    raw = b"".join(stream._heard)  # type: ignore[attr-defined]
    return str(raw.decode().rpartition("id: ")[2].partition("\n")[0])


def test_a_reconnecting_sse_client_resumes_every_table(ada: Person, ben: Person) -> None:
    first, second = started(ada, ben), started(ada, ben)
    with ada.follow(path(first, second), SSE) as stream:
        stream.events(2)
        answer(ada, second)
        seen = stream.until("waiting")[-1]
        at = last_id(stream)
    answer(ada, first)

    with ada.follow(path(first, second), SSE, {"Last-Event-ID": at}) as stream:
        told = stream.events(4)

    assert at.split(",")[1] == str(seen["seq"])
    assert [(event["type"], event["table"]) for event in told] == [
        ("snapshot", first),
        ("decision-closed", first),
        ("waiting", first),
        ("snapshot", second),
    ]


@pytest.mark.parametrize("nonsense", ["", "x", "1", "1,2,3", "-1,2", "9999999999,1", ",,"])
def test_a_position_that_does_not_fit_is_ignored(ada: Person, ben: Person, nonsense: str) -> None:
    tables = started(ada, ben), started(ada, ben)
    with ada.follow(path(*tables), SSE, {"Last-Event-ID": nonsense}) as stream:
        heads = [ada.get(f"/tables/{table}/view").json["seq"] for table in tables]
        assert [event["seq"] for event in stream.events(2)] == heads


def test_the_connection_ends_with_the_last_of_its_tables(ada: Person, ben: Person, stores: Stores) -> None:
    first, second = started(ada, ben), started(ada, ben)
    listener = Beside(ada.follow(path(first, second, views=True)).rest)

    play_out(stores, first, [ada, ben])
    play_out(stores, second, [ada, ben])

    ends = [event["table"] for event in listener.result() if event["type"] == "finished"]
    assert ends == [first, second]


def test_a_table_that_cannot_be_followed_does_not_end_the_others(ada: Person, ben: Person, cleo: Person) -> None:
    private, public = started(ada, ben, visibility="private"), started(ada, ben)
    with cleo.follow(path("nowhere", private, public)) as stream:
        told = stream.events(3)
        answer(ada, public)
        told.append(stream.event())

    assert (told[0]["type"], told[0]["table"]) == ("snapshot", public)
    refused = {event["table"]: event["data"]["code"] for event in told[1:3]}
    assert refused == {"nowhere": "not-found", private: "not-found"}
    assert told[3]["table"] == public


def test_if_none_can_be_followed_the_request_is_refused(ada: Person, ben: Person, nobody: Person) -> None:
    private = started(ada, ben, visibility="private")
    refused = nobody.get(path("nowhere", private))
    assert (refused.status_code, refused.json["code"]) == (404, "not-found")
    assert waiting_in(ada.app) == []


def test_a_table_that_is_deleted_says_so_and_the_others_go_on(ada: Person, ben: Person) -> None:
    gone, table = open_table(ada)["id"], started(ada, ben)
    with ben.follow(path(gone, table)) as stream:
        stream.events(2)
        ada.delete(f"/tables/{gone}")
        last = stream.event()
        answer(ada, table)

        assert (last["type"], last["table"]) == ("deleted", gone)
        assert stream.event()["table"] == table


def test_a_table_named_twice_is_followed_once(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    with ada.follow(path(table, table)) as stream:
        stream.event()
        answer(ada, table)
        assert [event["type"] for event in stream.events(2)] == ["decision-closed", "waiting"]


def test_an_idle_stream_of_several_tables_sends_heartbeats(ada: Person, ben: Person) -> None:
    with ada.follow(path(started(ada, ben), started(ada, ben))) as stream:
        stream.events(2)
        assert [next(stream), next(stream)] == [None, None]


def test_too_many_tables_and_invalid_ids_are_refused(ada: Person) -> None:
    for query in ("&".join(f"table=t{n}" for n in range(33)), "table=a:b", "table=../x", "table="):
        refused = ada.get(f"/events?{query}")
        assert (refused.status_code, refused.json["code"]) == (422, "invalid"), query


def test_a_token_that_is_revoked_ends_the_stream_of_several_tables(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    laptop = further(ada, label="laptop")
    stream = laptop.follow(path(table, started(ada, ben)))
    stream.events(2)

    ada.delete(f"/me/tokens/{id_of(ada)}")
    answer(ada, table)

    assert stream.rest() == []


def test_closed_streams_leave_nobody_waiting(ada: Person, ben: Person) -> None:
    tables = [started(ada, ben) for _ in range(3)]
    for _ in range(3):
        stream = ada.follow(path(*tables, views=True))
        stream.event()
        stream.close()
    assert waiting_in(ada.app) == []
