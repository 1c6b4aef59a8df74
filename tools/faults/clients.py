"""Clients and players that retry through all faults and record every request in the history."""

from __future__ import annotations

import threading
import time
from datetime import datetime
from random import Random
from typing import Any, Final

import requests

from tools.faults.history import Attempt, History, Operation, Verb

Data = dict[str, Any]
PATIENCE_S: Final = 420.0
"""After retrying for this long, a table counts as stuck. On a busy machine the API may take half a minute to start."""
CONNECT_S: Final = 2.0
FIRST_WAIT_S: Final = 4.0
LONGEST_WAIT_S: Final = 20.0
"""The time-out grows with each failure: otherwise a slow service would never answer in time."""
LONGEST_PAUSE_S: Final = 1.0
IGNORED_UP_TO_S: Final = 8.0
SYLLABLES: Final = [a + b for a in "bdfgklmnprstvz" for b in "aeiou"]


def seconds_for(decision: Data) -> float:
    """How many seconds a decision allows; 0 without a deadline."""
    if decision["deadline"] is None:
        return 0.0
    opened, ends = (datetime.fromisoformat(decision[key]) for key in ("opened_at", "deadline"))
    return (ends - opened).total_seconds()


class Stuck(Exception):
    """A client has retried for too long."""


class Client:
    """An HTTP client of the proxy. Paths are below /v1."""

    def __init__(self, at: str, history: History, random: Random, name: str, token: str = "") -> None:
        self.at = at
        self.history = history
        self.random = random
        self.name = name
        self.session = requests.Session()
        self.session.headers["Accept"] = "application/json"
        if token:
            self.session.headers["Authorization"] = f"Bearer {token}"

    def register(self, run: str) -> Client:
        """Register as a player; once per run, however often it is retried."""
        joined = self.call("POST", "/players", {"name": self.name}, key=f"join-{run}-{self.name}")
        self.session.headers["Authorization"] = f"Bearer {joined.json()['token']}"
        return self

    @property
    def token(self) -> str:
        return str(self.session.headers["Authorization"]).removeprefix("Bearer ")

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        key: str = "",
        operation: Operation | None = None,
        longer: float = 0.0,
        **more: Any,
    ) -> requests.Response:
        """Retry until there is a response other than 5xx. Attempts of an operation are recorded in the history."""
        more["headers"] = more.get("headers", {}) | ({"Idempotency-Key": key} if key else {})
        began, failed_at, pause, wait = time.monotonic(), 0.0, 0.2, FIRST_WAIT_S
        while time.monotonic() - began < PATIENCE_S:
            more["timeout"] = (CONNECT_S, wait + longer)
            attempt = Attempt(time.monotonic()) if operation is None else self.history.begin(operation)
            reply = self._once(method, path, body, more)
            if operation is not None:
                self.history.end(operation, attempt, 0 if reply is None else reply.status_code)
            if reply is not None and reply.status_code < 500:
                self.history.last_reply = time.monotonic()
                if failed_at:
                    self.history.note_outage(failed_at)
                return reply
            failed_at = failed_at or attempt.sent
            self.history.count("503" if reply is not None else "no response")
            pause = min(pause * 1.5, LONGEST_PAUSE_S)
            wait = min(wait * 1.25, LONGEST_WAIT_S) if reply is None else FIRST_WAIT_S
            time.sleep(self.random.uniform(0.05, pause))
        raise Stuck(f"{method} {path} for {PATIENCE_S:g} s")

    def _once(self, method: str, path: str, body: Any, more: Data) -> requests.Response | None:
        try:
            reply = self.session.request(method, f"{self.at}/v1{path}", json=body, **more)
        except requests.RequestException:
            return None
        if reply.status_code >= 500:
            self._expect_retryable(method, path, reply)
        elif reply.status_code == 429:
            self.history.error(f"{method} {path} was limited: {reply.text}")
        return reply

    def _expect_retryable(self, method: str, path: str, reply: requests.Response) -> None:
        """The only allowed 5xx is a 503 that says it is retryable, and when to retry."""
        try:
            problem = reply.json()
            retryable = reply.status_code == 503 and problem["retryable"] and "Retry-After" in reply.headers
        except (ValueError, KeyError):
            retryable = False
        if not retryable:
            self.history.error(f"{method} {path} was answered with {reply.status_code}: {reply.text[:300]}")


