"""The list of tables as a stream: what is listed, who is present, and what changes."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from flask import Flask
from redis import Redis

from service.lobby import live
from service.settings import Quota, Quotas
from service.storage import keys
from service.stores import Stores
from tests.service.concurrency import soon
from tests.service.conftest import newcomer
from tests.service.people import NDJSON, SSE, Data, Person, Stream
from tests.service.table import BOT, ME, OPEN, all_answer, open_table, play_out, started


def ids(first: Data) -> list[str]:
    assert (first["type"], first["table"], first["seq"]) == ("lobby", None, 0)
    return [table["id"] for table in first["data"]["tables"]]


def of(stream: Stream, table: str, type: str = "lobby-table") -> Data:
    """The next event of this type about this table."""
    while (event := stream.event())["type"] != type or event["data"]["id"] != table:
        pass
    found: Data = event["data"]
    return found


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Presence is looked up often."""
    monkeypatch.setattr(live, "PRESENCE_S", 0.1)


@pytest.mark.parametrize("accept", [NDJSON, SSE])
def test_a_stream_begins_with_the_tables_that_are_open_or_running(
    ada: Person, ben: Person, nobody: Person, stores: Stores, accept: str
) -> None:
    waiting, running, over = open_table(ada)["id"], started(ada, ben), started(ada, ben)
    play_out(stores, over, [ada, ben])

    with nobody.follow("/tables", accept) as stream:
        first = stream.event()

    assert ids(first) == [running, waiting]
    whole = nobody.get(f"/tables/{waiting}").json
    assert first["data"]["tables"][1] == {**{field: whole[field] for field in live.FIELDS}, "present": []}


def test_opening_sitting_down_starting_and_ending_are_told(
    ada: Person, ben: Person, nobody: Person, stores: Stores
) -> None:
    with nobody.follow("/tables") as stream:
        assert ids(stream.event()) == []
        table = open_table(ada)["id"]
        opened = of(stream, table)
        ben.put(f"/tables/{table}/seats/1")
        taken = of(stream, table)
        ada.post(f"/tables/{table}/start")
        begun = of(stream, table)
        play_out(stores, table, [ada, ben])
        assert of(stream, table, "lobby-removed") == {"id": table}

    assert [one["status"] for one in (opened, taken, begun)] == ["open", "open", "running"]
    assert [one["seats"][1]["name"] for one in (opened, taken, begun)] == [None, "Ben", "Ben"]


def test_a_table_that_was_deleted_is_gone(ada: Person, nobody: Person) -> None:
    table = open_table(ada)["id"]
    with nobody.follow("/tables") as stream:
        assert ids(stream.event()) == [table]
        ada.delete(f"/tables/{table}")
        assert of(stream, table, "lobby-removed") == {"id": table}


def test_unlisted_and_private_tables_never_appear_not_even_to_their_players(ada: Person, ben: Person) -> None:
    hidden = [open_table(ada, visibility=how) for how in ("private", "unlisted")]
    with ada.follow("/tables") as stream:
        assert ids(stream.event()) == []
        for table in hidden:
            ben.put(f"/tables/{table['id']}/seats/1", {"code": table["invite_code"]})
            ada.post(f"/tables/{table['id']}/start")
        hidden.append(open_table(ada, visibility="private"))
        ada.delete(f"/tables/{hidden[-1]['id']}")
        public = open_table(ada)["id"]

        assert [stream.event()["data"]["id"]] == [public]
    assert not any(table["id"].encode() in part for table in hidden for part in ada.heard[-2:])


def test_moves_are_not_told_and_cost_no_message(ada: Person, ben: Person, nobody: Person, redis: Redis) -> None:
    table = started(ada, ben)
    with nobody.follow("/tables") as stream, redis.pubsub() as pubsub:
        stream.event()
        pubsub.ssubscribe(keys.lobby_channel(keys.SHARDS[0]))
        assert pubsub.get_message(timeout=90)["type"] == "ssubscribe"
        all_answer(table, ada, ben)
        other = open_table(ada)["id"]

        assert stream.event()["data"]["id"] == other
        messages = [pubsub.get_message(timeout=90), pubsub.get_message(timeout=0.2)]
    assert [message and message["data"].decode() for message in messages] == [other, None]


def test_players_with_an_open_stream_are_present(ada: Person, ben: Person, nobody: Person, often: None) -> None:
    table = started(ada, ben)
    with nobody.follow("/tables") as stream:
        assert stream.event()["data"]["tables"][0]["present"] == []
        with ben.follow(f"/tables/{table}/events") as own:
            own.event()
            assert of(stream, table)["present"] == [1]
        assert of(stream, table)["present"] == []


def test_a_stream_with_a_ticket_makes_its_player_present(ada: Person, ben: Person, nobody: Person, often: None) -> None:
    table = started(ada, ben)
    ticket = ada.post(f"/tables/{table}/tickets").json["ticket"]
    with nobody.follow(f"/tables/{table}/events?ticket={ticket}") as own, nobody.follow("/tables") as stream:
        own.event()
        assert stream.event()["data"]["tables"][0]["present"] == [0]


def test_spectators_and_bots_are_not_present(ada: Person, ben: Person, nobody: Person, often: None) -> None:
    table = started(ada, bots=1)
    with ben.follow(f"/tables/{table}/events") as watching, nobody.follow("/tables") as stream:
        watching.event()
        assert stream.event()["data"]["tables"][0]["present"] == []


