"""The client: one `request()` talks HTTP, everything else is a path and a line."""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Final, Self

import requests

from farshore import streams
from farshore.addresses import Addresses
from farshore.arenas import Arenas, Ratings
from farshore.books import Books, HiddenMeanings
from farshore.catalogue import Games, Problems
from farshore.errors import FarshoreError, Unreachable
from farshore.health import Health
from farshore.models import Event, Registration
from farshore.operations import operation
from farshore.patience import IDEMPOTENT, PASSING, Patience
from farshore.players import Me, Players
from farshore.refusals import refusal
from farshore.registered import Agents as RegisteredAgents
from farshore.replays import Replays
from farshore.tables import Tables

if TYPE_CHECKING:
    from farshore.agents import Agent, Agents
    from farshore.polling import Poller
    from farshore.running import Runner
    from farshore.telling import Tally

DEFAULT_URL: Final = "http://127.0.0.1:8000"
FIRST_CONTACT_RETRIES: Final = 2
VERSION: Final = "0.1.0"

_BROKEN_LINE: Final = (
    requests.exceptions.ConnectionError,
    requests.exceptions.Timeout,
    requests.exceptions.ChunkedEncodingError,
)


class _Bearer(requests.auth.AuthBase):
    """Puts the token on each request; being there also keeps `requests` from guessing one out of ~/.netrc."""

    def __init__(self) -> None:
        self.token: str | None = None

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        if self.token:
            request.headers["Authorization"] = f"Bearer {self.token}"
        return request


