"""A PostgreSQL server for tests and benchmarks, in its own folder, from the installed programs."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.ports import free_port

# Debian and Homebrew install the server programs outside of PATH.
FOLDERS = (
    "/usr/lib/postgresql/*/bin",
    "/opt/homebrew/opt/postgresql@*/bin",
    "/usr/local/opt/postgresql@*/bin",
)
PROGRAMS = ("initdb", "postgres", "pg_ctl")
START_S = 30.0


def postgres_bin() -> Path | None:
    """The folder with the programs of a PostgreSQL server, the newest one if there are several."""
    initdb = shutil.which("initdb")
    folders = [Path(initdb).resolve().parent] if initdb else []
    for pattern in FOLDERS:
        folders += sorted(Path("/").glob(pattern[1:]), key=_version, reverse=True)
    return next((folder for folder in folders if all((folder / name).exists() for name in PROGRAMS)), None)


def _version(folder: Path) -> int:
    """The number in `/usr/lib/postgresql/15/bin` or `postgresql@17/bin`."""
    digits = "".join(filter(str.isdigit, folder.parent.name))
    return int(digits or 0)


class Postgres:
    """One server on a free loopback port. As root it runs as the user `postgres`, since it refuses to run as root."""

    def __init__(self, folder: Path, *, durable: bool = False) -> None:
        found = postgres_bin()
        if found is None:
            raise RuntimeError("no PostgreSQL is installed (on Debian: apt install postgresql)")
        self.bin, self.folder, self.durable = found, folder, durable
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        if os.getuid() == 0:
            shutil.chown(folder, "postgres", "postgres")

    def url(self, database: str = "postgres", user: str = "farshore") -> str:
        return f"postgresql+psycopg://{user}@127.0.0.1:{self.port}/{database}"

    def create(self) -> None:
        """Initialise the folder."""
        made = subprocess.run(
            self._as_user(
                "initdb", "-D", str(self.folder / "data"), "-U", "farshore", "-A", "trust", "-E", "UTF8", "-N"
            ),
            capture_output=True,
            text=True,
            cwd=self.folder,
        )
        if made.returncode:
            raise RuntimeError(made.stderr)

    def start(self) -> None:
        """Start the server and wait until it accepts connections."""
        command = self._as_user("postgres", "-D", str(self.folder / "data"), "-p", str(self.port), "-h", "127.0.0.1")
        command += ["-k", "", "-c", "max_connections=200"]
        if not self.durable:
            command += ["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder)
        deadline = time.monotonic() + START_S
        while not self.ready():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError((self.folder / "log").read_text()[-2000:])
            time.sleep(0.05)

    def ready(self) -> bool:
        done = subprocess.run(
            [str(self.bin / "pg_isready"), "-h", "127.0.0.1", "-p", str(self.port), "-q"], capture_output=True
        )
        return done.returncode == 0

    def stop(self, number: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: SIGINT closes all connections, SIGQUIT ends it immediately, without a checkpoint."""
        if self.process is not None and self.process.poll() is None:
            pid = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
            os.kill(pid, number)
            self.process.wait(START_S)

    def _as_user(self, program: str, *arguments: str) -> list[str]:
        command = [str(self.bin / program), *arguments]
        if os.getuid() != 0:
            return command
        pwd.getpwnam("postgres")
        # Not `runuser`: that would stay as a process of its own, which signals would have to pass.
        return ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", *command]


@contextmanager
def running_postgres(folder: Path | None = None, *, durable: bool = False) -> Iterator[Postgres]:
    """A server with its data in this folder. Without one it is new, and removed at the end with everything in it."""
    with tempfile.TemporaryDirectory(prefix="farshore-postgres-", ignore_cleanup_errors=True) as temporary:
        server = Postgres(folder or Path(temporary), durable=durable)
        if not (server.folder / "data").exists():
            server.create()
        server.start()
        try:
            yield server
        finally:
            server.stop()
