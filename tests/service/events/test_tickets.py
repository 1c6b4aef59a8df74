"""Native EventSource: tickets instead of headers, 204 at the end, and no seat that silently becomes a spectator."""

from __future__ import annotations

import pytest

from service.stores import Stores
from tests.service.accounts.test_tokens import further, id_of
from tests.service.people import JSON, SSE, Person
from tests.service.sample_replays import played
from tests.service.table import answer, started


def ticket(person: Person, table: str) -> str:
    reply = person.post(f"/tables/{table}/tickets")
    assert reply.status_code == 201, reply.json
    return str(reply.json["ticket"])


def test_a_ticket_opens_the_stream_of_a_seat_without_headers(ada: Person, ben: Person, nobody: Person) -> None:
    table = started(ada, ben)
    with nobody.follow(f"/tables/{table}/events?ticket={ticket(ada, table)}&views=true", SSE) as stream:
        assert stream.event()["data"]["seat"] == 0
        answer(ada, table)
        assert stream.until("view")[-1]["data"]["seat"] == 0


def test_a_ticket_opens_nothing_else(ada: Person, ben: Person, nobody: Person) -> None:
    table, other = started(ada, ben), started(ada, ben)
    secret = ticket(ada, table)
    assert nobody.get(f"/tables/{other}/events?ticket={secret}").json["code"] == "unauthorized"
    assert nobody.get(f"/tables/{table}/view?ticket={secret}").status_code == 422
    assert Person(ada.app, token=secret).get("/me").status_code == 401


@pytest.mark.parametrize("wrong", ["nonsense", "ft_", "fs_" + "0" * 48])
def test_a_ticket_that_is_worth_nothing_is_refused(ada: Person, ben: Person, nobody: Person, wrong: str) -> None:
    refused = nobody.get(f"/tables/{started(ada, ben)}/events?ticket={wrong}")
    assert (refused.status_code, refused.json["code"]) == (401, "unauthorized")


def test_a_ticket_expires_soon_and_with_its_token(ada: Person, ben: Person, nobody: Person, stores: Stores) -> None:
    table = started(ada, ben)
    laptop = further(ada, label="laptop")
    secret = ticket(laptop, table)
    [key] = stores.redis.keys("ticket:*")
    assert 0 < stores.redis.ttl(key) <= 60
    assert secret.encode() not in key
    stream = nobody.follow(f"/tables/{table}/events?ticket={secret}")
    stream.event()

    ada.delete(f"/me/tokens/{id_of(ada)}")

    assert stream.rest() == []
    assert nobody.get(f"/tables/{table}/events?ticket={secret}").status_code == 401


def test_only_who_sits_at_a_table_gets_a_ticket(ada: Person, ben: Person, cleo: Person, nobody: Person) -> None:
    table = started(ada, ben)
    assert cleo.post(f"/tables/{table}/tickets").json["code"] == "not-seated"
    assert nobody.post(f"/tables/{table}/tickets").json["code"] == "unauthorized"
    assert ada.post("/tables/nowhere/tickets").json["code"] == "not-found"


def test_a_request_that_means_a_seat_is_never_served_as_a_spectators(
    ada: Person, ben: Person, cleo: Person, nobody: Person
) -> None:
    table = started(ada, ben)
    for person, code in ((nobody, "unauthorized"), (cleo, "not-seated"), (ben, "not-seated")):
        assert person.get(f"/tables/{table}/events?seat=0").json["code"] == code
    for query in ("token=fs_1", "access_token=fs_1"):
        refused = nobody.get(f"/tables/{table}/events?{query}", headers={"Accept": SSE})
        assert (refused.status_code, refused.json["code"]) == (422, "invalid")
    with ada.follow(f"/tables/{table}/events?seat=0") as stream:
        assert stream.event()["data"]["seat"] == 0


def test_an_eventsource_that_has_everything_is_told_to_stop(ada: Person, ben: Person, stores: Stores) -> None:
    over, running = played(stores, ada, ben), started(ada, ben)
    last = ada.get(f"/tables/{over}/view").json["seq"]
    paths = {f"/tables/{over}/events": f"{last}", f"/events?table={over}": f"{last}"}
    for path, id in paths.items():
        ended = ada.get(path, headers={"Accept": SSE, "Last-Event-ID": id})
        assert (ended.status_code, ended.data) == (204, b"")
        with ada.follow(path, SSE, {"Last-Event-ID": str(last - 1)}) as stream:
            assert stream.rest()[-1]["type"] == "finished"
    both = f"/events?table={over}&table={running}"
    with ada.follow(both, SSE, {"Last-Event-ID": f"{last},1"}) as stream:
        assert stream.event()["type"] == "snapshot"


def test_what_an_eventsource_has_counts_more_than_where_it_began(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    with ada.follow(f"/tables/{table}/events?after=1", SSE, {"Last-Event-ID": "3"}) as stream:
        assert stream.event()["seq"] == 3


def test_every_list_leads_to_its_next_page(ada: Person, ben: Person) -> None:
    for _ in range(3):
        started(ada, ben)
    found: list[str] = []
    path: str | None = "/tables?mine=true&limit=1"
    while path is not None:
        page = ada.get(path)
        found += [one["id"] for one in page.json["items"]]
        link = page.headers.get("Link")
        assert (link is None) == (page.json["next"] is None)
        path = None if link is None else link.partition(">")[0].removeprefix("</v1")
    assert len(set(found)) == 3
    events = ada.get(f"/tables/{found[0]}/events?after=1&limit=2", headers={"Accept": JSON})
    assert f"after={events.json['next']}" in events.headers["Link"]