class Client:
    """A door to one Farshore service.

    `base_url` is its address, or several with commas between them where several processes serve it: when one
    goes down, also in the middle of a game, the next one is asked. `token` says who is calling; `register()`
    makes a player and uses their token from then on. `language` (`en`, `fr`) is the one for prompts and
    refusals. `timeout` is how many seconds of silence are too many, `retries` how often a call that may be
    repeated safely is repeated when the line breaks: the default outlives a restart of the service.
    """

    def __init__(
        self,
        base_url: str = DEFAULT_URL,
        token: str | None = None,
        language: str | None = None,
        timeout: float = 30.0,
        retries: int = 8,
    ) -> None:
        self.addresses = Addresses(base_url)
        self.base_url = str(self.addresses)
        self.timeout = timeout
        self.retries = retries
        self._met = False
        self._runners: list[Runner | Poller] = []
        self._bearer = _Bearer()
        self._bearer.token = token
        self._session = requests.Session()
        self._session.auth = self._bearer
        self._session.headers.update({"User-Agent": f"farshore-python/{VERSION}", "Accept": "application/json"})
        if language:
            self._session.headers["Accept-Language"] = language
        if all(map(_is_this_machine, self.addresses.hosts())):
            # A proxy of the environment cannot reach what listens on this machine only.
            self._session.trust_env = False
        self.games = Games(self)
        self.problems = Problems(self)
        self.players = Players(self)
        self.me = Me(self)
        self.tables = Tables(self)
        self.replays = Replays(self)
        self.agents = RegisteredAgents(self)
        self.books = Books(self)
        self.meanings = HiddenMeanings(self)
        self.arenas = Arenas(self)
        self.ratings = Ratings(self)
        self.health = Health(self)

    @property
    def token(self) -> str | None:
        """The token that speaks for the caller; None is a spectator."""
        return self._bearer.token

    @token.setter
    def token(self, token: str | None) -> None:
        self._bearer.token = token

    def register(self, name: str) -> Registration:
        """Become a new player of this name. Keep `.token` to come back as the same player."""
        return self.players.create(name)

    @operation("followAccount")
    def events(self) -> Generator[Event, None, None]:
        """What concerns the caller at any table, as it happens: `invited`, `your-decision`, `finished`.

        Each connection opens with a `snapshot` of everything that waits, also after a broken line.
        """
        return streams.account(self)

    def run(
        self,
        agent: Agents,
        games: Collection[str] | None = None,
        parallel: int = 4,
        *,
        budget: float = 30.0,
        stop_after: int | None = None,
    ) -> Tally:
        """Let an agent play as this player: accept invitations to these games (None: to all) and answer.

        It plays at up to `parallel` tables at once, thinks at most `budget` seconds a decision, outlives
        broken lines, and returns after `stop()`, Ctrl-C, SIGTERM or `stop_after` tables. Hand over a class
        instead of an agent and each table gets one of its own.
        """
        from farshore.running import Runner

        self._widen(parallel)
        runner = Runner(self, agent, games, parallel, budget, stop_after)
        self._runners.append(runner)
        try:
            return runner.run()
        finally:
            self._runners.remove(runner)

    def poll(
        self,
        agent: Agent,
        agents: Collection[str] = (),
        parallel: int = 4,
        *,
        stop_after: int | None = None,
    ) -> Tally:
        """Let an agent do the work of registered polling agents: of these, or of all the caller has.

        It thinks about up to `parallel` questions at once, keeps the leases of what takes long, outlives broken
        lines, and returns after `stop()`, Ctrl-C, SIGTERM or `stop_after` decisions.
        """
        from farshore.polling import Poller

        self._widen(parallel)
        poller = Poller(self, agent, agents, parallel, stop_after)
        self._runners.append(poller)
        try:
            return poller.run()
        finally:
            self._runners.remove(poller)

    def _widen(self, parallel: int) -> None:
        """As many lines as there are workers, one to listen and one to spare."""
        adapter = requests.adapters.HTTPAdapter(pool_maxsize=max(10, parallel + 2))
        self._session.mount("http://", adapter)
        self._session.mount("https://", adapter)

    def stop(self) -> None:
        """End what `run()` or `poll()` has begun; it may be called from any thread."""
        for runner in [*self._runners]:
            runner.stop()

    def request(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, Any] | None = None,
        json: Any = None,
        form: Mapping[str, str] | None = None,
        files: Mapping[str, tuple[str, bytes]] | None = None,
        headers: Mapping[str, str] | None = None,
        key: str | None = None,
        repeatable: bool | None = None,
        retries: int | None = None,
        timeout: float | None = None,
        stream: bool = False,
        versioned: bool = True,
    ) -> requests.Response:
        """Talk to the service: the response, or the refusal as an error.

        A broken line and refusals that pass (429, 502, 503, 504) are tried again, `Retry-After` is heeded,
        but only where a second try can do no harm: GET, PUT, DELETE, and a POST with an idempotency `key`
        (`repeatable` says so of other calls). A streamed response is to be closed by whoever asked for it.
        """
        safe = repeatable if repeatable is not None else method in IDEMPOTENT or key is not None
        patience = Patience((self._tries() if retries is None else retries) if safe else 0)
        others = len(self.addresses.all) - 1 if safe else 0
        while True:
            refused: FarshoreError
            at = self.addresses.now
            try:
                response = self._session.request(
                    method,
                    path if path.startswith("http") else f"{at}{'/v1' if versioned else ''}{path}",
                    params={name: _plain(value) for name, value in (params or {}).items() if value is not None},
                    json=json,
                    data=form,
                    files=files,
                    headers={**(headers or {}), **({"Idempotency-Key": key} if key else {})},
                    timeout=(min(5.0, self.timeout), timeout or self.timeout),
                    stream=stream,
                    # A redirected POST would turn into a GET on the way; better to say that the address is another.
                    allow_redirects=False,
                )
            except _BROKEN_LINE as lost:
                refused = Unreachable(f"Nobody answers at {at}: {lost}")
                refused.__cause__ = lost
            else:
                self._met = True
                if response.status_code < 300:
                    return response
                with response:
                    refused = refusal(response)
                if response.status_code not in PASSING:
                    raise refused
            if refused.status != 429 and self.addresses.leave(at) and others > 0:
                # Another process may well be there; only when all of them are gone it is time to wait.
                others -= 1
                continue
            if not patience.again(refused.retry_after):
                raise refused

    def _tries(self) -> int:
        """A service that was there a moment ago will be back; one that never answered is probably not running."""
        return self.retries if self._met else min(self.retries, FIRST_CONTACT_RETRIES)

    def close(self) -> None:
        """Hang up."""
        self._session.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _plain(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


def _is_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
