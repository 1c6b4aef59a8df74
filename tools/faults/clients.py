"""People who play whatever happens: they try again by the same question's name, and write down what they are told."""

from __future__ import annotations

import threading
import time
from datetime import datetime
from random import Random
from typing import Any, Final

import requests

from tests.faults.ledger import Attempt, Deed, Ledger, Verb

Data = dict[str, Any]
PATIENCE_S: Final = 420.0
"""So long a client tries before it calls a table stuck. On a busy machine the API may need half a minute to start."""
CONNECT_S: Final = 2.0
FIRST_WAIT_S: Final = 4.0
LONGEST_WAIT_S: Final = 20.0
"""A client that is not answered waits longer the next time: else a slow service would answer nobody in time, ever."""
LONGEST_PAUSE_S: Final = 1.0
LONGEST_NAP_S: Final = 8.0
SYLLABLES: Final = [a + b for a in "bdfgklmnprstvz" for b in "aeiou"]


def seconds_for(decision: Data) -> float:
    """How long a decision may be thought over; 0 where there is no end."""
    if decision["deadline"] is None:
        return 0.0
    opened, ends = (datetime.fromisoformat(decision[key]) for key in ("opened_at", "deadline"))
    return (ends - opened).total_seconds()


class Stuck(Exception):
    """A client has tried for too long."""


class Client:
    """Somebody at the wire. Paths are below /v1."""

    def __init__(self, at: str, ledger: Ledger, random: Random, name: str, token: str = "") -> None:
        self.at = at
        self.ledger = ledger
        self.random = random
        self.name = name
        self.session = requests.Session()
        self.session.headers["Accept"] = "application/json"
        if token:
            self.session.headers["Authorization"] = f"Bearer {token}"

    def join(self, stage: str) -> Client:
        """Become a player."""
        joined = self.call("POST", "/players", {"name": self.name}, key=f"join-{stage}-{self.name}")
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
        deed: Deed | None = None,
        longer: float = 0.0,
        **more: Any,
    ) -> requests.Response:
        """Ask until there is an answer that is nobody's fault. With a deed every attempt goes into the ledger."""
        more["headers"] = more.get("headers", {}) | ({"Idempotency-Key": key} if key else {})
        began, failed_at, pause, wait = time.monotonic(), 0.0, 0.2, FIRST_WAIT_S
        while time.monotonic() - began < PATIENCE_S:
            more["timeout"] = (CONNECT_S, wait + longer)
            attempt = Attempt(time.monotonic()) if deed is None else self.ledger.begin(deed)
            reply = self._once(method, path, body, more)
            if deed is not None:
                self.ledger.end(deed, attempt, 0 if reply is None else reply.status_code)
            if reply is not None and reply.status_code < 500:
                self.ledger.heard = time.monotonic()
                if failed_at:
                    self.ledger.away(failed_at)
                return reply
            failed_at = failed_at or attempt.sent
            self.ledger.count("503" if reply is not None else "no response")
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
            self._must_be_polite(method, path, reply)
        elif reply.status_code == 429:
            self.ledger.blame(f"{method} {path} was limited: {reply.text}")
        return reply

    def _must_be_polite(self, method: str, path: str, reply: requests.Response) -> None:
        """The only excuse is 503, and it says that and when to come again."""
        try:
            problem = reply.json()
            polite = reply.status_code == 503 and problem["retryable"] and "Retry-After" in reply.headers
        except (ValueError, KeyError):
            polite = False
        if not polite:
            self.ledger.blame(f"{method} {path} was answered with {reply.status_code}: {reply.text[:300]}")


