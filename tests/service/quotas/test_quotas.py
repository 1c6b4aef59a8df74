"""How much one account or address may have at once, and that nobody is refused who has less."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from redis import Redis

from service.api import quotas as quotas_of_requests
from service.api.quotas import StreamLeases, TooManyStreams, network
from service.database.engine import Database
from service.quotas import quotas
from service.quotas.records import LimitRecords
from service.quotas.store import Holder, QuotaStore
from service.settings import Quota, Quotas
from service.storage import keys
from service.storage.identifiers import new_id
from tests.service.conftest import newcomer, stores_of
from tests.service.people import JSON, Person
from tests.service.table import ME, OPEN, open_table, play_out, started

FROM_AFAR = {"environ_base": {"REMOTE_ADDR": "203.0.113.5"}}
TABLE = {"game": "faraway", "seats": [ME, OPEN]}
POLL = {"name": "A", "transport": "poll"}
SMALL = Quotas(
    streams=Quota(2, 3),
    tables=Quota(2, 3),
    books=Quota(2, 3),
    book_mb=Quota(1, None),
    arenas=Quota(1, 2),
    agents=Quota(2, 3),
)


@pytest.fixture
def app(app_with: Callable[..., Flask]) -> Flask:
    return app_with(quotas=SMALL)


@pytest.fixture
def store(redis: Redis) -> QuotaStore:
    return QuotaStore(redis, LimitRecords(Database("sqlite://")))


@pytest.fixture(autouse=True)
def released(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No process goes on renewing the streams of a test that is over."""
    made: list[StreamLeases] = []
    monkeypatch.setattr(StreamLeases, "__init__", lambda self, store: (init(self, store), made.append(self))[0])
    yield
    for leases in made:
        for id in [*leases._held]:
            leases.release(id)


init = StreamLeases.__init__


# -- tables ----------------------------------------------------------------------------------------


def test_one_table_too_many_is_refused_with_the_limit_and_what_to_do(ada: Person, ben: Person) -> None:
    first = open_table(ada)
    open_table(ada)

    refused = ada.post("/tables", TABLE)
    assert (refused.status_code, refused.json["code"]) == (403, "too-many-tables")
    assert refused.json["params"] == {"limit": 2, "per": "account"}
    assert "limit of 2 unfinished tables" in refused.json["detail"]
    assert "Finish or delete one" in refused.json["detail"]
    french = ada.post("/tables", TABLE, headers={"Accept-Language": "fr"})
    assert "limite de 2 tables non terminées par compte" in french.json["detail"]
    assert open_table(ben)["status"] == "open"

    ada.delete(f"/tables/{first['id']}")
    assert open_table(ada)["status"] == "open"


def test_a_table_that_is_over_does_not_count(app: Flask, ada: Person, ben: Person) -> None:
    over = started(ada, ben)
    play_out(stores_of(app), over, [ada, ben])
    open_table(ada)

    assert open_table(ada)["status"] == "open"
    assert ada.post("/tables", TABLE).status_code == 403


def test_a_refused_table_and_one_sent_twice_do_not_count(ada: Person) -> None:
    for _ in range(3):
        assert ada.post("/tables", {**TABLE, "options": {"advanced": 7}}).status_code == 422
    twice = [ada.post("/tables", TABLE, headers={"Idempotency-Key": "k"}).json["id"] for _ in range(2)]
    open_table(ada)

    assert twice[0] == twice[1]
    assert ada.post("/tables", TABLE, headers={"Idempotency-Key": "k"}).json["id"] == twice[0]
    assert ada.post("/tables", TABLE).status_code == 403


def test_a_table_that_was_counted_but_never_created_counts_for_a_minute_only(app: Flask, ada: Person) -> None:
    store = stores_of(app).quotas
    holder = [Holder("account", ada.id, None)]
    store.reserve("tables", new_id(store.now() - 61_000), holder)
    store.reserve("tables", new_id(store.now() - 1000), holder)

    assert open_table(ada)["status"] == "open"
    assert ada.post("/tables", TABLE).status_code == 403


