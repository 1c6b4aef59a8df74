"""One `request()` for all HTTP: authentication, retries, several addresses, errors."""

import time
from collections.abc import Mapping
from ipaddress import ip_address
from random import uniform
from typing import Any, Final
from urllib.parse import urlsplit

import requests

from farshore.errors import TRANSIENT, FarshoreError, Unreachable, error_from

DEFAULT_URL: Final = "http://127.0.0.1:8000"
FIRST_CONTACT_RETRIES: Final = 2
VERSION: Final = "0.1.0"
IDEMPOTENT: Final = frozenset({"GET", "HEAD", "PUT", "DELETE"})
"""Methods that may be repeated safely; a POST may be when it carries an Idempotency-Key."""
FIRST_PAUSE_S: Final = 0.2
LONGEST_PAUSE_S: Final = 8.0
LONGEST_RETRY_AFTER_S: Final = 60.0
"""If the server asks for more, the error is raised: the caller decides whether to wait that long."""
CONNECTION_LOST: Final = (
    requests.exceptions.ConnectionError,
    requests.exceptions.Timeout,
    requests.exceptions.ChunkedEncodingError,
)


class Backoff:
    """Exponential backoff with jitter, for a limited number of retries."""

    def __init__(self, retries: int) -> None:
        self.retries = retries
        self.failures = 0

    def wait(self, retry_after: float | None = None) -> bool:
        """Sleep before the next attempt and return True, or return False at once when it is time to give up."""
        self.failures += 1
        if self.failures > self.retries or (retry_after is not None and retry_after > LONGEST_RETRY_AFTER_S):
            return False
        pause = min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2.0 ** (self.failures - 1)) * uniform(0.5, 1.0)
        # Retry-After is a minimum; the jitter on top keeps many clients from coming back at the same moment.
        time.sleep(pause if retry_after is None else retry_after + min(pause, FIRST_PAUSE_S))
        return True

    def reset(self) -> None:
        """An attempt succeeded: forget the failures so far."""
        self.failures = 0


class Addresses:
    """The addresses of one service. Requests stay with one address until it fails, then go to the next."""

    def __init__(self, base_url: str) -> None:
        self.all = tuple(url.strip().rstrip("/").removesuffix("/v1") for url in base_url.split(",") if url.strip())
        if not self.all:
            raise ValueError("base_url is empty")
        self._at = 0

    @property
    def current(self) -> str:
        """Where the next request goes."""
        return self.all[self._at % len(self.all)]

    def failed(self, url: str) -> bool:
        """Move on from this address; returns whether there is another. Threads that report it late do not skip one."""
        if url == self.current:
            self._at += 1
        return len(self.all) > 1


class Requester:
    """Sends requests to one service. `token` is that of the caller; None is a spectator."""

    def __init__(
        self, base_url: str, token: str | None, language: str | None = None, timeout: float = 30.0, retries: int = 8
    ) -> None:
        self.addresses = Addresses(base_url)
        self.base_url = ",".join(self.addresses.all)
        self.timeout = timeout
        self.retries = retries
        self._answered = False
        self.token = token
        self._session = requests.Session()
        # With an auth function `requests` does not look into ~/.netrc.
        self._session.auth = self._authenticate
        self._session.headers.update({"User-Agent": f"farshore-python/{VERSION}", "Accept": "application/json"})
        if language:
            self._session.headers["Accept-Language"] = language
        if all(_is_loopback(urlsplit(url).hostname or "") for url in self.addresses.all):
            # A proxy of the environment cannot reach a server that listens on this machine only.
            self._session.trust_env = False

    def _authenticate(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        if self.token:
            request.headers["Authorization"] = f"Bearer {self.token}"
        return request

    def request(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        key: str | None = None,
        repeatable: bool | None = None,
        retries: int | None = None,
        timeout: float | None = None,
        versioned: bool = True,
        **content: Any,
    ) -> requests.Response:
        """Send a request; the response, or the error it stands for as an exception. `content` is for `requests`.

        Lost connections and transient errors (429, 502, 503, 504) are retried, no sooner than `Retry-After` says,
        but only where repeating is safe: GET, PUT, DELETE, and a POST with an idempotency `key` (`repeatable`
        overrides this). The caller closes a streamed response.
        """
        safe = repeatable if repeatable is not None else method in IDEMPOTENT or key is not None
        if retries is None:
            # A service that answered before is probably restarting; one that never did is probably not running.
            retries = self.retries if self._answered else min(self.retries, FIRST_CONTACT_RETRIES)
        backoff = Backoff(retries if safe else 0)
        others = len(self.addresses.all) - 1 if safe else 0
        while True:
            error: FarshoreError
            address = self.addresses.current
            try:
                response = self._session.request(
                    method,
                    path if path.startswith("http") else f"{address}{'/v1' if versioned else ''}{path}",
                    params={name: _param(value) for name, value in (params or {}).items() if value is not None},
                    headers={**(headers or {}), **({"Idempotency-Key": key} if key else {})},
                    timeout=(min(5.0, self.timeout), timeout or self.timeout),
                    # A redirected POST would become a GET; the error names the new address instead.
                    allow_redirects=False,
                    **content,
                )
            except CONNECTION_LOST as lost:
                error = Unreachable(f"No response from {address}: {lost}", code="unreachable")
                error.__cause__ = lost
            else:
                self._answered = True
                if response.status_code < 300:
                    return response
                with response:
                    error = error_from(response)
                if response.status_code not in TRANSIENT:
                    raise error
            if error.status != 429 and self.addresses.failed(address) and others > 0:
                # Another process may be up: wait only after all of them have failed.
                others -= 1
                continue
            if not backoff.wait(error.retry_after):
                raise error

    def close(self) -> None:
        self._session.close()


def _param(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