class Person(threading.Thread):
    """One seat of one table, from the first question to the end."""

    def __init__(self, client: Client, table: str, seat: int, dozes: float, pace: float) -> None:
        super().__init__(name=f"{client.name}@{seat}", daemon=True)
        self.client = client
        self.table = table
        self.seat = seat
        self.dozes = dozes
        self.pace = pace
        self.random = client.random
        self.status = ""
        self.leaving = threading.Event()
        self._done: set[str] = set()
        self._slept: set[str] = set()
        self._voted = False

    def run(self) -> None:
        try:
            self.play()
        except Stuck as stuck:
            self.client.ledger.blame(f"{self.table}: {self.name} is stuck: {stuck}")
        except Exception as error:
            self.client.ledger.blame(f"{self.table}: {self.name} broke down: {error!r}")

    def play(self) -> None:
        """Look, think, answer, until it is over."""
        now = self.look()
        while now["status"] in ("open", "running"):
            if self.leaving.is_set() and not self._voted:
                self.client.call("POST", f"/tables/{self.table}/votes", {"kind": "abort"})
                self._voted = True
            decision = self.pick(now["decisions"])
            if decision is None:
                now = self.look(now["seq"])
                continue
            time.sleep(self.random.random() * self.pace)
            self.chat()
            now = self.answer(decision)
        self.status = now["status"]

    def look(self, after: int | None = None) -> Data:
        """The table now, or as soon as there is something new."""
        path = f"/tables/{self.table}/view"
        if after is None:
            reply = self.client.call("GET", path)
        else:
            reply = self.client.call("GET", f"{path}?after={after}&wait=1.5", longer=1.5)
        found: Data = reply.json()
        if reply.status_code != 200:
            raise AssertionError(reply.text)
        return found

    def pick(self, decisions: list[Data]) -> Data | None:
        """One of the open decisions that this person does not sleep through."""
        for decision in (one for one in decisions if one["id"] not in self._slept):
            if decision["id"] in self._done:
                self.client.ledger.blame(f"{self.table}: {decision['id']} was accepted and is open again")
            if 0 < seconds_for(decision) < LONGEST_NAP_S and self.random.random() < self.dozes:
                self._slept.add(decision["id"])
        awake = [one for one in decisions if one["id"] not in self._slept]
        return self.random.choice(awake) if awake else None

    def answer(self, decision: Data) -> Data:
        """Give an answer; where it is against the rules, the one that the clock would give."""
        options, most = decision["options"], min(decision["most"], len(decision["options"]))
        picks = self.random.sample(options, self.random.randint(min(decision["least"], most), most))
        reply = self.do("answer", decision["id"], tuple(picks))
        if reply.status_code == 422:
            reply = self.do("answer", decision["id"], tuple(decision["default"]))
        if reply.ok:
            self._done.add(decision["id"])
            if reply.status_code == 202 and self.random.random() < 0.05:
                self.do("withdraw", decision["id"], ())
                return self.look()
            now: Data = reply.json()
            return now
        if reply.status_code != 409 and not (reply.status_code == 422 and decision["id"] in reply.text):
            self.client.ledger.blame(f"{self.table}: {decision['id']} was refused: {reply.status_code} {reply.text}")
        return self.look()

    def do(self, verb: Verb, name: str, picks: tuple[str, ...]) -> requests.Response:
        """One deed with the ledger open."""
        deed = self.client.ledger.note(Deed(self.table, self.seat, name, verb, picks))
        path = f"/tables/{self.table}/decisions/{name}/answer"
        if verb == "withdraw":
            return self.client.call("DELETE", path, deed=deed)
        return self.client.call("PUT", path, {"picks": picks}, deed=deed)

    def chat(self) -> None:
        """Say something now and then; what is said has a key, so that it is said once."""
        if self.random.random() > 0.08:
            return
        text = " ".join("".join(self.random.choices(SYLLABLES, k=3)) for _ in range(3))
        deed = self.client.ledger.note(Deed(self.table, self.seat, "", "say", ("table", text)))
        key = f"say-{self.random.getrandbits(64):016x}"
        self.client.call("POST", f"/tables/{self.table}/talk", {"room": "table", "text": text}, key=key, deed=deed)
