"""Agents that the service knows: register one, look how it does, and do the work of polling agents."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from uuid import uuid4

from farshore.models import AgentTest, Delivery, RegisteredAgent, Work
from farshore.operations import operation
from farshore.turns import Picks

if TYPE_CHECKING:
    from farshore.client import Client

POLL_S = 0.3
"""How often one looks how far a test has come."""


class Agents:
    """`client.agents`: agents that think outside the service, reached by webhook or by polling."""

    def __init__(self, client: Client) -> None:
        self._client = client

    @operation("registerAgent")
    def register(
        self,
        name: str,
        url: str | None = None,
        *,
        games: Iterable[str] = (),
        budget_s: float | None = None,
        fallback: str = "default",
        public: bool = False,
        most_tables: int = 10,
        language: str = "en",
    ) -> RegisteredAgent:
        """Register an agent: with a `url` it is called, without one it polls. Keep the secret: it is shown once."""
        body = {
            "name": name,
            "transport": "poll" if url is None else "webhook",
            "url": url,
            "games": [*games],
            "budget_s": budget_s,
            "fallback": fallback,
            "public": public,
            "most_tables": most_tables,
            "language": language,
        }
        return RegisteredAgent.read(self._client.request("POST", "/agents", json=body, key=uuid4().hex).json())

    @operation("listAgents")
    def list(self, *, mine: bool = False, game: str | None = None) -> Iterator[RegisteredAgent]:
        """One's own agents and public ones, newest first; or only one's own."""
        cursor = None
        while True:
            params = {"mine": mine, "game": game, "cursor": cursor, "limit": 50}
            page = self._client.request("GET", "/agents", params=params).json()
            yield from map(RegisteredAgent.read, page["items"])
            cursor = page["next"]
            if cursor is None:
                return

    @operation("getAgent")
    def get(self, agent: str) -> RegisteredAgent:
        """One agent, and for its owner how it has been."""
        return RegisteredAgent.read(self._client.request("GET", f"/agents/{quote(agent)}").json())

    @operation("changeAgent")
    def change(self, agent: str, **what: Any) -> RegisteredAgent:
        """Change its name, url, games, budget_s, fallback, public, most_tables or language."""
        sent = self._client.request("PATCH", f"/agents/{quote(agent)}", json=what, repeatable=True)
        return RegisteredAgent.read(sent.json())

    @operation("deleteAgent")
    def delete(self, agent: str) -> None:
        """Take it away; where it sits, its fallback plays on."""
        self._client.request("DELETE", f"/agents/{quote(agent)}")

    @operation("rotateSecret")
    def rotate(self, agent: str, grace_s: int = 86400) -> str:
        """A new secret; for so many seconds deliveries are signed with the old one too."""
        response = self._client.request("POST", f"/agents/{quote(agent)}/secret", json={"grace_s": grace_s})
        return str(response.json()["secret"])

    @operation("listDeliveries")
    def deliveries(self, agent: str, limit: int = 50) -> Iterator[Delivery]:
        """What was asked of it lately and what became of it, newest first; `limit` is the size of a page."""
        cursor = None
        while True:
            params = {"cursor": cursor, "limit": limit}
            page = self._client.request("GET", f"/agents/{quote(agent)}/deliveries", params=params).json()
            yield from map(Delivery.read, page["items"])
            cursor = page["next"]
            if cursor is None:
                return

    @operation("testAgent")
    def test(self, agent: str, game: str | None = None, *, wait: float = 90.0) -> AgentTest:
        """Have it play a mini-game and be tried; the report, or after `wait` seconds how far it has come."""
        sent = self._client.request("POST", f"/agents/{quote(agent)}/test", json={"game": game})
        found, end = AgentTest.read(sent.json()), time.monotonic() + wait
        while found.status == "running" and time.monotonic() < end:
            time.sleep(POLL_S)
            found = self.tested(agent, found.id)
        return found

    @operation("getAgentTest")
    def tested(self, agent: str, test: str) -> AgentTest:
        """What a test has found so far."""
        return AgentTest.read(self._client.request("GET", f"/agents/{quote(agent)}/tests/{quote(test)}").json())

    # -- polling -------------------------------------------------------------------------

    @operation("acquireWork")
    def acquire(
        self, agents: Iterable[str] = (), *, most: int = 1, wait: float = 25.0, lease_s: int = 15
    ) -> tuple[Work, ...]:
        """Take open questions in hand, waiting up to `wait` seconds for the first; for these agents, or all."""
        body = {"agents": [*agents], "most": most, "lease_s": lease_s}
        timeout = self._client.timeout + wait
        path, params = "/agents/work/acquire", {"wait": wait}
        # Sent again after a broken line, what was lost on the way comes back when its lease is over.
        sent = self._client.request("POST", path, json=body, params=params, timeout=timeout, repeatable=True)
        return tuple(Work.read(each) for each in sent.json()["items"])

    @operation("answerWork")
    def answer(self, work: Work | str, picks: Picks) -> None:
        """Answer a question in hand. Saying the same twice is no mistake."""
        body = {"picks": [picks] if isinstance(picks, str) else [*picks]}
        self._client.request("POST", f"{_path(work)}/answer", json=body, repeatable=True)

    @operation("extendWork")
    def extend(self, work: Work | str, lease_s: int = 15) -> str:
        """Keep a question for longer; until when."""
        sent = self._client.request("POST", f"{_path(work)}/extend", json={"lease_s": lease_s}, repeatable=True)
        return str(sent.json()["expires_at"])

    @operation("giveBackWork")
    def give_back(self, work: Work | str) -> None:
        """Let somebody else have it, at once."""
        self._client.request("DELETE", _path(work))


def _path(work: Work | str) -> str:
    return f"/agents/work/{quote(work.lease if isinstance(work, Work) else work)}"
