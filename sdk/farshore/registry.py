"""Agents registered with the service: create and inspect them, and lease the decisions of polling agents."""

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Any, Final
from urllib.parse import quote

from farshore.models import Decision, Event, Model
from farshore.resources import Resource
from farshore.turns import Picks, pick_list

POLL_S: Final = 0.3
"""How often the progress of a test is checked."""


class RegisteredAgent(Model):
    """A registered agent; `secret` is only present right after it was created."""

    id: str = ""
    name: str = ""
    owner: str = ""
    transport: str = ""
    games: tuple[str, ...] = ()
    budget_s: float = 0.0
    fallback: str = "default"
    public: bool = False
    most_tables: int = 0
    language: str = "en"
    version: str = ""
    model: str = ""
    page: bool = False
    talk: bool = False
    created_at: str | None = None
    mine: bool = False
    url: str | None = None
    failures: int | None = None
    suspended_until: str | None = None
    old_secret_until: str | None = None
    secret: str | None = field(default=None, repr=False)


class Delivery(Model):
    """One attempt to have a decision answered; `outcome` is `answered`, or what went wrong."""

    id: str = ""
    at: str = ""
    table: str = ""
    decision: str = ""
    message: str | None = None
    attempt: int = 0
    outcome: str = ""
    status: int | None = None
    latency_ms: int | None = None
    detail: str | None = None


class Work(Model):
    """A decision leased until `expires_at`: answer it, extend the lease, or release it."""

    lease: str = ""
    expires_at: str = ""
    agent: str = ""
    table: str = ""
    game: str = ""
    seat: int = 0
    budget: dict[str, Any] = field(default_factory=dict)
    decision: Decision = field(default_factory=Decision)
    page: str | None = None
    events: tuple[Event, ...] = ()
    view: dict[str, Any] = field(default_factory=dict)


class AgentTest(Model):
    """A conformance test of an agent: each check has `check`, `ok` and `message`."""

    id: str = ""
    agent: str = ""
    game: str = ""
    status: str = "running"
    passed: bool | None = None
    created_at: str = ""
    checks: tuple[dict[str, Any], ...] = ()
    table: str | None = None


class RegisteredAgents(Resource):
    """`client.agents`: agents outside the service, reached by webhook or by polling."""

    def register(self, name: str, url: str | None = None, **settings: Any) -> RegisteredAgent:
        """Register an agent: with a `url` it is called, without one it polls. The secret is shown only this once.

        `settings` may give games, budget_s, fallback, public, most_tables, language, version, model, `page` (each
        decision comes with the table as a page of text) and `talk` (the agent is also asked when somebody has spoken
        while it has nothing to decide).
        """
        transport = "poll" if url is None else "webhook"
        body = {"name": name, "transport": transport, "url": url, **settings}
        return RegisteredAgent.read(self._create("/agents", body))

    def list(self, *, mine: bool = False, game: str | None = None) -> Iterator[RegisteredAgent]:
        """The caller's agents and public ones, newest first; with `mine` only the caller's."""
        return map(RegisteredAgent.read, self._pages("/agents", mine=mine, game=game, limit=50))

    def get(self, agent: str) -> RegisteredAgent:
        """One agent; its owner also sees its recent failures."""
        return RegisteredAgent.read(self._get(f"/agents/{quote(agent)}"))

    def change(self, agent: str, **fields: Any) -> RegisteredAgent:
        """Change its name, url or other settings."""
        return RegisteredAgent.read(self._json("PATCH", f"/agents/{quote(agent)}", json=fields, repeatable=True))

    def delete(self, agent: str) -> None:
        """Delete it; at its tables its fallback plays on."""
        self._delete(f"/agents/{quote(agent)}")

    def rotate(self, agent: str, grace_s: int = 86400) -> str:
        """Create a new secret; for `grace_s` seconds deliveries are signed with the old one too."""
        return str(self._json("POST", f"/agents/{quote(agent)}/secret", json={"grace_s": grace_s})["secret"])

    def deliveries(self, agent: str, limit: int = 50) -> Iterator[Delivery]:
        """Recent deliveries and their outcomes, newest first; `limit` is the size of a page."""
        return map(Delivery.read, self._pages(f"/agents/{quote(agent)}/deliveries", limit=limit))

    def test(self, agent: str, game: str | None = None, *, wait: float = 90.0) -> AgentTest:
        """Run a conformance test in a short game: the report, or its state after `wait` seconds."""
        found = AgentTest.read(self._json("POST", f"/agents/{quote(agent)}/test", json={"game": game}))
        end = time.monotonic() + wait
        while found.status == "running" and time.monotonic() < end:
            time.sleep(POLL_S)
            found = self.get_test(agent, found.id)
        return found

    def get_test(self, agent: str, test: str) -> AgentTest:
        """The state of a test."""
        return AgentTest.read(self._get(f"/agents/{quote(agent)}/tests/{quote(test)}"))

    def acquire(
        self, agents: Iterable[str] = (), *, most: int = 1, wait: float = 25.0, lease_s: int = 15
    ) -> tuple[Work, ...]:
        """Lease open decisions of these agents (or all), waiting up to `wait` seconds for the first."""
        # If the reply to a repeated request was lost, its decisions come back when their leases expire.
        found = self._json(
            "POST",
            "/work/acquire",
            json={"agents": [*agents], "most": most, "lease_s": lease_s},
            params={"wait": wait},
            timeout=self._client.timeout + wait,
            repeatable=True,
        )
        return tuple(map(Work.read, found["items"]))

    def answer(self, work: Work | str, picks: Picks | None, say: Iterable[Mapping[str, str]] = ()) -> None:
        """Answer a leased decision, after saying something (`{"room", "text"}`). Picks of None let the fallback answer.

        Talk is answered with `say` alone. Sending the same answer twice does no harm.
        """
        body = {"picks": None if picks is None else pick_list(picks), "say": [dict(each) for each in say]}
        self._post(f"{_path(work)}/answer", body)

    def extend(self, work: Work | str, lease_s: int = 15) -> str:
        """Extend a lease; returns when it expires."""
        return str(self._post(f"{_path(work)}/extend", {"lease_s": lease_s})["expires_at"])

    def release(self, work: Work | str) -> None:
        """Release a decision: another worker can lease it at once."""
        self._delete(_path(work))


def _path(work: Work | str) -> str:
    return f"/work/{quote(work.lease if isinstance(work, Work) else work)}"
