"""The reference of the API at `/docs`: complete, and every example in it works."""

from __future__ import annotations

import io
import re
import shlex
from collections.abc import Callable, Iterator
from html import unescape
from string import Template

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service.books import uploads
from service.stores import Stores
from tests.service.admin.test_admin import admin as admin_fixture
from tests.service.agents.test_polling import acquire
from tests.service.agents.test_registry import seat
from tests.service.books.test_uploads import won
from tests.service.people import Data, Person
from tests.service.table import BOT, ME, OPEN, open_table, play_out

admin = admin_fixture
FARAWAY = {"game": "faraway", "deal": "readme", "start": "full"}
JOURNEY = "\n\n".join(f"Chapter {n}\n\n" + "We went on over the hills. " * 400 for n in range(1, 60)).encode()


def operations(app: Flask) -> Iterator[tuple[str, Data]]:
    for item in app.test_client().get("/openapi.json").json["paths"].values():
        for operation in item.values():
            if "operationId" in operation:
                yield operation["operationId"], operation


def run(app: Flask, command: str, variables: dict[str, str], files: dict[str, bytes]) -> TestResponse:
    """Carry out a curl command of the reference."""
    words = shlex.split(Template(command).safe_substitute(variables))
    assert not any("$" in word for word in words), (command, variables)
    program, *rest = words
    headers: dict[str, str] = {}
    if program == "call":
        headers = {"authorization": f"Bearer {variables['TOKEN']}", "content-type": "application/json"}
    method, address, data, form = "GET", "", None, {}
    arguments = iter(rest)
    for word in arguments:
        match word:
            case "-s":
                pass
            case "-X":
                method = next(arguments)
            case "-H":
                name, _, value = next(arguments).partition(": ")
                headers[name] = value
            case "-d":
                text = next(arguments)
                data = files[text[1:]] if text.startswith("@") else text.encode()
            case "-F":
                name, _, value = next(arguments).partition("=")
                form[name] = (io.BytesIO(files[value[1:]]), value[1:]) if value.startswith("@") else value
            case _:
                address = word
    path = address.removeprefix(variables["HOST"])
    client = app.test_client(use_cookies=False)
    return client.open(path, method=method, headers=headers, data=form or data)


def _snake(name: str) -> str:
    return re.sub("([A-Z])", r"_\1", name).lower().replace("-", "_")


