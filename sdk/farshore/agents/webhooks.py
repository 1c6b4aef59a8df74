"""Webhook agents: verify deliveries (Standard Webhooks), and serve a `farshore.Agent` over HTTP.

farshore.webhooks.serve(MyBot(), secret="whsec_…", port=9000)      # the standard library's server
app = farshore.webhooks.App(MyBot(), secret="whsec_…")             # or any WSGI server
"""

import base64
import binascii
import hmac
import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from socketserver import ThreadingMixIn
from typing import Any, Final
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from farshore.agents.agent import Agent
from farshore.agents.external import DeliveredTurn
from farshore.agents.log import log_event
from farshore.agents.thinking import log_answered, log_turn, tell, think

PREFIX: Final = "whsec_"
TOLERANCE_S: Final = 300
"""Deliveries older than this, or this far in the future, are rejected."""
MAX_BODY: Final = 2 * 1024 * 1024
KEPT_ANSWERS: Final = 1000
"""How many answers are kept, so that a repeated delivery gets the same one."""


class InvalidSignature(ValueError):
    """The delivery is not from the service, or is too old; the message says which."""


def verify(
    secret: str | Iterable[str],
    headers: Mapping[str, str],
    body: bytes,
    *,
    tolerance_s: float = TOLERANCE_S,
    now: float | None = None,
) -> dict[str, Any]:
    """The payload of a delivery that is signed with this secret (or one of these) and recent; else `InvalidSignature`.

    Pass the body exactly as received: JSON that was parsed and serialised again does not match its signature.
    """
    given = {name.lower(): value for name, value in headers.items()}
    try:
        id, stamp, signatures = (given[f"webhook-{part}"] for part in ("id", "timestamp", "signature"))
        sent = int(stamp)
    except (KeyError, ValueError):
        raise InvalidSignature("the headers webhook-id, webhook-timestamp and webhook-signature are required") from None
    if abs((time.time() if now is None else now) - sent) > tolerance_s:
        raise InvalidSignature("the timestamp is too old, or one of the clocks is wrong")
    known = [secret] if isinstance(secret, str) else [*secret]
    expected = [_signature(each, f"{id}.{stamp}.".encode() + body) for each in known]
    offered = [each.partition(",") for each in signatures.split()]
    # All are compared, each in constant time, so that timing reveals nothing.
    matches = [
        hmac.compare_digest(value.encode(), mine.encode())
        for version, _, value in offered
        if version == "v1"
        for mine in expected
    ]
    if not any(matches):
        raise InvalidSignature("no signature matches the secret")
    try:
        payload = json.loads(body)
    except ValueError:
        raise InvalidSignature("the body is not JSON") from None
    if not isinstance(payload, dict):
        raise InvalidSignature("the body is not a JSON object")
    return payload


def _signature(secret: str, content: bytes) -> str:
    try:
        key = base64.b64decode(secret.removeprefix(PREFIX), validate=True)
    except binascii.Error:
        raise ValueError("a secret is whsec_ followed by base64") from None
    return base64.b64encode(hmac.digest(key, content, "sha256")).decode()


class App:
    """A `farshore.Agent` as a WSGI application. A repeated delivery gets the same answer."""

    def __init__(self, agent: Agent, secret: str | Iterable[str]) -> None:
        self.agent = agent
        self.secrets = (secret,) if isinstance(secret, str) else tuple(secret)
        self._answers: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._lock = threading.Lock()
        for each in self.secrets:
            _signature(each, b"")

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        status, reply = self._serve(environ)
        raw = json.dumps(reply).encode()
        start(status, [("Content-Type", "application/json"), ("Content-Length", str(len(raw)))])
        return [raw]

    def _serve(self, environ: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        if environ["REQUEST_METHOD"] != "POST":
            return "405 Method Not Allowed", {"error": "POST a decision"}
        length = environ.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal() or int(length) > MAX_BODY:
            return "413 Content Too Large", {"error": "too large"}
        body = environ["wsgi.input"].read(int(length))
        headers = {
            name[5:].replace("_", "-").lower(): value for name, value in environ.items() if name.startswith("HTTP_")
        }
        try:
            question = verify(self.secrets, headers, body)
        except InvalidSignature as invalid:
            return "401 Unauthorized", {"error": str(invalid)}
        if question.get("type") not in ("decision", "talk"):
            return "422 Unprocessable Content", {"error": "this agent answers decisions"}
        return "200 OK", self.answer(question, headers["webhook-id"])

    def answer(self, question: Mapping[str, Any], message: str) -> dict[str, Any]:
        """The reply to one verified delivery; with null picks the declared fallback answers."""
        with self._lock:
            if message in self._answers:
                return self._answers[message]
        turn = DeliveredTurn(question, self.agent)
        reply: dict[str, Any] = {}
        if turn.decisions:
            log_turn("asked", turn, budget=turn.budget)
            reply = {"decision": turn.decision.id, "picks": think(self.agent, turn)}
            if reply["picks"] is None:
                log_turn("fallback", turn, picks="–", detail=turn.reason)
            else:
                log_answered(turn, reply["picks"])
        else:
            tell(self.agent, "hear", turn, turn.table.id, turn.budget)
        if turn.said:
            reply["say"] = turn.said
        with self._lock:
            # If the same delivery arrived twice at once, both get the same answer.
            reply = self._answers.setdefault(message, reply)
            while len(self._answers) > KEPT_ANSWERS:
                self._answers.popitem(last=False)
        return reply


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _QuietHandler(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """The agent's log is enough."""


def server(agent: Agent, secret: str | Iterable[str], port: int = 9000, host: str = "127.0.0.1") -> WSGIServer:
    """A server of the standard library, already bound; call `serve_forever()`, and `shutdown()` to end it."""
    app: Any = App(agent, secret)
    return make_server(host, port, app, server_class=_Server, handler_class=_QuietHandler)


def serve(agent: Agent, secret: str | Iterable[str], port: int = 9000, host: str = "127.0.0.1") -> None:
    """Serve an agent until Ctrl-C. Put a server with TLS in front of it for the public internet."""
    listening = server(agent, secret, port, host)
    log_event("serving", name=agent.name or type(agent).__name__, url=f"http://{host}:{listening.server_port}/")
    try:
        listening.serve_forever()
    except KeyboardInterrupt:
        pass
    finally:
        listening.server_close()
        agent.close()
