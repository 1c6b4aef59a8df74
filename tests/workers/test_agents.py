"""Agents behind webhooks: a whole game, signed questions, each asked once, and nobody waits for a slow one."""

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
from tests.service.table import BOT, ME, answer, asked, live, open_table, saved
from tests.workers.webhooks import (  # noqa: F401
    Door,
    Outside,
    Request,
    app_for_agents,
    fallbacks,
    finished,
    good,
    outcomes,
    outside,
    register,
    seat,
    silent,
)


def test_an_agent_plays_a_whole_game_and_its_answers_are_its_own(ada: Person, stores: Stores, out: Outside) -> None:
    with Door(good) as door:
        agent = register(ada, door)
        table = open_table(ada, [seat(agent), BOT], start="full")
        out.until(finished(stores, table["id"]))
        out.quiet()

    assert table["seats"][0] == {
        "seat": 0,
        "kind": "agent",
        "player": None,
        "level": None,
        "agent": {"id": agent["id"], "name": "Outsider"},
    }
    given = [one for one in stores.tables.answers(table["id"]) if one.seat == 0]
    assert {one.by for one in given} == {"seat"}
    assert [call.decision["id"] for call in door.calls] == [one.name for one in given]
    assert set(outcomes(ada, agent)) == {"answered"}
    assert fallbacks(ada, table["id"]) == []
    replay = ada.get(f"/tables/{table['id']}/replay").json
    assert replay["seats"][0] == {"kind": "agent", "name": "Outsider", "level": None}
    assert ada.post("/replays", replay).status_code == 201


def test_the_view_it_is_shown_is_its_seats_own_view(ada: Person, stores: Stores, out: Outside) -> None:
    seen: list[tuple[Any, Any]] = []

    def compare(connection: socket.socket, request: Request) -> None:
        now = live(stores, request.json["table"])
        mine = json.loads(json.dumps(_plain(views.update(now, request.json["seat"], "en"))))
        seen.append((request.json, mine))
        good(connection, request)

    def waits() -> bool:
        return any(opening.seat == 1 for opening in saved(stores, table).opened.values())

    with Door(compare) as door:
        table = open_table(ada, [ME, seat(register(ada, door))], start="full")["id"]
        for _ in range(12):
            # One after the other, so that the table stands still while the agent looks at it.
            out.until(lambda: not waits())
            out.quiet()
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


def test_every_question_is_signed_as_standard_webhooks_has_it(ada: Person, stores: Stores, out: Outside) -> None:
    with Door(good) as door:
        agent = register(ada, door)
        old = agent["secret"]
        new = ada.post(f"/agents/{agent['id']}/secret", {"grace_s": 60}).json["secret"]
        table = open_table(ada, [ME, seat(agent)], start="full")["id"]
        out.until(lambda: len(asked(ada, table)) == 1 and door.calls)
        out.quiet()

    call = door.calls[0]
    content = f"{call.headers['webhook-id']}.{call.headers['webhook-timestamp']}.".encode() + call.raw
    signed = [
        "v1," + base64.b64encode(hmac.new(base64.b64decode(secret[6:]), content, "sha256").digest()).decode()
        for secret in (new, old)
    ]
    assert call.headers["webhook-signature"].split(" ") == signed
    assert call.headers["webhook-id"] == f"msg_{table}.{call.decision['id']}"
    assert abs(int(call.headers["webhook-timestamp"]) - stores.tables.now() / 1000) < 60


def test_questions_are_delivered_once_however_often_the_bell_rings(ada: Person, stores: Stores, out: Outside) -> None:
    with Door(good) as door, outside(stores) as other:
        agent = register(ada, door)
        table = open_table(ada, [ME, seat(agent)], start="full")["id"]
        for _ in range(5):
            out.desk.dispatch(table)
            other.desk.dispatch(table)
        out.until(lambda: saved(stores, table).opened.keys() == {"0-explore-0"})
        out.quiet()

    assert door.hits == 1


def due(stores: Stores, table: str) -> float | None:
    score: float | None = stores.redis.zscore(keys.due(keys.shard(table)), f"agents:{table}")
    return score


def test_nobody_is_sent_again_and_again_for_what_is_polled(ada: Person, stores: Stores, out: Outside) -> None:
    table = open_table(ada, [ME, seat(register(ada, None))], start="full")["id"]
    assert due(stores, table) is not None

    assert out.desk.dispatch(table) == 0

    assert due(stores, table) is None
    assert saved(stores, table).opened.keys() == {"0-explore-0", "0-explore-1"}


def test_after_a_pause_the_agent_is_asked_at_once(ada: Person, stores: Stores, out: Outside) -> None:
    with Door(good) as door:
        table = open_table(ada, [ME, seat(register(ada, door))], start="full")["id"]
        ada.post(f"/tables/{table}/votes", {"kind": "pause"})
        assert due(stores, table) is None
        out.desk.dispatch(table)
        assert door.hits == 0

        ada.post(f"/tables/{table}/votes", {"kind": "resume"})
        assert (due(stores, table) or 0) <= stores.tables.now()
        out.until(lambda: saved(stores, table).opened.keys() == {"0-explore-0"})
        out.quiet()


def test_a_slow_agent_waits_for_itself_and_others_do_not_wait_for_it(ada: Person, ben: Person, stores: Stores) -> None:
    # The servers close first, so that nobody waits for the end of a call to the silent one.
    with outside(stores, calls=8) as out, Door(silent) as stuck, Door(good) as quick:
        slow, fast = register(ada, stuck, budget_s=30, most_tables=100), register(ben, quick)
        jammed = [open_table(ada, [ME, seat(slow)], start="full")["id"] for _ in range(20)]
        out.until(lambda: stuck.hits == 4)
        table = open_table(ben, [seat(fast), BOT], start="full")["id"]
        out.until(finished(stores, table))

        assert stuck.hits == 4, "so many at once for one agent; the others wait their turn"
        assert all(saved(stores, one).opened.keys() == {"0-explore-0", "0-explore-1"} for one in jammed)
        stuck.behave = good
        for one in jammed:
            assert ada.get(f"/tables/{one}").status_code == 200
    assert set(outcomes(ben, fast)) == {"answered"}