def test_after_a_lost_connection_the_list_is_sent_again(ada: Person, nobody: Person) -> None:
    first = open_table(ada)["id"]
    with nobody.follow("/tables", SSE) as stream:
        assert ids(stream.event()) == [first]
    second = open_table(ada)["id"]

    with nobody.follow("/tables", SSE, {"Last-Event-ID": "0"}) as stream:
        assert ids(stream.event()) == [second, first]


def test_the_list_heals_after_lost_messages(ada: Person, nobody: Person, stores: Stores) -> None:
    with nobody.follow("/tables") as stream:
        stream.event()
        stores.redis.client_kill_filter(_type="pubsub")
        table = open_table(ada)["id"]
        assert of(stream, table)["status"] == "open"


def test_filters_apply_to_the_stream(ada: Person, ben: Person, nobody: Person) -> None:
    waiting, running = open_table(ada)["id"], started(ada, ben)
    with nobody.follow("/tables?open_seats=true") as stream:
        assert ids(stream.event()) == [waiting]
        ben.put(f"/tables/{waiting}/seats/1")
        assert of(stream, waiting, "lobby-removed") == {"id": waiting}
    with nobody.follow("/tables?game=not_alone") as stream:
        assert ids(stream.event()) == []
    with nobody.follow("/tables?status=running") as stream:
        assert ids(stream.event()) == [running]


def test_a_player_learns_where_they_sit(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    for person, seat in ((ada, 0), (ben, 1)):
        with person.follow("/tables") as stream:
            assert [one["my_seat"] for one in stream.event()["data"]["tables"]] == [seat], table


@pytest.mark.parametrize("query", ["mine=true", "cursor=01jd8vq3m5w7r9t2x4z6b8c0df"])
def test_what_has_no_meaning_for_a_stream_is_refused(ada: Person, query: str) -> None:
    response = ada.get(f"/tables?{query}", headers={"Accept": NDJSON})
    assert (response.status_code, response.json["code"]) == (422, "invalid")


def test_another_format_is_refused(nobody: Person) -> None:
    assert nobody.get("/tables", headers={"Accept": "image/png"}).status_code == 406


def test_only_the_newest_tables_are_listed_and_older_ones_move_up(
    ada: Person, nobody: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST", 2)
    old, middle, new = (open_table(ada)["id"] for _ in range(3))
    with nobody.follow("/tables") as stream:
        assert ids(stream.event()) == [new, middle]
        ada.delete(f"/tables/{new}")
        told = [stream.event(), stream.event()]
        assert [(one["type"], one["data"]["id"]) for one in told] == [("lobby-removed", new), ("lobby-table", old)]
        newest = open_table(ada)["id"]
        told = [stream.event(), stream.event()]
        assert [(one["type"], one["data"]["id"]) for one in told] == [("lobby-removed", old), ("lobby-table", newest)]


def test_one_connection_follows_the_lobby_a_table_and_the_account(ada: Person, ben: Person) -> None:
    table = started(ada, ben, visibility="private")
    with ada.follow(f"/events?table={table}&lobby=true&account=true") as stream:
        first = stream.events(3)
        assert [(one["type"], one["table"]) for one in first] == [
            ("snapshot", table),
            ("account", None),
            ("lobby", None),
        ]
        assert [one["id"] for one in first[1]["data"]["data"]["tables"]] == [table]
        other = open_table(ben, [ME, {"kind": "invite", "player": ada.id}])["id"]
        told = {(one["type"], one["data"].get("type"), one["data"].get("id")) for one in stream.events(2)}
    assert told == {("account", "invited", None), ("lobby-table", None, other)}


def test_an_sse_client_of_lobby_and_table_resumes_the_table(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    with ada.follow(f"/events?table={table}&lobby=true", SSE) as stream:
        number = stream.event()["seq"]
        open_table(ben)
        part = b""
        while b"event: lobby-table" not in part:
            part = next(stream._parts)  # type: ignore[assignment]
    assert part.startswith(f"id: {number}\n".encode())


def test_the_lobby_needs_no_token_but_the_account_does(nobody: Person) -> None:
    with nobody.follow("/events?lobby=true") as stream:
        assert stream.event()["type"] == "lobby"
    assert nobody.get("/events?lobby=true&account=true", headers={"Accept": NDJSON}).status_code == 401


def test_streams_of_the_lobby_count_as_streams(app_with: Callable[..., Flask]) -> None:
    ada = newcomer(app_with(quotas=Quotas(streams=Quota(1, None))), "Ada")
    with ada.follow("/tables") as stream:
        stream.event()
        refused = ada.get("/tables", headers={"Accept": NDJSON})
        assert (refused.status_code, refused.json["code"]) == (429, "too-many-streams")
        assert ada.get("/tables").status_code == 200


def test_nothing_is_read_when_nobody_watches(ada: Person, nobody: Person, stores: Stores) -> None:
    with nobody.follow("/tables") as stream:
        stream.event()
    assert soon(lambda: "lobby" not in {thread.name for thread in threading.enumerate()})
    before = stores.lobby.listed
    open_table(ada, [ME, OPEN, BOT])
    assert stores.lobby.listed is before
    with nobody.follow("/tables") as stream:
        assert len(ids(stream.event())) == 1
    assert stores.lobby.listed is not before