class Player(threading.Thread):
    """One seat of one table, from the first decision to the end."""

    def __init__(self, client: Client, table: str, seat: int, ignores: float, pace: float) -> None:
        super().__init__(name=f"{client.name}@{seat}", daemon=True)
        self.client = client
        self.table = table
        self.seat = seat
        self.ignores = ignores
        self.pace = pace
        self.random = client.random
        self.status = ""
        self.leaving = threading.Event()
        self._accepted: set[str] = set()
        self._ignored: set[str] = set()
        self._voted = False

    def run(self) -> None:
        try:
            self.play()
        except Stuck as stuck:
            self.client.history.error(f"{self.table}: {self.name} is stuck: {stuck}")
        except Exception as error:
            self.client.history.error(f"{self.table}: {self.name} failed: {error!r}")

    def play(self) -> None:
        """Answer decisions until the table is over."""
        now = self.view()
        while now["status"] in ("open", "running"):
            if self.leaving.is_set() and not self._voted:
                self.client.call("POST", f"/tables/{self.table}/votes", {"kind": "abort"})
                self._voted = True
            decision = self.choose(now["decisions"])
            if decision is None:
                now = self.view(now["seq"])
                continue
            time.sleep(self.random.random() * self.pace)
            self.talk()
            now = self.answer(decision)
        self.status = now["status"]

    def view(self, after: int | None = None) -> Data:
        """The current view, or the next one after an event."""
        path = f"/tables/{self.table}/view"
        if after is None:
            reply = self.client.call("GET", path)
        else:
            reply = self.client.call("GET", f"{path}?after={after}&wait=1.5", longer=1.5)
        found: Data = reply.json()
        if reply.status_code != 200:
            raise AssertionError(reply.text)
        return found

    def choose(self, decisions: list[Data]) -> Data | None:
        """One of the open decisions, except those that this player lets time out."""
        for decision in (one for one in decisions if one["id"] not in self._ignored):
            if decision["id"] in self._accepted:
                self.client.history.error(f"{self.table}: {decision['id']} was accepted and is open again")
            if 0 < seconds_for(decision) < IGNORED_UP_TO_S and self.random.random() < self.ignores:
                self._ignored.add(decision["id"])
        chosen = [one for one in decisions if one["id"] not in self._ignored]
        return self.random.choice(chosen) if chosen else None

    def answer(self, decision: Data) -> Data:
        """Give a random answer, or the default if that one is illegal."""
        options, most = decision["options"], min(decision["most"], len(decision["options"]))
        picks = self.random.sample(options, self.random.randint(min(decision["least"], most), most))
        reply = self.perform("answer", decision["id"], tuple(picks))
        if reply.status_code == 422:
            reply = self.perform("answer", decision["id"], tuple(decision["default"]))
        if reply.ok:
            self._accepted.add(decision["id"])
            if reply.status_code == 202 and self.random.random() < 0.05:
                self.perform("withdraw", decision["id"], ())
                return self.view()
            now: Data = reply.json()
            return now
        if reply.status_code != 409 and not (reply.status_code == 422 and decision["id"] in reply.text):
            self.client.history.error(f"{self.table}: {decision['id']} was refused: {reply.status_code} {reply.text}")
        return self.view()

    def perform(self, verb: Verb, name: str, picks: tuple[str, ...]) -> requests.Response:
        """Perform one operation and record it."""
        operation = self.client.history.add(Operation(self.table, self.seat, name, verb, picks))
        path = f"/tables/{self.table}/decisions/{name}/answer"
        if verb == "withdraw":
            return self.client.call("DELETE", path, operation=operation)
        return self.client.call("PUT", path, {"picks": picks}, operation=operation)

    def talk(self) -> None:
        """Talk from time to time, with an idempotency key so that each message is sent once."""
        if self.random.random() > 0.08:
            return
        text = " ".join("".join(self.random.choices(SYLLABLES, k=3)) for _ in range(3))
        operation = self.client.history.add(Operation(self.table, self.seat, "", "say", ("table", text)))
        key = f"say-{self.random.getrandbits(64):016x}"
        self.client.call(
            "POST", f"/tables/{self.table}/talk", {"room": "table", "text": text}, key=key, operation=operation
        )
