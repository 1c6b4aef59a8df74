"""Webhook agents: a whole game, signed deliveries, each sent once, and slow agents that delay nobody else."""

from __future__ import annotations

import base64
import hmac
import json
import socket
from typing import Any

import msgspec

from service.storage import keys
from service.stores import Stores
from service.tables import views
from tests.service.people import Person
from tests.service.table import BOT, ME, answer, live, open_decisions, open_table, saved
from tests.workers.webhooks import (  # noqa: F401
    Request,
    WebhookServer,
    WorkerLoop,
    app_for_agents,
    fallbacks,
    finished,
    good,
    outcomes,
    register,
    seat,
    silent,
    worker_loop,
)


def test_an_agent_plays_a_whole_game_and_its_answers_are_its_own(ada: Person, stores: Stores, loop: WorkerLoop) -> None:
    with WebhookServer(good) as server:
        agent = register(ada, server)
        table = open_table(ada, [seat(agent), BOT], start="full")
        loop.until(finished(stores, table["id"]))
        loop.wait_until_idle()

    assert table["seats"][0] == {
        "seat": 0,
        "kind": "agent",
        "player": None,
        "level": None,
        "agent": {"id": agent["id"], "name": "Outsider"},
        "name": "Outsider",
    }
    given = [one for one in stores.tables.answers(table["id"]) if one.seat == 0]
    assert {one.by for one in given} == {"seat"}
    assert [call.decision["id"] for call in server.calls] == [one.name for one in given]
    assert set(outcomes(ada, agent)) == {"answered"}
    assert fallbacks(ada, table["id"]) == []
    replay = ada.get(f"/tables/{table['id']}/replay").json
    assert replay["seats"][0] == {"kind": "agent", "name": "Outsider", "level": None}
    assert ada.post("/replays", replay).status_code == 201


def test_a_delivery_contains_the_view_of_the_agents_own_seat(ada: Person, stores: Stores, loop: WorkerLoop) -> None:
    seen: list[tuple[Any, Any]] = []

    def compare(connection: socket.socket, request: Request) -> None:
        now = live(stores, request.json["table"])
        mine = json.loads(json.dumps(_plain(views.update(now, request.json["seat"], "en"))))
        seen.append((request.json, mine))
        good(connection, request)

    def waits() -> bool:
        return any(opening.seat == 1 for opening in saved(stores, table).opened.values())

    with WebhookServer(compare) as server:
        table = open_table(ada, [ME, seat(register(ada, server))], start="full")["id"]
        for _ in range(12):
            # One after the other, so that the table does not change while the agent decides.
            loop.until(lambda: not waits())
            loop.wait_until_idle()
            answer(ada, table)

    assert len(seen) > 8
    for told, mine in seen:
        assert told["view"] == mine["view"]
        assert told["decision"] in mine["decisions"]
        assert set(told) == {
            *("type", "attempt", "refusal", "agent", "table", "game", "seat", "budget", "decision", "events", "view")
        }


def _plain(found: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(found))


def test_every_delivery_is_signed_according_to_standard_webhooks(ada: Person, stores: Stores, loop: WorkerLoop) -> None:
    with WebhookServer(good) as server:
        agent = register(ada, server)
        old = agent["secret"]
        new = ada.post(f"/agents/{agent['id']}/secret", {"grace_s": 60}).json["secret"]
        table = open_table(ada, [ME, seat(agent)], start="full")["id"]
        loop.until(lambda: len(open_decisions(ada, table)) == 1 and server.calls)
        loop.wait_until_idle()

    call = server.calls[0]
    content = f"{call.headers['webhook-id']}.{call.headers['webhook-timestamp']}.".encode() + call.raw
    signed = [
        "v1," + base64.b64encode(hmac.new(base64.b64decode(secret[6:]), content, "sha256").digest()).decode()
        for secret in (new, old)
    ]
    assert call.headers["webhook-signature"].split(" ") == signed
    assert call.headers["webhook-id"] == f"msg_{table}.{call.decision['id']}"
    assert abs(int(call.headers["webhook-timestamp"]) - stores.tables.now() / 1000) < 60


def test_a_decision_is_delivered_once_however_often_its_job_runs(ada: Person, stores: Stores, loop: WorkerLoop) -> None:
    with WebhookServer(good) as server, worker_loop(stores) as other:
        agent = register(ada, server)
        table = open_table(ada, [ME, seat(agent)], start="full")["id"]
        for _ in range(5):
            loop.dispatcher.dispatch(table)
            other.dispatcher.dispatch(table)
        loop.until(lambda: saved(stores, table).opened.keys() == {"0-explore-0"})
        loop.wait_until_idle()

    assert server.hits == 1


def due(stores: Stores, table: str) -> float | None:
    score: float | None = stores.redis.zscore(keys.due(keys.shard(table), "agents"), table)
    return score


def test_polled_decisions_are_not_scheduled_for_delivery(ada: Person, stores: Stores, loop: WorkerLoop) -> None:
    table = open_table(ada, [ME, seat(register(ada, None))], start="full")["id"]
    assert due(stores, table) is not None

    assert loop.dispatcher.dispatch(table) == 0

    assert due(stores, table) is None
    assert saved(stores, table).opened.keys() == {"0-explore-0", "0-explore-1"}


def test_decisions_are_delivered_at_once_when_a_pause_ends(ada: Person, stores: Stores, loop: WorkerLoop) -> None:
    with WebhookServer(good) as server:
        table = open_table(ada, [ME, seat(register(ada, server))], start="full")["id"]
        ada.post(f"/tables/{table}/votes", {"kind": "pause"})
        assert due(stores, table) is None
        loop.dispatcher.dispatch(table)
        assert server.hits == 0

        ada.post(f"/tables/{table}/votes", {"kind": "resume"})
        assert (due(stores, table) or 0) <= stores.tables.now()
        loop.until(lambda: saved(stores, table).opened.keys() == {"0-explore-0"})
        loop.wait_until_idle()


def test_a_slow_agent_delays_only_itself(ada: Person, ben: Person, stores: Stores) -> None:
    # The servers close first, so that the test does not wait for calls to the silent one.
    with worker_loop(stores, calls=8) as loop, WebhookServer(silent) as stuck, WebhookServer(good) as quick:
        slow, fast = register(ada, stuck, budget_s=30, most_tables=100), register(ben, quick)
        jammed = [open_table(ada, [ME, seat(slow)], start="full")["id"] for _ in range(20)]
        loop.until(lambda: stuck.hits == 4)
        table = open_table(ben, [seat(fast), BOT], start="full")["id"]
        loop.until(finished(stores, table))

        assert stuck.hits == 4, "the maximum per agent; other deliveries wait"
        assert all(saved(stores, one).opened.keys() == {"0-explore-0", "0-explore-1"} for one in jammed)
        stuck.behave = good
        for one in jammed:
            assert ada.get(f"/tables/{one}").status_code == 200
    assert set(outcomes(ben, fast)) == {"answered"}
