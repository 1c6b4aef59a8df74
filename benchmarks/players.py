"""People who play over HTTP, in a process of their own: each follows a table's stream and answers when it is asked."""

from __future__ import annotations

import http.client
import subprocess
import sys
import threading
import time
from random import Random
from typing import Any

import msgspec
from msgspec import Struct, field

from benchmarks.processes import ROOT

TIMEOUT_S = 30.0


class Person(Struct):
    """Somebody who plays at one table after the other."""

    port: int
    tables: list[str]
    secret: str
    seat: int


class Job(Struct):
    """Who plays for how long, and how many seconds each takes to answer."""

    people: list[Person]
    seconds: float
    thinks_s: float = 0.0


class Played(Struct):
    """The answers of one person, and how long each took until the same person was asked again."""

    answers: int = 0
    waits: list[float] = field(default_factory=list)
    failed: int = 0


class Event(Struct):
    """What is read of an event."""

    type: str
    data: dict[str, Any]


decode = msgspec.json.Decoder(Event).decode


def play(person: Person, job: Job, until: float, random: Random, played: Played) -> None:
    """Play until this time."""
    head = {"Authorization": f"Bearer {person.secret}", "Content-Type": "application/json"}
    answers = http.client.HTTPConnection("127.0.0.1", person.port, timeout=TIMEOUT_S)
    for table in person.tables:
        stream = http.client.HTTPConnection("127.0.0.1", person.port, timeout=TIMEOUT_S)
        stream.request("GET", f"/v1/tables/{table}/events?after=0", headers=head)
        lines, answered_at = stream.getresponse(), None
        while time.time() < until and (line := lines.readline()):
            if b'"decision-opened"' not in line:
                continue
            event = decode(line)
            if event.type != "decision-opened" or event.data["seat"] != person.seat:
                continue
            if answered_at is not None:
                played.waits.append(time.time() - answered_at)
            if job.thinks_s:
                time.sleep(random.uniform(0.5, 1.5) * job.thinks_s)
            picks = random.sample(event.data["options"], event.data["least"])
            answered_at = time.time()
            path = f"/v1/tables/{table}/decisions/{event.data['id']}/answer"
            for chosen in (picks, event.data["default"]):
                answers.request("PUT", path, msgspec.json.encode({"picks": chosen}), head)
                reply = answers.getresponse()
                reply.read()
                if reply.status in (200, 202):
                    played.answers += 1
                    break
                played.failed += 1
        stream.close()


def run_players(job: Job) -> list[Played]:
    """Let these people play."""
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.players"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    output, _ = process.communicate(msgspec.json.encode(job))
    return msgspec.json.decode(output, type=list[Played])


def main() -> None:
    """Read the job from stdin, and write what was played."""
    job = msgspec.json.decode(sys.stdin.buffer.read(), type=Job)
    played = [Played() for _ in job.people]
    until = time.time() + job.seconds
    threads = [
        threading.Thread(target=play, args=(person, job, until, Random(n), played[n]), daemon=True)
        for n, person in enumerate(job.people)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(0.0, until - time.time()) + 0.2)
    sys.stdout.buffer.write(msgspec.json.encode(played))
    sys.stdout.flush()


if __name__ == "__main__":
    main()
