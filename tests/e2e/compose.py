"""The containers of docker-compose.yml as plain processes on free ports, with the same commands and environment, and
only the files of the image."""

from __future__ import annotations

import compileall
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import yaml

from service.database.engine import sqlite_url
from service.launch.embedded import binary
from service.launch.parent_watch import tied_to_parent
from tools.ports import free_port
from tools.postgres import postgres_bin, running_postgres
from tools.service_process import ROOT, Service, soon

TEXT = (ROOT / "docker-compose.yml").read_text()
SERVICES: dict[str, Any] = yaml.safe_load(TEXT)["services"]
IMAGE = (ROOT / "Dockerfile").read_text()
OURS = {name: part for name, part in SERVICES.items() if part["image"] == "farshore"}
APIS = ("api-1", "api-2")
SECRETS = {"FARSHORE_REDIS_PASSWORD": "secret1", "FARSHORE_DATABASE_PASSWORD": "secret2"}
VARIABLE = re.compile(r"\$\{(\w+)(?::([-?])([^${}]*))?\}")
COPIED: list[str] = re.findall(r"^COPY (\S+) ", IMAGE, re.MULTILINE)
CADDY = shutil.which("caddy")


def filled(text: object, **variables: str) -> str:
    """Fill in variables as compose does, the innermost first. One that must be set and is not raises KeyError."""
    known = SECRETS | variables

    def value(found: re.Match[str]) -> str:
        name, kind, rest = found.groups()
        return known[name] if kind == "?" else known.get(name) or rest or ""

    found = str(text)
    while VARIABLE.search(found):
        found = VARIABLE.sub(value, found)
    return found


def command(part: dict[str, Any]) -> list[str]:
    """What the container runs: the command of the service, or else that of the image."""
    words = part.get("command") or json.loads(re.findall(r"^CMD (\[.*\])$", IMAGE, re.MULTILINE)[-1])
    programs = {"python": sys.executable, "valkey-server": str(binary())}
    return [programs.get(word, filled(word)) for word in words]


def environment(part: dict[str, Any], **changes: str) -> dict[str, str]:
    """The environment of the container with no variable set on the host but the passwords."""
    image = dict(re.findall(r"(\w+)=([^\s$]+)(?= \\$|$)", IMAGE, re.MULTILINE))
    given = {name: filled(value) for name, value in part.get("environment", {}).items()}
    return {"PATH": os.environ["PATH"], **image, **given, **changes}


def copy_image(folder: Path) -> Path:
    """A folder with what the Dockerfile copies and compiles."""
    folder.mkdir()
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name)
            compileall.compile_dir(folder / name, quiet=1)
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder


def files(folder: Path) -> set[Path]:
    return set(folder.rglob("*"))


def replicas(part: dict[str, Any]) -> int:
    found: int = part.get("deploy", {}).get("replicas", 1)
    return found


class Containers:
    """All services of the file."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        self.image = copy_image(folder / "image")
        self.image_files = files(self.image)
        self.stack = stack
        self.processes: dict[str, list[subprocess.Popen[bytes]]] = {}
        ports = {name: free_port() for name in (*APIS, "redis", "queue", "proxy")}
        self.apis = {name: Service(folder, ports[name]) for name in APIS}
        self.ports = ports
        self.shared = {
            f"{variable}REDIS_URL": filled(OURS["bots"]["environment"][f"{variable}REDIS_URL"]).replace(
                f"{name}:6379", f"127.0.0.1:{ports[name]}"
            )
            for variable, name in (("", "redis"), ("QUEUE_", "queue"))
        }
        self.shared |= {"FARSHORE_HOST": "127.0.0.1", "PYTHONPATH": str(self.image)}

    def start(self) -> None:
        if postgres_bin() is None:
            self.shared["FARSHORE_DATABASE_URL"] = sqlite_url(self.folder)
        else:
            self.shared["FARSHORE_DATABASE_URL"] = self.stack.enter_context(running_postgres()).url()
        for name in ("redis", "queue"):
            data = self.folder / name
            data.mkdir()
            self.run(name, *("--port", str(self.ports[name]), "--dir", str(data), "--bind", "127.0.0.1"))
        for name in OURS:
            for _ in range(replicas(OURS[name])):
                self.run(name)
        if CADDY is not None:
            self.run_proxy(CADDY)
        assert soon(lambda: all(api.call("GET", "/readyz")[0] == 200 for api in self.apis.values()), 240)

    def run(self, name: str, *more: str) -> None:
        """Start one container of this service."""
        part = SERVICES[name]
        changes = self.shared | ({"PORT": str(self.ports[name])} if name in APIS else {})
        self._spawn(name, [*command(part), *more], environment(part, **changes))

    def run_proxy(self, caddy: str) -> None:
        upstreams = [self.ports[name] for name in APIS]
        self._spawn("proxy", *proxy(caddy, self.folder, f"http://127.0.0.1:{self.ports['proxy']}", upstreams))

    def _spawn(self, name: str, words: list[str], env: dict[str, str]) -> None:
        log = (self.folder / f"{name}.log").open("ab")
        tied = tied_to_parent(words, death_signal=signal.SIGKILL)
        process = subprocess.Popen(tied, cwd=self.image, env=env, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.processes.setdefault(name, []).append(process)

    def restart(self, name: str) -> None:
        """Stop a container as compose does, and start it again."""
        old = self.processes.pop(name)
        for process in old:
            process.terminate()
        assert {process.wait(120) for process in old} == {0}
        for _ in old:
            self.run(name)

    def check(self, name: str) -> int:
        """The exit code of the health check of a container."""
        _, *words = SERVICES[name]["healthcheck"]["test"]
        env = environment(SERVICES[name], **self.shared)
        words = [sys.executable if word == "python" else word for word in words]
        if name in APIS:
            words = [word.replace(":8000/", f":{self.ports[name]}/") for word in words]
        return subprocess.run(words, cwd=self.image, env=env, stdout=subprocess.DEVNULL, timeout=60).returncode

    def stop(self) -> dict[str, set[int]]:
        """Stop everything in order; the exit codes by service."""
        codes = {}
        for names in (["proxy"], OURS, ["queue"], ["redis"]):
            for process in (process for name in names for process in self.processes.get(name, [])):
                process.terminate()
            codes |= {name: {process.wait(120) for process in self.processes.get(name, [])} for name in names}
        return codes


@contextmanager
def containers(folder: Path) -> Iterator[Containers]:
    """All containers, ready."""
    with ExitStack() as stack:
        found = Containers(folder, stack)
        try:
            found.start()
            yield found
        finally:
            codes = found.stop()
    assert files(found.image) == found.image_files, "the file system of a container is read-only"
    assert {code for each in codes.values() for code in each} == {0}, codes


def proxy(caddy: str, folder: Path, domain: str, upstreams: list[int]) -> tuple[list[str], dict[str, str]]:
    """The command of the proxy for a domain and in front of these ports, and its environment."""
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "FARSHORE_DOMAIN": domain,
        "FARSHORE_UPSTREAMS": " ".join(f"127.0.0.1:{upstream}" for upstream in upstreams),
    }
    file = folder / "Caddyfile"
    # Other tests may run a Caddy too: its administration has a fixed port, and so has what redirects from HTTP. Its own
    # certificate must not become one that this machine trusts.
    options = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n"
    file.write_text((ROOT / "deploy" / "Caddyfile").read_text().replace("{\n", options, 1))
    return [caddy, "run", "--config", str(file), "--adapter", "caddyfile"], env
