"""One table in your hand: look, answer, talk, follow."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from uuid import uuid4

from farshore import streams
from farshore.models import Decision, Event, HiddenMeaning, Passes, ReplayStep, Result, Seat, TableFacts, Talk, Update
from farshore.operations import operation
from farshore.turns import Picks, Turn

if TYPE_CHECKING:
    from farshore.client import Client


class Table:
    """A table. `facts` is what was last heard of it; `refresh()` asks again."""

    def __init__(self, client: Client, facts: TableFacts) -> None:
        self._client = client
        self._path = f"/tables/{quote(facts.id)}"
        self._latest: Update | None = None
        self.facts = facts

    def __repr__(self) -> str:
        return f"<Table {self.id}: {self.game}, {self.status}>"

    @property
    def client(self) -> Client:
        """The door this table was reached by."""
        return self._client

    @property
    def id(self) -> str:
        """The one name of the table, from the invitation to the replay."""
        return self.facts.id

    @property
    def game(self) -> str:
        """Which game is played."""
        return self.facts.game

    @property
    def status(self) -> str:
        """`open`, `running`, `finished` or `aborted`, as last heard."""
        return self.facts.status

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where, as last heard."""
        return self.facts.seats

    @property
    def my_seat(self) -> int | None:
        """The caller's seat; None for a spectator."""
        return self.facts.my_seat

    @property
    def result(self) -> Result | None:
        """How it ended, once it has."""
        return self.facts.result

    def refresh(self) -> Table:
        """Ask again how the table stands."""
        return self._heard(self._client.request("GET", self._path).json())

    # -- sitting down ------------------------------------------------------------------

    @operation("takeSeat")
    def take_seat(self, seat: int, code: str | None = None) -> Table:
        """Sit down; a reserved seat wants the invite `code`."""
        body = {"code": code} if code else {}
        return self._heard(self._client.request("PUT", f"{self._path}/seats/{seat}", json=body).json())

    @operation("leaveSeat")
    def leave_seat(self, seat: int | None = None) -> None:
        """Stand up, or decline a `seat` that is reserved for you."""
        self._client.request("DELETE", f"{self._path}/seats/{self.my_seat if seat is None else seat}")
        self.facts = replace(self.facts, my_seat=None)

    @operation("startTable")
    def start(self) -> Table:
        """Let the game begin. To start a running table changes nothing."""
        return self._heard(self._client.request("POST", f"{self._path}/start", repeatable=True).json())

    @operation("deleteTable")
    def delete(self) -> None:
        """Take the table away while it has not begun."""
        self._client.request("DELETE", self._path)

    @operation("vote")
    def vote(self, kind: str, agree: bool = True) -> Table:
        """Vote to `pause`, `resume`, `abort` or `extend`."""
        body = {"kind": kind, "agree": agree}
        return self._heard(self._client.request("POST", f"{self._path}/votes", json=body).json())

    @operation("rematch")
    def rematch(self) -> Table:
        """The same game with the same people once more: a new table."""
        response = self._client.request("POST", f"{self._path}/rematch", key=uuid4().hex)
        return Table(self._client, TableFacts.read(response.json()))

    # -- playing -----------------------------------------------------------------------

    @operation("getView")
    def view(self, after: int | None = None, wait: float | None = None) -> Update:
        """How things stand. With `wait` the answer comes when there is something newer than `after`, or in vain."""
        params = {"after": after, "wait": wait}
        timeout = self._client.timeout + (wait or 0)
        return self._seen(self._client.request("GET", f"{self._path}/view", params=params, timeout=timeout).json())

    @operation("listDecisions")
    def decisions(self) -> list[Decision]:
        """What this seat is asked now."""
        raw = self._client.request("GET", f"{self._path}/decisions").json()
        return [Decision.read(each) for each in raw["items"]]

    @operation("getDecision")
    def decision(self, question: Decision | str) -> Decision:
        """One open question."""
        return Decision.read(self._client.request("GET", self._decision(question)).json())

    @operation("answer")
    def answer(self, question: Decision | str, picks: Picks) -> Update:
        """Answer a question. Saying the same twice is no mistake, so a broken line costs nothing."""
        body = {"picks": _picks(picks)}
        return self._seen(self._client.request("PUT", f"{self._decision(question)}/answer", json=body).json())

    @operation("withdrawAnswer")
    def withdraw(self, question: Decision | str) -> Update:
        """Take a sealed answer back, where the game allows it."""
        return self._seen(self._client.request("DELETE", f"{self._decision(question)}/answer").json())

    @operation("checkAnswer")
    def check(self, question: Decision | str, picks: Picks) -> bool:
        """Whether this answer would be taken; `Illegal` says why not. Nothing changes."""
        path, body = f"{self._decision(question)}/check", {"picks": _picks(picks)}
        return bool(self._client.request("POST", path, json=body, repeatable=True).json()["legal"])

    @operation("getPasses")
    def passes(self) -> Passes:
        """Which windows this seat lets pass in advance. Nobody else is shown this."""
        return Passes.read(self._client.request("GET", f"{self._path}/passes").json())

    @operation("setPasses")
    def pass_windows(self, *kinds: str, until: str = "revoked") -> Passes:
        """Let windows pass in advance: of these kinds or all, for good or `until="my-turn"`."""
        body = {"kinds": kinds or ("*",), "until": until}
        return Passes.read(self._client.request("PUT", f"{self._path}/passes", json=body).json())

    def ask_again(self) -> Passes:
        """Be asked about every window again."""
        return Passes.read(self._client.request("PUT", f"{self._path}/passes", json={"kinds": []}).json())

    # -- following ---------------------------------------------------------------------

    @operation("followTable")
    def events(self, after: int | None = None) -> Generator[Event, None, None]:
        """The events as they happen, until the table is over. The first is a `snapshot` of the present.

        With `after` it tells everything since that number; 0 is the whole story. A broken line is mended
        and nothing is told twice.
        """
        link = self.facts.links.get("events", "")
        return streams.table(self._client, self._path, after, link if link.startswith("http") else None)

    def story(self, after: int = 0) -> Iterator[Event]:
        """What has happened so far after this number, without waiting for more."""
        while True:
            params, headers = {"after": after}, {"Accept": "application/json"}
            page = self._client.request("GET", f"{self._path}/events", params=params, headers=headers).json()
            events = [event for event in map(Event.read, page["items"]) if event.seq > after]
            yield from events
            if not events:
                return
            after = events[-1].seq

    def follow(self) -> Generator[Update, None, None]:
        """How things stand: now, and again whenever something has changed, until the table is over."""
        seen = -1
        update = self.view()
        while True:
            if update.seq > seen:
                seen = update.seq
                yield update
            if update.over:
                return
            # An answer given meanwhile may have brought the news already.
            if self._latest is not None and self._latest.seq > seen:
                update = self._latest
            else:
                update = streams.patiently(partial(self.view, seen, streams.LONG_POLL_S))
                if update.seq <= seen and not update.over:
                    time.sleep(streams.BREATH_S)

    def turns(self) -> Generator[Turn, None, None]:
        """A turn each time this seat is asked something, until the table is over; then see `result`."""
        for update in self.follow():
            if update.decisions:
                yield Turn(self, update)

    # -- talking, and afterwards ---------------------------------------------------------

    @operation("getTalk")
    def talk(self) -> Talk:
        """Where one may talk now, and who hears it. What was said is in the events."""
        return Talk.read(self._client.request("GET", f"{self._path}/talk").json())

    @operation("say")
    def say(self, text: str, room: str | None = None) -> Event:
        """Say something at the table."""
        body = {"text": text} | ({"room": room} if room else {})
        return Event.read(self._client.request("POST", f"{self._path}/talk", json=body, key=uuid4().hex).json())

    @operation("getReplay")
    def replay(self) -> dict[str, Any]:
        """The whole game after its end: seed, answers in order, talk, result, digest."""
        replay: dict[str, Any] = self._client.request("GET", f"{self._path}/replay").json()
        return replay

    @operation("getReplayStep")
    def replay_step(self, step: int, seat: int | None = None) -> ReplayStep:
        """The table after so many answers, as this seat saw it; None is a spectator."""
        response = self._client.request("GET", f"{self._path}/replay/steps/{step}", params={"as": seat})
        return ReplayStep.read(response.json())

    @operation("keepTranscript")
    def keep_transcript(self, question: Decision | str, lines: Iterable[Mapping[str, Any]]) -> None:
        """Keep what was thought over a decision: lines of `role`, `content` and perhaps `picks`."""
        name = question.id if isinstance(question, Decision) else question
        body = {"lines": [dict(line) for line in lines]}
        self._client.request("PUT", f"{self._path}/transcript/{quote(name)}", json=body)

    @operation("getTranscript")
    def transcript(self, seat: int | None = None) -> dict[str, list[dict[str, Any]]]:
        """What was kept, decision by decision: one's own at any time, that of another seat after the end."""
        raw = self._client.request("GET", f"{self._path}/transcript", params={"seat": seat}).json()
        return {each["decision"]: each["lines"] for each in raw["items"]}

    @operation("publishMeaning")
    def publish_meaning(self, named: bool = True) -> HiddenMeaning:
        """Hang the Hidden Meaning that was won here on the wall, with or without one's name."""
        response = self._client.request("PUT", f"{self._path}/hidden-meaning", json={"named": named})
        return HiddenMeaning.read(response.json())

    @operation("withdrawMeaning")
    def withdraw_meaning(self) -> None:
        """Take it down again."""
        self._client.request("DELETE", f"{self._path}/hidden-meaning")

    def _decision(self, question: Decision | str) -> str:
        name = question.id if isinstance(question, Decision) else question
        return f"{self._path}/decisions/{quote(name)}"

    def _heard(self, raw: dict[str, Any]) -> Table:
        """Keep what the table says of itself."""
        heard = TableFacts.read(raw)
        if heard.my_seat != self.facts.my_seat:
            # Another seat hears other events, so it counts them anew.
            self._latest = None
        self.facts = heard
        return self

    def _seen(self, raw: dict[str, Any]) -> Update:
        """Keep what is newer than all that was seen before; an old reply may come late."""
        seen = Update.read(raw)
        if self._latest is None or seen.seq >= self._latest.seq:
            self._latest = seen
            self.facts = replace(
                self.facts, status=seen.status, result=seen.result, waiting=seen.waiting, paused=seen.paused
            )
        return seen


def _picks(picks: Picks) -> list[str]:
    return [picks] if isinstance(picks, str) else list(picks)
