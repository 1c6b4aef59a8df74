"""Standing passes: windows that a player passes in advance."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

SEATS = [{"kind": "me"}, {"kind": "open"}]


class Seated:
    """Somebody at a table of Not Alone."""

    def __init__(self, app: Flask, name: str) -> None:
        self.client = app.test_client()
        token = self.client.post("/v1/players", json={"name": name}).get_json()["token"]
        self.head = {"Authorization": f"Bearer {token}"}
        self.table = ""

    def call(self, method: str, path: str, body: Any = None) -> Any:
        reply = self.client.open(f"/v1/tables{self.table}{path}", method=method, json=body, headers=self.head)
        assert reply.status_code < 300, reply.get_data(as_text=True)
        return reply.get_json()

    def asked(self) -> list[dict[str, Any]]:
        asked: list[dict[str, Any]] = self.call("GET", "/decisions")["items"]
        return asked


def play(people: list[Seated], most: int) -> list[dict[str, Any]]:
    """Everybody answers with the default, up to so many answers; every decision that was asked."""
    seen = []
    for _ in range(most):
        for person in people:
            for decision in person.asked()[:1]:
                seen.append(decision)
                person.call("PUT", f"/decisions/{decision['id']}/answer", {"picks": decision["default"]})
        if people[0].call("GET", "")["status"] != "running":
            break
    return seen


@pytest.fixture
def people(app: Flask) -> list[Seated]:
    one, two = Seated(app, "Ada"), Seated(app, "Bob")
    wish = {"game": "not_alone", "seats": SEATS, "start": "full", "deal": "passes"}
    one.table = two.table = "/" + one.call("POST", "", wish)["id"]
    two.call("PUT", "/seats/1", {})
    return [one, two]


def windows(seen: list[dict[str, Any]], seat: int) -> list[str]:
    return [decision["kind"] for decision in seen if decision["window"] and decision["seat"] == seat]


def test_without_passes_everybody_is_asked_at_windows(people: list[Seated]) -> None:
    seen = play(people, 30)

    assert windows(seen, 0)
    assert windows(seen, 1)


def test_a_seat_that_passes_all_windows_is_asked_in_none_and_the_game_continues(people: list[Seated]) -> None:
    people[0].call("PUT", "/passes", {"kinds": ["*"]})

    seen = play(people, 30)

    assert not windows(seen, 0)
    assert windows(seen, 1)
    assert [decision for decision in seen if decision["seat"] == 0]


def test_passes_of_one_kind_leave_the_other_windows(people: list[Seated]) -> None:
    kinds = set(windows(play(people, 4), 1))
    kind = sorted(kinds)[0]
    people[1].call("PUT", "/passes", {"kinds": [kind]})

    assert kind not in windows(play(people, 20), 1)


def test_passes_until_my_turn_end_when_a_real_question_comes(people: list[Seated]) -> None:
    people[0].call("PUT", "/passes", {"kinds": ["*"], "until": "my-turn"})

    play(people, 12)

    assert people[0].call("GET", "/passes")["kinds"] == []


def test_nobody_else_is_shown_passes(people: list[Seated], app: Flask) -> None:
    people[0].call("PUT", "/passes", {"kinds": ["end-window"]})

    assert people[1].call("GET", "/passes") == {"kinds": [], "until": "revoked"}
    shown = [people[1].call("GET", path) for path in ("", "/view", "/talk")]
    assert "passes" not in str(shown)
    stranger = app.test_client().get(f"/v1/tables{people[0].table}/passes")
    assert stranger.status_code == 401


def test_a_game_with_passes_replays(people: list[Seated]) -> None:
    for person in people:
        person.call("PUT", "/passes", {"kinds": ["*"]})
    play(people, 400)
    if people[0].call("GET", "")["status"] == "running":
        for person in people:
            person.call("POST", "/votes", {"kind": "abort"})

    replay = people[0].call("GET", "/replay")

    assert any(answer["by"] == "standing" for answer in replay["answers"])