class Scene:
    """What must be there before an example can be run, as variables of the shell."""

    def __init__(self, app: Flask, stores: Stores, ada: Person, ben: Person, admin: Person) -> None:
        self.app, self.stores, self.ada, self.ben, self.operator = app, stores, ada, ben, admin
        self.files: dict[str, bytes] = {"journey.txt": JOURNEY}

    def variables(self, id: str, group: str) -> dict[str, str]:
        """The variables for this operation, with what they name."""
        caller = self.operator if group == "admin" or id == "removeHiddenMeaning" else self.ada
        found = {"HOST": "http://127.0.0.1:8000", "API": "http://127.0.0.1:8000/v1", "TOKEN": caller.token}
        own: Callable[[], dict[str, str]] = getattr(self, _snake(id), getattr(self, _snake(group), dict))
        return found | own()

    def _finished(self) -> str:
        table: str = open_table(self.ada, [ME, BOT], **FARAWAY)["id"]
        play_out(self.stores, table, [self.ada])
        return table

    # -- tables ------------------------------------------------------------------------------

    def tables(self) -> dict[str, str]:
        table = open_table(self.ada, [ME, BOT], **FARAWAY)
        return {"TABLE": table["id"], "CODE": table["invite_code"]}

    play = talk = transcripts = moderation = tables

    def _waiting(self) -> dict[str, str]:
        table = open_table(self.ada, [ME, OPEN])
        return {"TABLE": table["id"], "CODE": table["invite_code"]}

    delete_table = _waiting
    invites = _waiting

    def take_seat(self) -> dict[str, str]:
        table = open_table(self.ben, [ME, OPEN], visibility="private")
        return {"TABLE": table["id"], "CODE": table["invite_code"]}

    def leave_seat(self) -> dict[str, str]:
        found = self.take_seat()
        self.ada.put(f"/tables/{found['TABLE']}/seats/1", {"code": found["CODE"]})
        return found

    def start_table(self) -> dict[str, str]:
        return {"TABLE": open_table(self.ada, [ME, BOT])["id"]}

    def rematch(self) -> dict[str, str]:
        return {"TABLE": self._finished()}

    replays = rematch

    def import_replay(self) -> dict[str, str]:
        self.files["replay.json"] = self.ada.get(f"/tables/{self._finished()}/replay").data
        return {}

    def events(self) -> dict[str, str]:
        return {"TABLE": self._finished(), "TABLE_2": self._finished()}

    def create_ticket(self) -> dict[str, str]:
        return self.tables()

    def report_talk(self) -> dict[str, str]:
        found = self.tables()
        assert self.ada.post(f"/tables/{found['TABLE']}/talk", {"text": "Hello"}).status_code == 201
        return found

    # -- players -----------------------------------------------------------------------------

    def recover_account(self) -> dict[str, str]:
        return {"RECOVERY_CODE": self.ada.post("/me/recovery-code").json["code"]}

    def delete_token(self) -> dict[str, str]:
        return {"TOKEN_ID": self.ada.post("/me/tokens", {"scopes": ["play"]}).json["id"]}

    def _other(self) -> dict[str, str]:
        return {"PLAYER": self.ben.id}

    mute_player = unmute_player = admin_get_account = close_account = limit_account = revoke_tokens = _other

    def revoke_token(self) -> dict[str, str]:
        return {"PLAYER": self.ada.id} | self.delete_token()

    # -- books and hidden meanings -------------------------------------------------------------

    def _book(self) -> dict[str, str]:
        form = {"file": (io.BytesIO(JOURNEY), "journey.txt"), "title": "A journey"}
        client = self.app.test_client(use_cookies=False)
        sent = client.post("/v1/books", data=form, headers={"Authorization": f"Bearer {self.ada.token}"})
        uploads.read_upload(self.stores.tables, self.stores.books, sent.json["id"])
        return {"BOOK": sent.json["id"]}

    get_book = delete_book = admin_delete_book = _book

    def publish_hidden_meaning(self) -> dict[str, str]:
        return {"TABLE": won(self.ada, self.stores)}

    def hidden_meanings(self) -> dict[str, str]:
        found = self.publish_hidden_meaning()
        published = self.ada.put(f"/tables/{found['TABLE']}/hidden-meaning", {"named": True}).json
        return found | {"HIDDEN_MEANING": published["id"]}

    # -- agents and arenas ---------------------------------------------------------------------

    def agents(self) -> dict[str, str]:
        body = {"name": "Deep Compass", "transport": "poll", "games": ["faraway"]}
        return {"AGENT": self.ada.post("/agents", body).json["id"]}

    def get_agent_test(self) -> dict[str, str]:
        found = self.agents()
        return found | {"TEST": self.ada.post(f"/agents/{found['AGENT']}/test", {"game": "faraway"}).json["id"]}

    def acquire_work(self) -> dict[str, str]:
        found = self.agents()
        open_table(self.ada, [ME, seat({"id": found["AGENT"]})], **FARAWAY)
        return found

    def work(self) -> dict[str, str]:
        self.acquire_work()
        [leased] = acquire(self.ada)
        return {"LEASE": leased["lease"]}

    def arenas(self) -> dict[str, str]:
        entrants = [{"level": "greedy"}, {"level": "random"}]
        opened = self.ada.post("/arenas", {"game": "faraway", "entrants": entrants, "games": 10}).json
        return {"ARENA": opened["id"]}

    def resume_arena(self) -> dict[str, str]:
        found = self.arenas()
        self.ada.post(f"/arenas/{found['ARENA']}/pause")
        return found

    # -- operators -----------------------------------------------------------------------------

    admin_get_table = end_table = hand_seat_to_bot = tables

    def close_report(self) -> dict[str, str]:
        found = self.report_talk()
        return {"REPORT": self.ada.post(f"/tables/{found['TABLE']}/reports", {"reason": "rude"}).json["id"]}


@pytest.mark.thorough
def test_every_example_works(app: Flask, stores: Stores, admin: Person, register: Callable[[str], Person]) -> None:
    wrong = []
    for number, (id, operation) in enumerate(operations(app)):
        scene = Scene(app, stores, register(f"Ada {number}"), register(f"Ben {number}"), admin)
        [sample] = operation["x-codeSamples"]
        response = run(app, sample["source"], scene.variables(id, operation["tags"][0]), scene.files)
        text = response.get_data(as_text=True)
        if not 200 <= response.status_code < 300 and id != "getReadiness":
            wrong.append((id, response.status_code, text[:300]))
    assert wrong == []


def test_the_page_shows_every_operation_in_its_group_with_its_example(app: Flask) -> None:
    page = app.test_client().get("/docs").text
    words = unescape(re.sub("</?code>", "", page))

    for id, operation in operations(app):
        assert f'id="{id}"' in page
        assert f'id="{operation["tags"][0]}"' in page
        for shown in (operation["summary"], operation["x-codeSamples"][0]["source"]):
            assert shown.replace("`", "") in words, id
