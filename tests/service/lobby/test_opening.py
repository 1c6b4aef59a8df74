"""Opening a table: every kind of seat, every invalid request, and an unpredictable deal."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest
from redis import Redis

from service.stores import Stores
from tests.service.people import Person
from tests.service.table import BOT, ME, OPEN, answer, live, open_table, play_bots, play_out, started


def refusal(person: Person, **wish: Any) -> list[str]:
    """The fields that are wrong with this wish."""
    reply = person.post("/tables", {"game": "faraway", "seats": [ME, OPEN], **wish})
    assert (reply.status_code, reply.json["code"]) == (422, "invalid"), reply.json
    return [error["field"] for error in reply.json["errors"]]


def test_a_table_has_every_kind_of_seat(ada: Person, ben: Person) -> None:
    invited = {"kind": "invite", "player": ben.id}

    table = open_table(ada, [ME, OPEN, BOT, {"kind": "bot"}, {"kind": "invite"}, invited])

    kinds = [(seat["kind"], seat["player"] and seat["player"]["name"]) for seat in table["seats"]]
    assert kinds[:3] == [("player", "Ada"), ("open", None), ("bot", None)]
    assert kinds[3:] == [("bot", None), ("invite", None), ("invite", "Ben")]
    assert table["seats"][2]["level"] == "random"
    assert table["seats"][3]["level"] is not None
    assert (table["status"], table["owner"], table["my_seat"]) == ("open", ada.id, 0)


def test_a_new_table_has_an_address(ada: Person) -> None:
    made = ada.post("/tables", {"game": "faraway", "seats": [ME, OPEN]})

    assert made.headers["Location"] == f"/v1/tables/{made.json['id']}"
    assert ada.get(f"/tables/{made.json['id']}").json == made.json


def test_opening_needs_a_token(nobody: Person) -> None:
    assert nobody.post("/tables", {"game": "faraway", "seats": [BOT, BOT]}).status_code == 401


@pytest.mark.parametrize("count", [1, 7, 12])
def test_a_wrong_number_of_players_is_a_matter_of_the_seats(ada: Person, count: int) -> None:
    assert refusal(ada, seats=[ME, *[BOT] * (count - 1)]) == ["seats"]


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"seats": []}, "seats"),
        ({"seats": [ME] * 13}, "seats"),
        ({"seats": [ME, ME]}, "seats"),
        ({"seats": "two"}, "seats"),
        ({"seats": [ME, {"kind": "throne"}]}, "seats.1.kind"),
        ({"seats": [ME, {}]}, "seats.1.kind"),
        ({"seats": [ME, {"kind": "bot", "level": "genius"}]}, "seats.1.level"),
        ({"seats": [ME, {"kind": "bot", "level": 3}]}, "seats.1.level"),
        ({"seats": [ME, {"kind": "invite", "player": "p_nobody"}]}, "seats.1.player"),
        ({"seats": [ME, {"kind": "open", "colour": "red"}]}, "seats.1.colour"),
        ({"game": "chess"}, "game"),
        ({"game": None}, "game"),
        ({"options": {"advanced": "yes"}}, "options.advanced"),
        ({"options": {"cheating": True}}, "options"),
        ({"options": []}, "options"),
        ({"clock": {"mode": "sundial"}}, "clock.mode"),
        ({"clock": {"mode": "realtime", "per_decision_s": 0}}, "clock.per_decision_s"),
        ({"clock": {"mode": "realtime", "per_decision_s": 1.5}}, "clock.per_decision_s"),
        ({"clock": {"mode": "realtime", "bank_s": -1}}, "clock.bank_s"),
        ({"clock": {"mode": "realtime", "increment_s": "5"}}, "clock.increment_s"),
        ({"clock": {"on_timeout": "explode"}}, "clock.on_timeout"),
        ({"clock": {"mode": "none", "bank_s": 30}}, "clock.mode"),
        ({"visibility": "secret"}, "visibility"),
        ({"start": "never"}, "start"),
        ({"deal": ""}, "deal"),
        ({"deal": "a b"}, "deal"),
        ({"deal": "monday\n"}, "deal"),
        ({"deal": "x" * 65}, "deal"),
        ({"deal": 7}, "deal"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_wish_that_makes_no_sense_is_refused_by_field(
    ada: Person, redis: Redis, wish: dict[str, Any], field: str
) -> None:
    assert field in refusal(ada, **wish)
    assert redis.keys("*:table:*") == []


def test_inviting_what_is_not_a_player_is_a_matter_of_that_seat(ada: Person) -> None:
    open_table(ada)

    assert refusal(ada, seats=[ME, {"kind": "invite", "player": f"{ada.id}:tables"}]) == ["seats.1.player"]


def test_everything_wrong_is_said_at_once(ada: Person) -> None:
    assert {"game", "visibility", "seats.0.kind"} <= set(
        refusal(ada, game="chess", visibility="x", seats=[{"kind": "x"}, ME])
    )


def test_options_left_out_are_as_usual(ada: Person) -> None:
    assert open_table(ada)["options"] == {"advanced": False}
    assert open_table(ada, options={"advanced": True})["options"] == {"advanced": True}


# -- the deal ------------------------------------------------------------------------------


def test_the_same_deal_gives_the_same_cards(ada: Person, ben: Person) -> None:
    hands = []
    for deal in ("monday-1", "monday-1", "tuesday"):
        table = started(ada, ben, deal=deal)
        hands.append([person.get(f"/tables/{table}/view").json["view"]["me"]["hand"] for person in (ada, ben)])

    assert hands[0] == hands[1] != hands[2]


def test_a_table_with_a_chosen_deal_is_called_practice(ada: Person) -> None:
    assert open_table(ada, deal="monday-1")["practice"]
    assert not open_table(ada)["practice"]


def test_two_tables_are_never_dealt_alike(ada: Person, stores: Stores) -> None:
    tables = [open_table(ada, [ME, BOT], start="full")["id"] for _ in range(5)]

    assert len({live(stores, table).table.seed for table in tables}) == 5


def test_the_hash_of_the_seed_is_there_from_the_start_and_the_seed_at_the_end(
    ada: Person, ben: Person, nobody: Person, stores: Stores
) -> None:
    before = open_table(ada)
    assert (before["commitment"], before["seed"]) == (None, None)

    table = started(ada, ben, bots=1)
    running = nobody.get(f"/tables/{table}").json
    assert running["seed"] is None
    ended = play_out(stores, table, [ada, ben])

    assert ended["commitment"] == running["commitment"] == sha256(ended["seed"].encode()).hexdigest()
    last = nobody.get(f"/tables/{table}/events?after=0&limit=1000", headers={"Accept": "application/json"})
    events = last.json["items"]
    assert next(e for e in events if e["type"] == "started")["data"] == {"commitment": ended["commitment"]}
    assert events[-1]["data"]["seed"] == ended["seed"]


def test_a_seat_for_a_bot_is_played_by_a_bot(ada: Person, stores: Stores) -> None:
    table = started(ada, bots=2)
    answer(ada, table)

    play_bots(stores)

    rows = [player["row"] for player in ada.get(f"/tables/{table}/view").json["view"]["players"]]
    assert all(rows)


@pytest.mark.parametrize(
    ("clock", "mode"), [({}, "none"), ({"per_decision_s": 30}, "realtime"), ({"bank_s": 9}, "realtime")]
)
def test_a_clock_that_names_a_limit_runs(ada: Person, clock: dict[str, Any], mode: str) -> None:
    assert open_table(ada, clock=clock)["clock"]["mode"] == mode
