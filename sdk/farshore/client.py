"""The client: one attribute per resource of the API, and the loops that run agents."""

from __future__ import annotations

from collections.abc import Collection, Generator
from typing import TYPE_CHECKING, Self

import requests

from farshore import streams
from farshore.admin import Admin
from farshore.arenas import Arenas, Ratings
from farshore.books import Books, HiddenMeanings
from farshore.history import Explorer, History, Profiles
from farshore.models import Event, Registration
from farshore.registry import RegisteredAgents
from farshore.request import DEFAULT_URL, Requester
from farshore.resources import Games, Health, Me, Players, Problems
from farshore.tables import Replays, Tables

if TYPE_CHECKING:
    from farshore.agents.agent import Agent, AgentOrFactory
    from farshore.agents.log import Tally
    from farshore.agents.run import Run


class Client(Requester):
    """A client of one Farshore service.

    `base_url` is its address, or several separated by commas if several processes serve it: when one fails,
    even in the middle of a game, the next is used. `token` identifies the caller; `register()` creates a player and
    uses their token from then on. `language` (`en`, `fr`) is the language of prompts and errors. `timeout` is in
    seconds; `retries` is how often a request that may be repeated safely is repeated. The default is enough to
    survive a restart of the service.
    """

    def __init__(
        self,
        base_url: str = DEFAULT_URL,
        token: str | None = None,
        language: str | None = None,
        timeout: float = 30.0,
        retries: int = 8,
    ) -> None:
        super().__init__(base_url, token, language, timeout, retries)
        self._runs: list[Run] = []
        self.games = Games(self)
        self.problems = Problems(self)
        self.players = Players(self)
        self.me = Me(self)
        self.tables = Tables(self)
        self.replays = Replays(self)
        self.agents = RegisteredAgents(self)
        self.books = Books(self)
        self.hidden_meanings = HiddenMeanings(self)
        self.arenas = Arenas(self)
        self.ratings = Ratings(self)
        self.history = History(self)
        self.profiles = Profiles(self)
        self.explorer = Explorer(self)
        self.health = Health(self)
        self.admin = Admin(self)

    def register(self, name: str) -> Registration:
        """Become a new player of this name. Keep `.token` to come back as the same player."""
        return self.players.create(name)

    def events(self) -> Generator[Event, None, None]:
        """Events that concern the caller, at any table: `invited`, `your-decision`, `finished`.

        Each connection starts with a `snapshot` of everything pending, also after a reconnect.
        """
        return streams.restarting(self, "/events")

    def run(
        self,
        agent: AgentOrFactory,
        games: Collection[str] | None = None,
        parallel: int = 4,
        *,
        budget: float = 30.0,
        stop_after: int | None = None,
    ) -> Tally:
        """Let an agent play as this player: accept invitations to these games (None: to all) and answer.

        It plays at up to `parallel` tables at once, thinks for at most `budget` seconds per decision, reconnects by
        itself, and returns after `stop()`, Ctrl-C, SIGTERM or `stop_after` tables. Pass a class instead of an
        instance to get a separate agent for each table.
        """
        from farshore.agents.runner import Runner

        return self._run(Runner(self, agent, games, parallel, budget, stop_after))

    def poll(
        self,
        agent: Agent,
        agents: Collection[str] = (),
        parallel: int = 4,
        *,
        stop_after: int | None = None,
    ) -> Tally:
        """Let an agent answer for registered polling agents: for these ids, or for all the caller has.

        It answers up to `parallel` decisions at once, renews the leases of those that take long, reconnects by
        itself, and returns after `stop()`, Ctrl-C, SIGTERM or `stop_after` decisions.
        """
        from farshore.agents.polling import Poller

        return self._run(Poller(self, agent, agents, parallel, stop_after))

    def _run(self, run: Run) -> Tally:
        # One connection per worker, one for the stream and one to spare.
        adapter = requests.adapters.HTTPAdapter(pool_maxsize=max(10, run.parallel + 2))
        self._session.mount("http://", adapter)
        self._session.mount("https://", adapter)
        self._runs.append(run)
        try:
            return run.run()
        finally:
            self._runs.remove(run)

    def stop(self) -> None:
        """End `run()` or `poll()`; may be called from any thread."""
        for run in [*self._runs]:
            run.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