def test_a_rematch_counts_for_the_player_who_asked_first(app: Flask, ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    play_out(stores_of(app), table, [ada, ben])
    for person in (ada, ben, ada):
        assert person.post(f"/tables/{table}/rematch").status_code == 201

    usage = [stores_of(app).quotas.counted("tables", person.id) for person in (ada, ben)]
    assert [len([id for id in ids if id != table]) for ids in usage] == [1, 0]


def test_many_accounts_of_one_address_share_its_limit(app: Flask) -> None:
    people = [newcomer(app, name) for name in ("Ada", "Ben", "Cleo", "Dora")]

    replies = [person.post("/tables", TABLE, **FROM_AFAR) for person in people]

    assert [reply.status_code for reply in replies] == [201, 201, 201, 403]
    assert replies[-1].json["params"] == {"limit": 3, "per": "address"}
    elsewhere = people[-1].post("/tables", TABLE, environ_base={"REMOTE_ADDR": "203.0.113.6"})
    assert elsewhere.status_code == 201


def test_twenty_requests_at_once_open_no_more_than_the_limit(ada: Person) -> None:
    with ThreadPoolExecutor(20) as pool:
        replies = list(pool.map(lambda _: ada.post("/tables", TABLE).status_code, range(20)))

    assert sorted(replies) == [201] * 2 + [403] * 18


def test_an_operator_can_set_another_limit_for_one_account(app: Flask, ada: Person) -> None:
    store = stores_of(app).quotas
    store.set_limit(ada.id, "tables", 0)
    assert ada.post("/tables", TABLE).json["params"] == {"limit": 0, "per": "account"}

    store.set_limit(ada.id, "tables", None)
    assert open_table(ada)["status"] == "open"


# -- agents, arenas, books -------------------------------------------------------------------------


def test_agents_are_limited_until_one_is_deleted(ada: Person) -> None:
    first, _ = (ada.post("/agents", POLL).json for _ in range(2))

    refused = ada.post("/agents", POLL)
    assert (refused.status_code, refused.json["code"]) == (403, "too-many-agents")

    ada.delete(f"/agents/{first['id']}")
    assert ada.post("/agents", POLL).status_code == 201


def test_two_arenas_opened_at_once_are_one_too_many(ada: Person) -> None:
    wish = {"game": "faraway", "entrants": [{"level": "random"}, {"level": "greedy"}], "games": 2}
    with ThreadPoolExecutor(2) as pool:
        replies = list(pool.map(lambda _: ada.post("/arenas", wish), range(2)))

    assert sorted(reply.status_code for reply in replies) == [201, 403]
    open_one = next(reply.json["id"] for reply in replies if reply.status_code == 201)
    assert ada.delete(f"/arenas/{open_one}").status_code == 204
    assert ada.post("/arenas", wish).status_code == 201


def uploaded(person: Person, size: int) -> Any:
    form = {"file": (BytesIO(b"word " * (size // 5)), "book.txt"), "title": "T", "language": "en"}
    return person.post("/books", None, data=form, content_type="multipart/form-data")


def test_books_are_limited_in_number_and_in_bytes(ada: Person, ben: Person) -> None:
    large = uploaded(ada, 800_000)
    assert large.status_code == 202
    refused = uploaded(ada, 400_000)
    assert (refused.status_code, refused.json["code"]) == (403, "too-many-book-bytes")
    assert refused.json["params"] == {"limit": "1", "per": "account"}

    for _ in range(2):
        assert uploaded(ben, 300_000).status_code == 202
    assert uploaded(ben, 300_000).json["code"] == "too-many-books"

    ada.delete(f"/books/{large.json['id']}")
    assert uploaded(ada, 400_000).status_code == 202


# -- streams ---------------------------------------------------------------------------------------


def test_one_stream_too_many_is_refused_while_others_may_follow(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    with ada.follow(f"/tables/{table}/events"), ada.follow("/events") as second:
        refused = ada.get("/events")
        assert (refused.status_code, refused.json["code"]) == (429, "too-many-streams")
        assert refused.json["params"] == {"limit": 2, "per": "account"}
        assert refused.json["retryable"]
        assert int(refused.headers["Retry-After"]) >= 1
        with ben.follow("/events") as stream:
            assert stream.event()["type"] == "snapshot"

        second.close()
        with ada.follow("/events") as third:
            assert third.event()["type"] == "snapshot"


def test_a_long_poll_beyond_the_limit_does_not_wait_but_answers(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    with ada.follow(f"/tables/{table}/events"), ada.follow("/events"):
        poll = ada.get(f"/tables/{table}/events?after=1000&wait=50", headers={"Accept": JSON})
        view = ada.get(f"/tables/{table}/view?after=1000&wait=50")

    assert (poll.status_code, view.status_code) == (200, 200)


def test_spectators_of_one_address_share_its_limit(app: Flask, ada: Person, ben: Person, redis: Redis) -> None:
    table = started(ada, ben)
    address = "203.0.113.5"
    leases = StreamLeases(stores_of(app).quotas)
    for _ in range(3):
        leases.take([Holder("address", address, 3)])

    watcher = Person(app)
    refused = watcher.get(f"/tables/{table}/events", **FROM_AFAR)
    assert refused.json["params"] == {"limit": 3, "per": "address"}
    assert watcher.get(f"/tables/{table}/view", **FROM_AFAR).status_code == 200


def test_streams_of_a_dead_process_stop_counting(store: QuotaStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas_of_requests, "LEASE_MS", 1)
    dead, living = StreamLeases(store), StreamLeases(store)
    holders = [Holder("account", "p_x", 1)]
    monkeypatch.setattr(dead, "_renewing", True)
    dead.take(holders)
    while store.usage("p_x", store.now())["streams"]:
        pass

    assert living.take(holders) is not None


def test_an_open_stream_counts_for_as_long_as_its_process_lives(
    store: QuotaStore, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    renewed = threading.Event()
    monkeypatch.setattr(quotas_of_requests, "RENEW_S", 0.01)
    monkeypatch.setattr(store, "renew", lambda *args: (QuotaStore.renew(store, *args), renewed.set()))
    leases, holders = StreamLeases(store), [Holder("account", "p_x", 1)]
    stream = leases.take(holders)
    # As if a minute had passed without a renewal.
    redis.zadd(keys.quota("streams", "p_x"), {str(stream): 1})
    renewed.clear()
    assert renewed.wait(90)

    with pytest.raises(TooManyStreams):
        leases.take(holders)

    leases.release(stream)
    again = leases.take(holders)
    assert again is not None
    leases.release(again)


def test_a_hundred_threads_get_exactly_as_many_streams_as_allowed(store: QuotaStore) -> None:
    leases, holders = StreamLeases(store), [Holder("account", "p_x", 7), Holder("address", "203.0.113.5", 9)]

    def take(_: int) -> bool:
        try:
            return leases.take(holders) is not None
        except TooManyStreams:
            return False

    with ThreadPoolExecutor(20) as pool:
        assert sum(pool.map(take, range(100))) == 7
    assert [store.usage(holder.id, store.now())["streams"] for holder in holders] == [7, 7]


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("203.0.113.5", "203.0.113.5"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.5", "203.0.113.5"),
        ("127.0.0.1", None),
        ("::1", None),
        ("", None),
    ],
)
def test_an_address_counts_as_one_caller(address: str, counted: str | None) -> None:
    assert network(address) == counted


def test_without_holders_nothing_is_counted(store: QuotaStore) -> None:
    assert StreamLeases(store).take([]) is None
    quotas.reserve(store, "tables", "x", [], lambda ids: {})
    assert store.redis.keys("*quotas*") == []
