"""docker-compose.yml: what it says, and its containers started here as plain processes."""

from __future__ import annotations

import json
import re
import subprocess
import threading
import time
from collections.abc import Iterator
from random import Random

import farshore
import pytest
import requests
from msgspec.structs import fields

from service.launch.embedded import binary
from service.settings import Quotas, Retention, Settings
from tests.e2e.compose import APIS, CADDY, COPIED, OURS, SERVICES, TEXT, Containers, containers, environment, filled
from tools.service_process import ROOT, soon

OF_MAKE_RUN = {"FARSHORE_BOT_WORKERS", "FARSHORE_AGENT_WORKERS", "FARSHORE_EMBEDDED", "FARSHORE_DATA", "PORT"}
"""What only `make run` uses, or what is fixed inside a container."""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Containers]:
    with containers(tmp_path_factory.mktemp("compose")) as found:
        yield found


@pytest.mark.thorough
def test_the_containers_play_a_game_through_both_apis(running: Containers) -> None:
    random = Random(3)
    client = farshore.Client(",".join(api.at for api in running.apis.values()))
    client.register("Ada")
    table = client.tables.open("faraway", seats=2, bots=1)

    for turn in table.turns():
        turn.answer(random.sample(turn.decision.options, turn.decision.least))

    assert table.result is not None


@pytest.mark.thorough
@pytest.mark.parametrize("name", OURS)
def test_the_health_check_of_every_container_finds_it(running: Containers, name: str) -> None:
    assert soon(lambda: running.check(name) == 0)


@pytest.mark.thorough
def test_logs_are_json_and_have_every_request(running: Containers) -> None:
    requests.get(f"{running.apis['api-1'].at}/v1/games", headers={"X-Request-ID": "compose-1"}, timeout=60)

    lines = [json.loads(line) for name in OURS for line in (running.folder / f"{name}.log").read_text().splitlines()]
    access = [line for line in lines if line.get("request") == "compose-1"]

    assert [(line["process"], line["route"]) for line in access] == [("api", "/v1/games")]


@pytest.mark.thorough
@pytest.mark.skipif(CADDY is None, reason="no caddy is installed")
def test_apis_restart_one_after_the_other_and_no_request_fails(running: Containers) -> None:
    at, failed, done, stop = f"http://127.0.0.1:{running.ports['proxy']}", [], [0], threading.Event()
    call = running.apis["api-1"].call
    ben, cleo = (call("POST", "/v1/players", {"name": name})[1]["token"] for name in ("Ben", "Cleo"))
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = call("POST", "/v1/tables", {"game": "faraway", "seats": seats, "start": "full"}, ben)[1]["id"]
    call("PUT", f"/v1/tables/{table}/seats/1", {}, cleo)
    [decision] = call("GET", f"/v1/tables/{table}/decisions", token=ben)[1]["items"]
    answer = f"{at}/v1/tables/{table}/decisions/{decision['id']}/answer"
    token = {"authorization": f"Bearer {ben}"}
    body = {"picks": decision["options"][:1]}

    def ask(session: requests.Session) -> None:
        while not stop.is_set():
            try:
                replies = [
                    session.get(f"{at}/v1/games", timeout=90),
                    session.put(answer, json=body, headers=token, timeout=90),
                ]
                done[0] += 1
                failed.extend(reply.text for reply in replies if not reply.ok)
            except requests.RequestException as error:
                failed.append(error)
            time.sleep(0.01)

    assert soon(lambda: requests.get(f"{at}/healthz", timeout=90).status_code == 200)
    askers = [threading.Thread(target=ask, args=(requests.Session(),)) for _ in range(4)]
    for asker in askers:
        asker.start()
    for name in APIS:
        running.restart(name)
        assert soon(lambda name=name: running.apis[name].healthy())  # type: ignore[misc]
        before = done[0]
        assert soon(lambda before=before: done[0] > before + 50)  # type: ignore[misc]
    stop.set()
    for asker in askers:
        asker.join()

    assert failed == []
    assert requests.get(f"{at}/metrics", timeout=90).status_code == 404, "figures are not public"
    with requests.get(f"{at}/v1/tables/{table}/events", stream=True, timeout=90) as stream:
        assert next(stream.iter_lines()), "events are passed on while the stream is open"


def test_every_setting_can_be_given_to_the_containers() -> None:
    settings = {field.encode_name for kind in (Settings, Retention, Quotas) for field in fields(kind)}
    known = {name for name in settings if name.isupper()} - OF_MAKE_RUN
    passed = {name for part in OURS.values() for name in environment(part)} | set(re.findall(r"\$\{(\w+)", TEXT))

    assert known <= passed
    assert Settings.from_env(environment(OURS["api-1"])).proxies == 1


def test_without_passwords_nothing_starts() -> None:
    with pytest.raises(KeyError):
        filled("${FARSHORE_OTHER_PASSWORD:?set it in .env}")
    assert TEXT.count("FARSHORE_REDIS_PASSWORD:?") >= 4
    assert "FARSHORE_DATABASE_PASSWORD:?" in TEXT


@pytest.mark.parametrize("name", SERVICES)
def test_every_container_is_limited_watched_and_pinned(name: str) -> None:
    part = SERVICES[name]

    assert {"mem_limit", "cpus", "pids_limit", "healthcheck", "logging", "restart", "networks"} <= set(part)
    assert part["logging"]["options"] == {"max-size": "20m", "max-file": "5"}
    assert part["cap_drop"] == ["ALL"]
    assert part["image"] == "farshore" or re.search(r":v?\d+\.\d+(\.\d+)?-", part["image"])
    assert ("ports" in part) == (name == "proxy"), "only the proxy can be reached from outside"
    assert ("outside" in part["networks"]) == (name in ("proxy", "agents"))


def test_the_containers_run_the_same_redis_as_make_run() -> None:
    said = subprocess.run([binary(), "--version"], capture_output=True, text=True, check=True).stdout
    version = re.findall(r"v=([\d.]+)", said)[0]

    assert SERVICES["redis"]["image"] == SERVICES["queue"]["image"] == f"valkey/valkey:{version}-alpine"


def test_the_api_in_its_container_listens_on_every_address() -> None:
    assert environment(OURS["api-1"])["FARSHORE_HOST"] == "0.0.0.0"


def test_the_image_contains_what_it_copies() -> None:
    allowed = (ROOT / ".dockerignore").read_text().split()

    assert {f"!{path}" for path in COPIED} == {line for line in allowed if line.startswith("!")}
    assert all((ROOT / path).exists() for path in COPIED)


@pytest.mark.parametrize("name", APIS)
def test_an_api_has_processes_for_the_cores_of_its_container(name: str) -> None:
    part = OURS[name]

    assert Settings.from_env(environment(part)).api_workers == part["cpus"] + 1
