"""Arenas over HTTP: opening, visibility, results, the ladder, and invalid settings."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import msgspec
import pytest

from service.arena import export, ratings
from service.arena.ratings import rate
from service.books import uploads
from service.games import REGISTRY
from service.storage import keys
from service.stores import Stores
from tests.service.arena.arenas import played
from tests.service.arenas import WISH, due, opened, page, work
from tests.service.people import Person


def test_an_arena_is_opened_played_and_returned(stores: Stores, ada: Person, nobody: Person) -> None:
    arena = opened(ada)
    assert (arena["status"], arena["played"], arena["games"], arena["seed"]) == ("running", 0, 4, None)
    assert due(stores) == [f"arena:{arena['id']}"]

    assert work(stores, arena["id"]) == 4

    found = nobody.get(f"/arenas/{arena['id']}").json
    assert (found["status"], found["played"], found["seed"], found["counted"]) == ("finished", 4, "test", 0)
    assert [each["entrant"] for each in found["ratings"]] == ["greedy", "random"]
    assert found["standings"][0]["ms"] is not None
    assert due(stores) == []
    assert [each["id"] for each in nobody.get("/arenas").json["items"]] == [arena["id"]]
    assert nobody.get("/arenas?game=new_lands").json["items"] == []


def test_the_service_plays_the_same_games_as_a_local_arena(stores: Stores, ada: Person) -> None:
    arena = opened(ada, game="not_alone", entrants=[{"level": "sensible", "thoughts": 1}, {"level": "random"}], seats=3)
    work(stores, arena["id"])

    raw = ada.get(f"/arenas/{arena['id']}/games").get_data()

    plan, records, _ = export.decode(raw)
    assert records == played(plan)
    whole = ada.get(f"/arenas/{arena['id']}/games", headers={"Accept": "application/json"}).json
    assert msgspec.convert(whole["plan"], type(plan)) == plan
    assert [each["digest"] for each in whole["games"]] == [record.digest for record in records]
    shown = ada.get(f"/arenas/{arena['id']}").json["ratings"]
    again = [(name, role, each.mu, each.sigma) for (name, role), each in rate(plan, records).items()]
    assert [(each["entrant"], each["role"], each["mu"], each["sigma"]) for each in shown] == again


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_report_is_one_page_without_scripts(stores: Stores, ada: Person, language: str) -> None:
    arena = opened(ada)
    work(stores, arena["id"])
    response = ada._send("GET", f"/v1/arenas/{arena['id']}/report", None, {"Accept-Language": language})
    assert response.status_code == 200
    assert response.mimetype == "text/html"
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]
    assert f'lang="{language}"' in response.text
    assert "<script" not in response.text


def test_there_is_a_report_before_the_first_game(ada: Person) -> None:
    arena = opened(ada)
    assert page(ada, f"/arenas/{arena['id']}/report").status_code == 200
    found = ada.get(f"/arenas/{arena['id']}").json
    assert found["ratings"] == []
    assert [each["games"] for each in found["standings"]] == [0, 0]


def test_the_seed_is_hidden_while_the_arena_runs(stores: Stores, ada: Person) -> None:
    arena = opened(ada, seed="very-secret")
    work(stores, arena["id"], seconds=0)
    assert ada.get(f"/arenas/{arena['id']}").json["played"] == 1
    raw = ada.get(f"/arenas/{arena['id']}/games").get_data()
    assert b"very-secret" not in raw
    assert b"very-secret" not in page(ada, f"/arenas/{arena['id']}/report").get_data()
    work(stores, arena["id"])
    assert b"very-secret" in ada.get(f"/arenas/{arena['id']}/games").get_data()


# -- visibility ----------------------------------------------------------------------------


def test_a_private_arena_is_visible_to_its_owner_only_and_not_on_the_ladder(
    stores: Stores, ada: Person, ben: Person, nobody: Person
) -> None:
    arena = opened(ada, visibility="private")
    work(stores, arena["id"])
    for path in ("", "/games", "/report"):
        for who in (ben, nobody):
            assert who.get(f"/arenas/{arena['id']}{path}").status_code == 404
    assert ben.delete(f"/arenas/{arena['id']}").status_code == 404
    assert ben.get("/arenas").json["items"] == []
    assert [each["id"] for each in ada.get("/arenas?mine=true").json["items"]] == [arena["id"]]
    assert nobody.get("/ratings").json["arenas"] == 0


def test_pages_of_arenas(stores: Stores, ada: Person) -> None:
    ids = []
    for _ in range(3):
        ids.append(opened(ada)["id"])
        work(stores, ids[-1])
    first = ada.get("/arenas?limit=2").json
    rest = ada.get(f"/arenas?limit=2&cursor={first['next']}").json
    assert [each["id"] for each in first["items"] + rest["items"]] == ids[::-1]


# -- invalid settings ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"entrants": [{"level": "greedy"}]}, "entrants"),
        ({"entrants": [{"level": "greedy"}, {"level": "deep"}]}, "entrants.1.level"),
        ({"entrants": [{"level": "greedy"}, {"level": "greedy"}]}, "entrants"),
        ({"entrants": [{"level": "greedy"}, {}]}, "entrants.1.level"),
        ({"entrants": [{"level": "greedy"}, {"level": "search", "thoughts": 10_000}]}, "entrants.1.thoughts"),
        ({"games": 0}, "games"),
        ({"games": 10_000_000}, "games"),
        ({"seats": 9}, "seats"),
        ({"system": "knock-out"}, "system"),
        ({"rounds": 3}, "rounds"),
        ({"options": {"advanced": 3}}, "options.advanced"),
        ({"game": "new_lands", "entrants": [{"level": "sharp"}], "options": {"book": "nowhere"}}, "options.book"),
        ({"game": "new_lands", "entrants": [{"level": "sharp"}], "options": {"book": 7}}, "options.book"),
        ({"seed": ""}, "seed"),
        ({"surprise": 1}, "surprise"),
        ({"entrants": [{"level": "random", "name": f"n{n}"} for n in range(16)], "seats": 6}, "games"),
    ],
)
def test_invalid_settings_are_refused_by_field(ada: Person, wish: dict[str, Any], field: str) -> None:
    response = ada.post("/arenas", {**WISH, **wish})
    assert response.status_code == 422, response.json
    assert field in [each["field"] for each in response.json["errors"]]
    assert ada.get("/arenas").json["items"] == []


def test_a_player_may_have_three_running_arenas(stores: Stores, ada: Person, ben: Person) -> None:
    first = opened(ada)
    opened(ada), opened(ada)
    response = ada.post("/arenas", WISH)
    assert (response.status_code, response.json["code"]) == (403, "too-many-arenas")
    opened(ben)
    work(stores, first["id"])
    opened(ada)


def test_an_idempotency_key_opens_one_arena(ada: Person) -> None:
    first, again = (ada.post("/arenas", WISH, headers={"Idempotency-Key": "k"}).json for _ in range(2))
    assert first == again
    assert len(ada.get("/arenas").json["items"]) == 1


@pytest.mark.parametrize("path", ["", "/report", "/games"])
def test_an_unknown_arena_is_not_found(nobody: Person, path: str) -> None:
    assert nobody.get(f"/arenas/nowhere{path}").status_code == 404


def test_opening_an_arena_needs_a_token(nobody: Person) -> None:
    assert nobody.post("/arenas", WISH).status_code == 401


# -- books and the ladder ------------------------------------------------------------------


def test_an_arena_in_an_uploaded_book(stores: Stores, ada: Person, ben: Person) -> None:
    sentence = "The old captain walked along the shore and looked for the river that led him home. "
    text = "\n\n".join(sentence * 6 for _ in range(400))
    form = {"file": (BytesIO(text.encode()), "novel.txt")}
    sent = ada.call("POST", "/books", data=form, content_type="multipart/form-data").json
    uploads.read_upload(stores.tables, stores.books, sent["id"])
    uploaded = ada.get(f"/books/{sent['id']}").json
    wish = {"game": "new_lands", "entrants": [{"level": "random"}, {"level": "dozy"}], "games": 2}
    options = {"book": uploaded["id"]}
    assert ben.post("/arenas", {**WISH, **wish, "options": options}).status_code == 422

    arena = opened(ada, **wish, options=options)

    assert arena["options"]["book"] == uploaded["fingerprint"]
    assert work(stores, arena["id"]) == 2
    lost = opened(ada, **wish, options=options)
    stores.redis.delete(keys.book_text(uploaded["fingerprint"]))
    stores.books.records.delete(uploaded["id"])
    stores.books.records.delete_pages(uploaded["fingerprint"])
    from service.games.new_lands import library

    library.forget(uploaded["fingerprint"])
    work(stores, lost["id"])
    found = ada.get(f"/arenas/{lost['id']}").json
    assert (found["status"], found["reason"]) == ("aborted", "book-missing")


def test_the_ladder_is_reproduced_from_the_exports_in_their_order(stores: Stores, ada: Person, nobody: Person) -> None:
    last = opened(ada, seed="a")
    first = opened(ada, seed="b", entrants=[{"level": "random"}, {"level": "greedy", "thoughts": 5}])
    other = opened(ada, game="not_alone", entrants=[{"level": "random"}, {"level": "sensible"}])
    for arena in (first, other, last):
        work(stores, arena["id"])

    found = nobody.get("/ratings").json

    listed = sorted(nobody.get("/arenas").json["items"], key=lambda each: each["counted"])
    assert [each["id"] for each in listed] == [first["id"], other["id"], last["id"]]
    folded = ratings.ladder_of(nobody.get(f"/arenas/{each['id']}/games").get_data() for each in listed)
    shown = {
        (each["game"], each["entrant"], each["role"]): (each["mu"], each["sigma"], each["games"])
        for each in found["items"]
    }
    assert shown == {key: (each.mu, each.sigma, each.games) for key, each in folded.items()}
    assert found["arenas"] == 3
    creature = nobody.get("/ratings?game=not_alone&role=creature").json["items"]
    assert [each["level"] for each in creature] == ["sensible", "random"]
    assert nobody.get("/ratings?limit=1").json["items"] == found["items"][:1]
    assert creature[0]["rules_version"] == REGISTRY["not_alone"].rules_version
