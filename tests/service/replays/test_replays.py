"""Replays: a finished game as one document, and step by step."""

from __future__ import annotations

from itertools import cycle

import msgspec
import pytest

from service.replays.replay import state_digest
from service.stores import Stores
from tests.service.people import JSON, NDJSON, Person
from tests.service.sample_replays import played, seal
from tests.service.table import (
    answer,
    live,
    open_decisions,
    open_table,
    saved,
    started,
)


@pytest.fixture
def table(ada: Person, ben: Person, stores: Stores) -> str:
    """A game of Ada, Ben and a bot that is over."""
    return played(stores, ada, ben)


def test_a_replay_has_everything_to_play_the_game_again(ada: Person, table: str, stores: Stores) -> None:
    shown, replay = ada.get(f"/tables/{table}").json, ada.get(f"/tables/{table}/replay").json

    assert (replay["format"], replay["game"], replay["rules_version"]) == ("farshore-replay/1", "faraway", 1)
    assert {key: replay[key] for key in ("options", "seed", "commitment", "result", "status")} == {
        key: shown[key] for key in ("options", "seed", "commitment", "result", "status")
    }
    assert [(seat["kind"], seat["name"]) for seat in replay["seats"]] == [
        ("player", "Ada"),
        ("player", "Ben"),
        ("bot", shown["seats"][2]["name"]),
    ]
    assert [(one["decision"], one["picks"]) for one in replay["answers"]] == [
        (given.name, list(given.picks)) for given in stores.tables.answers(table)
    ]
    assert [one["text"] for one in replay["talk"]] == ["Good luck!"]


def test_the_digest_can_be_counted_by_anybody(ada: Person, table: str) -> None:
    replay = ada.get(f"/tables/{table}/replay").json

    assert replay["digest"] == seal(replay)


def test_a_replay_is_the_same_for_everybody_and_every_time(ada: Person, nobody: Person, table: str) -> None:
    assert ada.get(f"/tables/{table}/replay").data == nobody.get(f"/tables/{table}/replay").data


def test_there_is_no_replay_before_the_end(ada: Person, ben: Person) -> None:
    for table in (started(ada, ben), open_table(ada)["id"]):
        for path in ("", "/steps/0", "/steps/0?as=0"):
            refused = ada.get(f"/tables/{table}/replay{path}")
            assert (refused.status_code, refused.json["code"]) == (409, "not-finished")


def test_every_step_shows_what_each_viewer_saw_then(ada: Person, ben: Person, nobody: Person, stores: Stores) -> None:
    table = started(ada, ben, options={"advanced": True})
    viewers = {"0": ada, "1": ben, "spectator": nobody}
    views = [{name: person.get(f"/tables/{table}/view").json for name, person in viewers.items()}]
    while saved(stores, table).status == "running":
        for person in (ada, ben):
            for one in open_decisions(person, table):
                answer(person, table, one["id"])
                views.append({name: one.get(f"/tables/{table}/view").json for name, one in viewers.items()})

    for n, (seen, name) in enumerate(zip(views, cycle(viewers), strict=False)):
        step = nobody.get(f"/tables/{table}/replay/steps/{n}?as={name}").json
        assert step["view"] == seen[name]["view"]
        assert (step["step"], step["of"]) == (n, len(views) - 1)
        assert [one["id"] for one in step["decisions"]] == [one["id"] for one in seen[name]["decisions"]]
        assert [one["sealed"] for one in step["decisions"]] == [one["sealed"] for one in seen[name]["decisions"]]


def test_the_steps_together_tell_the_story_of_each_viewer(ada: Person, nobody: Person, table: str) -> None:
    replay = ada.get(f"/tables/{table}/replay").json
    for name, person in (("0", ada), ("spectator", nobody)):
        page = person.get(f"/tables/{table}/events?after=0&limit=1000", headers={"Accept": JSON}).json["items"]
        story = [event["data"] for event in page if event["type"] == "story"]
        steps = [
            nobody.get(f"/tables/{table}/replay/steps/{n}?as={name}").json for n in range(len(replay["answers"]) + 1)
        ]
        told = [event for step in steps for event in step["events"]]
        assert [event["data"] for event in told] == story
        assert [event["seq"] for event in told] == list(range(1, len(told) + 1))
        assert {(event["type"], event["table"]) for event in told} == {("story", table)}
    assert steps[0]["answer"] is None
    assert steps[1]["answer"]["decision"] == replay["answers"][0]["decision"]


def test_all_steps_come_in_one_response(ada: Person, nobody: Person, table: str) -> None:
    reply = nobody.get(f"/tables/{table}/replay/steps?as=1")
    steps = [msgspec.json.decode(line) for line in reply.data.splitlines()]

    assert reply.content_type == NDJSON
    assert [step["step"] for step in steps] == list(range(steps[0]["of"] + 1))
    for n in (0, 5, steps[0]["of"]):
        assert steps[n] == ada.get(f"/tables/{table}/replay/steps/{n}?as=1").json
    part = nobody.get(f"/tables/{table}/replay/steps?as=1&from=3&to=5").data.splitlines()
    assert [msgspec.json.decode(line) for line in part] == steps[3:6]
    assert steps[0]["waiting"] == [0, 1, 2]
    assert steps[-1]["waiting"] == []


def test_a_long_replay_has_a_link_to_the_next_steps(
    nobody: Person, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.replays.routes.MOST_STEPS", 10)
    first = nobody.get(f"/tables/{table}/replay/steps?as=0")
    path = first.headers["Link"].partition(">")[0].removeprefix("</v1")
    second = nobody.get(path)

    assert [msgspec.json.decode(line)["step"] for line in first.data.splitlines()] == list(range(10))
    assert msgspec.json.decode(second.data.splitlines()[0])["step"] == 10


def test_a_step_or_viewer_that_is_not_there_is_refused(ada: Person, table: str) -> None:
    beyond = ada.get(f"/tables/{table}/replay/steps/0").json["of"] + 1

    assert ada.get(f"/tables/{table}/replay/steps/{beyond}").status_code == 404
    assert ada.get(f"/tables/{table}/replay/steps/-1").status_code == 404
    for query in (f"to={beyond}", "from=3&to=2", f"from={beyond}"):
        assert ada.get(f"/tables/{table}/replay/steps?{query}").status_code == 404
    for viewer in ("3", "99", "x", "-1", "0%0a", ""):
        refused = ada.get(f"/tables/{table}/replay/steps/0?as={viewer}")
        assert [error["field"] for error in refused.json["errors"]] == ["as"]


def test_the_digest_of_a_step_tells_states_apart(ada: Person, ben: Person, stores: Stores) -> None:
    now = live(stores, started(ada, ben))
    before = state_digest(now.game, now.state)
    now.state.deck.reverse()

    assert state_digest(now.game, now.state) != before
