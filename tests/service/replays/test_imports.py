"""A replay is imported only if every step of it is verified."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest
from redis import Redis

from service.stores import Stores
from tests.service.people import Data, Person
from tests.service.sample_replays import played, seal
from tests.service.table import (
    all_answer,
    everything,
    later,
    play_bots,
    play_out,
    started,
)


def test_a_true_replay_becomes_a_table_that_is_over(cleo: Person, ada: Person, ben: Person, stores: Stores) -> None:
    table = played(stores, ada, ben)
    replay = ada.get(f"/tables/{table}/replay").json

    imported = cleo.post("/replays", replay)

    assert imported.status_code == 201
    assert imported.headers["Location"] == f"/v1/tables/{imported.json['id']}"
    assert (imported.json["status"], imported.json["result"]) == ("finished", replay["result"])
    assert cleo.get(f"/tables/{imported.json['id']}/replay").json == replay
    for field in ("started_at", "finished_at"):
        assert imported.json[field] == replay[field]
    assert (
        cleo.get(f"/tables/{imported.json['id']}/replay/steps/9?as=1").json["view"]
        == ada.get(f"/tables/{table}/replay/steps/9?as=1").json["view"]
    )


def test_a_imported_table_ends_with_the_result_it_has(cleo: Person, replay: Data) -> None:
    id = cleo.post("/replays", replay).json["id"]

    with cleo.follow(f"/tables/{id}/events") as stream:
        last = stream.rest()[-1]

    assert (last["type"], last["data"]["result"]) == ("finished", replay["result"])


def test_a_game_that_somebody_forfeited_can_be_imported_in(
    ada: Person, ben: Person, cleo: Person, stores: Stores
) -> None:
    clock = {"mode": "realtime", "per_decision_s": 60, "on_timeout": "forfeit"}
    for others in ([ben], [ben, cleo]):
        table = started(ada, *others, clock=clock)
        all_answer(table, *others)
        later(stores, table, 61)
        ada.get(f"/tables/{table}")
        play_out(stores, table, others)
        replay = ada.get(f"/tables/{table}/replay").json
        assert replay["forfeits"] == [0]

        imported = ada.post("/replays", replay)

        assert imported.status_code == 201, imported.json
        assert imported.json["result"] == replay["result"]
        with ada.follow(f"/tables/{imported.json['id']}/events") as stream:
            assert stream.rest()[-1]["data"]["result"] == replay["result"]


def test_a_game_that_was_aborted_can_be_imported_in(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, bots=1)
    play_bots(stores)
    for person in (ada, ben):
        person.post(f"/tables/{table}/votes", {"kind": "abort"})

    imported = ada.post("/replays", ada.get(f"/tables/{table}/replay").json)

    assert (imported.status_code, imported.json["status"]) == (201, "aborted")


Tamper = Callable[[Data], Any]

STEP = 5


def pick_another(replay: Data) -> None:
    one = replay["answers"][STEP - 1]
    one["picks"] = [next(a["picks"][0] for a in replay["answers"] if a["picks"] != one["picks"])]


def sit_elsewhere(replay: Data) -> None:
    replay["answers"][STEP - 1]["seat"] = (replay["answers"][STEP - 1]["seat"] + 1) % 3


def leave_out(replay: Data) -> None:
    del replay["answers"][STEP - 1]


def say_twice(replay: Data) -> None:
    replay["answers"].insert(STEP - 1, replay["answers"][STEP - 2])


def at_step(**change: Any) -> Tamper:
    def tamper(replay: Data) -> None:
        replay["answers"][STEP - 1].update(change)

    return tamper


def at_top(**change: Any) -> Tamper:
    return lambda replay: replay.update(change)


def chosen_seed(replay: Data) -> None:
    replay.update(seed="chosen", commitment=sha256(b"chosen").hexdigest())


def better_score(replay: Data) -> None:
    replay["result"]["scores"][0] += 1


def other_winner(replay: Data) -> None:
    replay["result"]["winners"] = [seat for seat in range(3) if seat not in replay["result"]["winners"]][:1]


@pytest.mark.parametrize(
    ("tamper", "step"),
    [
        pytest.param(pick_another, STEP, id="another pick"),
        pytest.param(sit_elsewhere, STEP, id="another seat"),
        pytest.param(leave_out, STEP, id="an answer left out"),
        pytest.param(say_twice, STEP, id="an answer doubled"),
        pytest.param(at_step(kind="nonsense"), STEP, id="another kind"),
        pytest.param(at_step(kind="say"), STEP, id="speech"),
        pytest.param(at_step(kind="say", picks=["table", "hello"]), STEP, id="speech in full"),
        pytest.param(at_step(kind="withdraw"), STEP, id="taken back"),
        pytest.param(at_step(decision="99-explore-0"), STEP, id="another decision"),
        pytest.param(at_step(digest="0" * 16), STEP, id="another digest of a step"),
        pytest.param(at_step(seat=-1), STEP, id="the clock's seat"),
        pytest.param(at_step(seat=10**30), STEP, id="a seat beyond all tables"),
        pytest.param(at_step(picks=[]), STEP, id="no pick"),
        pytest.param(at_top(seed="another"), 0, id="another seed"),
        pytest.param(at_top(commitment="0" * 64), 0, id="another commitment"),
        pytest.param(chosen_seed, 1, id="a chosen seed"),
        pytest.param(at_top(options={"advanced": True}), 1, id="other options"),
        pytest.param(lambda replay: replay["answers"].pop(), -1, id="the last answer left out"),
        pytest.param(lambda replay: replay["answers"].clear(), 0, id="no answers"),
        pytest.param(better_score, None, id="a better score"),
        pytest.param(other_winner, None, id="another winner"),
        pytest.param(at_top(result=None), None, id="no result"),
        pytest.param(at_top(forfeits=[0]), None, id="a forfeit"),
        pytest.param(at_top(forfeits=[7]), None, id="a forfeit of nobody"),
        pytest.param(at_top(forfeits=[10**30]), None, id="a forfeit beyond all tables"),
        pytest.param(at_top(status="aborted"), None, id="aborted"),
    ],
)
def test_what_was_tampered_with_is_refused_at_the_first_step_that_differs(
    ada: Person, replay: Data, redis: Redis, tamper: Tamper, step: int | None
) -> None:
    told = len(replay["answers"])
    tamper(replay)
    wanted = len(replay["answers"]) if step is None else told - 1 if step == -1 else step
    before = everything(redis)

    # With the digest it had, and with the one that a cheat would put there.
    for false in (replay, {**replay, "digest": seal(replay)}):
        refused = ada.post("/replays", false)

        assert (refused.status_code, refused.json["code"]) == (422, "replay-differs"), refused.json
        assert refused.json["params"]["step"] == wanted
        assert str(wanted) in refused.json["detail"]
    assert everything(redis) == before


@pytest.mark.parametrize("tamper", [at_top(talk=[]), at_top(digest="0" * 64), at_top(finished_at=None)])
def test_what_no_step_can_verify_is_held_together_by_the_digest(ada: Person, replay: Data, tamper: Tamper) -> None:
    tamper(replay)

    refused = ada.post("/replays", replay)

    assert refused.json["params"] == {"step": len(replay["answers"]), "reason": "digest"}


def test_an_answer_after_the_end_is_refused(ada: Person, replay: Data) -> None:
    replay["answers"].append(replay["answers"][-1])

    refused = ada.post("/replays", replay)

    assert refused.json["params"]["step"] == len(replay["answers"])


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"format": "farshore-replay/2"}, 422, "invalid"),
        ({"game": "chess"}, 410, "rules-retired"),
        ({"rules_version": 99}, 410, "rules-retired"),
        ({"rules_version": "1"}, 422, "invalid"),
        ({"seed": ""}, 422, "invalid"),
        ({"seed": "x" * 65}, 422, "invalid"),
        ({"seats": []}, 422, "invalid"),
        ({"seats": [{"kind": "player"}] * 7}, 422, "invalid"),
        ({"seats": [{"kind": "throne"}] * 3}, 422, "invalid"),
        ({"seats": [{"kind": "player", "name": "x" * 41}] * 3}, 422, "invalid"),
        ({"seats": [{"kind": "player", "name": "a\u202eb"}] * 3}, 422, "invalid"),
        ({"seats": [{"kind": "bot", "level": "x" * 1000}] * 3}, 422, "invalid"),
        ({"options": {"cheating": True}}, 422, "invalid"),
        ({"answers": 7}, 422, "invalid"),
        ({"answers": [{}]}, 422, "invalid"),
        ({"status": "running"}, 422, "invalid"),
    ],
)
def test_an_invalid_replay_is_refused(ada: Person, replay: Data, change: Data, status: int, code: str) -> None:
    refused = ada.post("/replays", {**replay, **change})

    assert (refused.status_code, refused.json["code"]) == (status, code)
    assert status != 422 or refused.json["errors"][0]["field"].startswith(next(iter(change)))


@pytest.mark.parametrize("body", [b"", b"{", b"nonsense", b"\xff\xfe", b'{"format": "\xed\xa0\x80"}'])
def test_garbage_is_called_malformed(ada: Person, body: bytes) -> None:
    refused = ada.post("/replays", data=body, headers={"Content-Type": "application/json"})

    assert (refused.status_code, refused.json["code"]) == (400, "malformed-json")


@pytest.mark.parametrize("body", [None, 7, [], "replay", {}, [[]] * 3])
def test_json_that_is_not_a_replay_is_invalid(ada: Person, body: object) -> None:
    refused = ada.post("/replays", data=json.dumps(body), headers={"Content-Type": "application/json"})

    assert (refused.status_code, refused.json["code"]) == (422, "invalid")


def test_bringing_in_needs_a_token(nobody: Person, replay: Data) -> None:
    assert nobody.post("/replays", replay).status_code == 401
