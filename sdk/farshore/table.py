"""One table: look, answer, talk, follow."""

from __future__ import annotations

import json
import time
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from farshore import streams
from farshore.books import HiddenMeaning
from farshore.models import Decision, Event, Passes, ReplayStep, Result, Seat, TableFacts, Talk, Update
from farshore.resources import Json, Resource, given
from farshore.turns import Picks, Turn, pick_list

if TYPE_CHECKING:
    from farshore.client import Client


class Table(Resource):
    """A table. `facts` are its details as of the last response; `refresh()` fetches them again."""

    _client: Client

    def __init__(self, client: Client, facts: TableFacts) -> None:
        super().__init__(client)
        self._path = f"/tables/{quote(facts.id)}"
        self._latest: Update | None = None
        self.facts = facts

    def __repr__(self) -> str:
        return f"<Table {self.id}: {self.game}, {self.status}>"

    @property
    def client(self) -> Client:
        return self._client

    @property
    def id(self) -> str:
        return self.facts.id

    @property
    def game(self) -> str:
        return self.facts.game

    @property
    def status(self) -> str:
        """`open`, `running`, `finished` or `aborted`."""
        return self.facts.status

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats and who has them."""
        return self.facts.seats

    @property
    def my_seat(self) -> int | None:
        """The caller's seat; None for a spectator."""
        return self.facts.my_seat

    @property
    def result(self) -> Result | None:
        """The result, once there is one."""
        return self.facts.result

    def refresh(self) -> Table:
        """Fetch the details of the table again."""
        return self._update_facts(self._get(self._path))

    # -- seats -------------------------------------------------------------------------

    def take_seat(self, seat: int, code: str | None = None) -> Table:
        """Take a seat; a reserved one needs the invite `code`."""
        return self._update_facts(self._put(f"{self._path}/seats/{seat}", given(code=code)))

    def leave_seat(self, seat: int | None = None) -> None:
        """Leave the caller's seat, or decline a `seat` reserved for the caller."""
        self._delete(f"{self._path}/seats/{self.my_seat if seat is None else seat}")
        self.facts = replace(self.facts, my_seat=None)

    def start(self) -> Table:
        """Start the game. Starting a running table changes nothing."""
        return self._update_facts(self._post(f"{self._path}/start"))

    def delete(self) -> None:
        """Delete a table that has not started."""
        self._delete(self._path)

    def vote(self, kind: str, agree: bool = True) -> Table:
        """Vote to `pause`, `resume`, `abort` or `extend`."""
        return self._update_facts(self._json("POST", f"{self._path}/votes", json={"kind": kind, "agree": agree}))

    def forfeit(self) -> Table:
        """Give up this seat in a running game."""
        return self._update_facts(self._post(f"{self._path}/forfeit"))

    def rematch(self) -> Table:
        """Open a new table with the same game and players."""
        return Table(self._client, TableFacts.read(self._create(f"{self._path}/rematch")))

    # -- playing -----------------------------------------------------------------------

    def view(self, after: int | None = None, wait: float | None = None) -> Update:
        """The current state. With `wait`, waits up to so many seconds for something newer than `after`."""
        params = {"after": after, "wait": wait}
        timeout = self._client.timeout + (wait or 0)
        return self._keep(self._json("GET", f"{self._path}/view", params=params, timeout=timeout))

    def page(self, language: str | None = None, *, story: bool = True) -> str:
        """The table as a page of plain text: the board, the cards that matter, what happened, the open decisions.

        Without `story` it leaves out what happened, for those who follow the events.
        """
        return self._text(f"{self._path}/view", "text/plain", language, story=None if story else False)

    def decisions(self) -> list[Decision]:
        """The open decisions of this seat."""
        return [Decision.read(each) for each in self._get(f"{self._path}/decisions")["items"]]

    def decision(self, decision: Decision | str) -> Decision:
        return Decision.read(self._get(self._decision(decision)))

    def answer(self, decision: Decision | str, picks: Picks) -> Update:
        """Answer a decision. Sending the same answer twice does no harm, so it is retried safely."""
        return self._keep(self._put(f"{self._decision(decision)}/answer", {"picks": pick_list(picks)}))

    def withdraw(self, decision: Decision | str) -> Update:
        """Withdraw a sealed answer, where the game allows it."""
        return self._keep(self._json("DELETE", f"{self._decision(decision)}/answer"))

    def check(self, decision: Decision | str, picks: Picks) -> bool:
        """Whether this answer would be accepted; `Illegal` says why not. Nothing changes."""
        return bool(self._post(f"{self._decision(decision)}/check", {"picks": pick_list(picks)})["legal"])

    def passes(self) -> Passes:
        """The windows this seat passes automatically. Nobody else can see this."""
        return Passes.read(self._get(f"{self._path}/passes"))

    def pass_windows(self, *kinds: str, until: str = "revoked") -> Passes:
        """Pass windows automatically: of these kinds or all, permanently or `until="my-turn"`."""
        return Passes.read(self._put(f"{self._path}/passes", {"kinds": kinds or ("*",), "until": until}))

    def ask_again(self) -> Passes:
        """Stop passing windows automatically."""
        return Passes.read(self._put(f"{self._path}/passes", {"kinds": ()}))

    # -- following ---------------------------------------------------------------------

    def events(self, after: int | None = None, *, words: bool = False) -> Generator[Event, None, None]:
        """Events as they happen, until the table is over. The first is a `snapshot` of the present.

        With `after`, all events after that number come first; 0 is from the beginning. With `words`, each has its
        sentence in `text`. It reconnects by itself, and no event comes twice. Before each event is handed out, the
        details of this table are brought up to date.
        """
        link = self.facts.links.get("events", "")
        at = link if link.startswith("http") else None
        for event in streams.table(self._client, self._path, after, at, words):
            self._hear(event)
            yield event

    def _hear(self, event: Event) -> None:
        """Bring the details up to date with an event."""
        data = event.data
        match event.type:
            case "snapshot":
                self._keep(data)
            case "started":
                self.facts = replace(self.facts, status="running")
            case "finished" | "aborted":
                result = Result.read(data["result"]) if data.get("result") else None
                self.facts = replace(self.facts, status=event.type, result=result, waiting=())
            case "waiting":
                self.facts = replace(self.facts, waiting=tuple(data["seats"]))
            case "paused" | "resumed":
                self.facts = replace(self.facts, paused=event.type == "paused")
            case "seat" if data["kind"] != "forfeited":
                seats = tuple(Seat.read(data) if seat.seat == data["seat"] else seat for seat in self.facts.seats)
                self.facts = replace(self.facts, seats=seats)

    def story(self, after: int = 0, *, words: bool = False) -> Iterator[Event]:
        """The events so far after this number, without waiting for more; with `words`, as sentences too."""
        while True:
            events = streams.page(self._client, self._path, after, words)
            yield from events
            if len(events) < streams.PAGE:
                return
            after = events[-1].seq

    def follow(self) -> Generator[Update, None, None]:
        """The current state, now and after each change, until the table is over."""
        seen = -1
        update = self.view()
        while True:
            if update.seq > seen:
                seen = update.seq
                yield update
            if update.over:
                return
            # An answer given meanwhile may have brought the latest state already.
            if self._latest is not None and self._latest.seq > seen:
                update = self._latest
            else:
                update = streams.retrying(partial(self.view, seen, streams.LONG_POLL_S))
                if update.seq <= seen and not update.over:
                    time.sleep(streams.PAUSE_S)

    def turns(self) -> Generator[Turn, None, None]:
        """A turn each time this seat has to decide, until the table is over; then see `result`."""
        for update in self.follow():
            if update.decisions:
                yield Turn(self, update)

    # -- talk, replays, transcripts ----------------------------------------------------

    def talk(self) -> Talk:
        """The rooms to talk in, and who hears each. What was said is among the events."""
        return Talk.read(self._get(f"{self._path}/talk"))

    def say(self, text: str, room: str | None = None) -> Event:
        """Say something at the table."""
        return Event.read(self._create(f"{self._path}/talk", given(text=text, room=room)))

    def check_say(self, text: str, room: str | None = None) -> bool:
        """Whether this message would be accepted; `Illegal` says why not. Nothing is sent."""
        return bool(self._post(f"{self._path}/talk/check", given(text=text, room=room))["legal"])

    def report(self, reason: str) -> Json:
        """Report the talk of this table to the operator, with the messages that the caller could see."""
        return self._create(f"{self._path}/reports", {"reason": reason})

    def replay(self) -> Json:
        """The whole game after its end: seed, answers in order, talk, result, digest."""
        return self._get(f"{self._path}/replay")

    def replay_step(self, step: int, seat: int | None = None) -> ReplayStep:
        """The table after this many answers, as this seat saw it; None is a spectator."""
        return ReplayStep.read(self._get(f"{self._path}/replay/steps/{step}", **{"as": seat}))

    def replay_steps(self, first: int = 0, last: int | None = None, seat: int | None = None) -> Iterator[ReplayStep]:
        """The table after each of these numbers of answers, up to the end, as this seat saw it; None is a spectator."""
        path, params = f"{self._path}/replay/steps", {"from": first, "to": last, "as": seat}
        while path:
            response = self._client.request("GET", path, params=params, headers={"Accept": "application/x-ndjson"})
            for line in response.content.splitlines():
                yield ReplayStep.read(json.loads(line))
            # The next page, if there is one, is named with all its parameters.
            path, params = response.links.get("next", {}).get("url", "").removeprefix("/v1"), {}

    def ticket(self) -> str:
        """A ticket that opens the stream of this seat for a minute, in an EventSource without headers."""
        return str(self._post(f"{self._path}/tickets")["ticket"])

    def keep_transcript(self, decision: Decision | str, lines: Iterable[Mapping[str, Any]]) -> None:
        """Store the reasoning behind a decision: lines of `role`, `content` and perhaps `picks`."""
        body = {"lines": [dict(line) for line in lines]}
        self._client.request("PUT", f"{self._path}/transcript/{quote(_id(decision))}", json=body)

    def transcript(self, seat: int | None = None) -> dict[str, list[Json]]:
        """The stored reasoning by decision: the caller's own at any time, that of other seats after the end."""
        raw = self._get(f"{self._path}/transcript", seat=seat)
        return {each["decision"]: each["lines"] for each in raw["items"]}

    def publish_hidden_meaning(self, named: bool = True) -> HiddenMeaning:
        """Publish the hidden meaning that was won here, with or without the caller's name."""
        return HiddenMeaning.read(self._put(f"{self._path}/hidden-meaning", {"named": named}))

    def withdraw_hidden_meaning(self) -> None:
        """Withdraw it again."""
        self._delete(f"{self._path}/hidden-meaning")

    def _decision(self, decision: Decision | str) -> str:
        return f"{self._path}/decisions/{quote(_id(decision))}"

    def _update_facts(self, raw: Json) -> Table:
        facts = TableFacts.read(raw)
        if facts.my_seat != self.facts.my_seat:
            # Each seat sees its own events and numbers them separately.
            self._latest = None
        self.facts = facts
        return self

    def _keep(self, raw: Json) -> Update:
        """Remember an update unless a newer one is known; responses may arrive out of order."""
        update = Update.read(raw)
        if self._latest is None or update.seq >= self._latest.seq:
            self._latest = update
            self.facts = replace(
                self.facts, status=update.status, result=update.result, waiting=update.waiting, paused=update.paused
            )
        return update


def _id(decision: Decision | str) -> str:
    return decision.id if isinstance(decision, Decision) else decision
