"""Webhooks in the SDK: verification of signatures, and an agent as a web application."""

from __future__ import annotations

import base64
import io
import json
import secrets
import subprocess
import threading
from typing import Any

import farshore
import pytest
from farshore import webhooks
from farshore.agents.webhooks import App, InvalidSignature, verify

from service.agents import signing

# The example of the Standard Webhooks specification, computed by nobody here.
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
ID, STAMP, BODY = "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}'
SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
HEADERS = {"webhook-id": ID, "webhook-timestamp": str(STAMP), "webhook-signature": SIGNATURE}


def test_the_service_signs_as_the_specification_does() -> None:
    assert signing.headers([SECRET], ID, STAMP, BODY) == HEADERS


def test_the_sdk_takes_what_the_specification_signs() -> None:
    assert verify(SECRET, HEADERS, BODY, now=STAMP) == {"test": 2432232314}
    loud = {name.title(): value for name, value in HEADERS.items()}
    assert verify(SECRET, loud, BODY, now=STAMP + 299) == {"test": 2432232314}


def test_openssl_signs_the_same() -> None:
    """A third opinion, from a program that knows neither of the two."""
    secret = signing.new_secret()
    key = base64.b64decode(secret.removeprefix("whsec_")).hex()
    content = b"msg_1.1700000000." + '{"view": "é"}'.encode()
    done = subprocess.run(
        ["openssl", "dgst", "-sha256", "-mac", "HMAC", "-macopt", f"hexkey:{key}", "-binary"],
        input=content,
        capture_output=True,
    )
    if done.returncode:
        pytest.skip("no openssl")

    assert signing.signature(secret, "msg_1", 1700000000, '{"view": "é"}'.encode()) == (
        "v1," + base64.b64encode(done.stdout).decode()
    )


@pytest.mark.parametrize(
    ("headers", "body", "now"),
    [
        ({}, BODY, STAMP),
        ({**HEADERS, "webhook-id": "msg_other"}, BODY, STAMP),
        ({**HEADERS, "webhook-timestamp": str(STAMP + 1)}, BODY, STAMP),
        ({**HEADERS, "webhook-timestamp": "soon"}, BODY, STAMP),
        (HEADERS, BODY + b" ", STAMP),
        (HEADERS, BODY, STAMP + 301),
        (HEADERS, BODY, STAMP - 301),
        ({**HEADERS, "webhook-signature": ""}, BODY, STAMP),
        ({**HEADERS, "webhook-signature": SIGNATURE.replace("v1,", "v2,")}, BODY, STAMP),
        ({**HEADERS, "webhook-signature": "v1,AAAA é"}, BODY, STAMP),
    ],
)
def test_what_is_not_genuine_or_not_fresh_is_refused(headers: dict[str, str], body: bytes, now: int) -> None:
    with pytest.raises(InvalidSignature):
        verify(SECRET, headers, body, now=now)


def test_during_a_rotation_either_secret_is_enough() -> None:
    old, new = signing.new_secret(), signing.new_secret()
    both = signing.headers([new, old], ID, STAMP, BODY)

    for known in (old, new, [new, old]):
        assert verify(known, both, BODY, now=STAMP)
    with pytest.raises(InvalidSignature):
        verify(signing.new_secret(), both, BODY, now=STAMP)
    assert verify([old, new], signing.headers([new], ID, STAMP, BODY), BODY, now=STAMP)


def test_a_secret_that_is_none_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="whsec_"):
        App(farshore.Agent(), "whsec_no base64!")


# -- an agent as a web application ---------------------------------------------------------------------


class Chancy(farshore.Agent):
    """Takes any option: so only memory can make it answer the same twice."""

    def decide(self, view: Any, decision: farshore.Decision, budget: float, reason: str | None = None) -> str:
        self.told = (view, budget, reason)
        return secrets.token_hex(8)


def question(**more: Any) -> dict[str, Any]:
    asked = {"id": "3-lay-1", "kind": "lay", "seat": 1, "options": ["a", "b"], "least": 1, "most": 1}
    budget = {"seconds": 4.5, "deadline": None}
    facts = {"agent": "a_1", "table": "t1", "game": "go", "seat": 1, "budget": budget, "decision": asked}
    return {"type": "decision", "attempt": 1, "refusal": None, **facts, "view": {"left": 3}, **more}


def call(app: App, body: dict[str, Any] | bytes, message: str = "msg_1", secret: str = SECRET, **more: Any) -> Any:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    now = int(webhooks.time.time())
    signed = {
        f"HTTP_{name.upper().replace('-', '_')}": value
        for name, value in signing.headers([secret], message, now, raw).items()
    }
    environ = {"REQUEST_METHOD": "POST", "CONTENT_LENGTH": str(len(raw)), "wsgi.input": io.BytesIO(raw), **signed}
    said: list[str] = []
    reply = b"".join(app(environ | more, lambda status, headers: said.append(status)))
    return int(said[0].split()[0]), json.loads(reply)


def test_an_agent_is_asked_and_its_picks_come_back() -> None:
    agent = Chancy()
    app = App(agent, SECRET)

    status, said = call(app, question(refusal={"detail": "Not on this point."}))

    assert status == 200
    assert said["decision"] == "3-lay-1"
    assert len(said["picks"]) == 1
    assert agent.told == ({"left": 3}, 4.0, "Not on this point.")


def test_the_same_letter_gets_the_same_answer() -> None:
    app = App(Chancy(), SECRET)

    assert call(app, question()) == call(app, question())
    assert call(app, question()) != call(app, question(), message="msg_1.2")


def test_a_stranger_is_turned_away_before_the_agent_is_asked() -> None:
    agent = Chancy()
    app = App(agent, SECRET)

    assert call(app, question(), secret=signing.new_secret())[0] == 401
    assert call(app, question(), REQUEST_METHOD="GET")[0] == 405
    assert call(app, question(), CONTENT_LENGTH="99999999")[0] == 413
    assert call(app, b"[1]")[0] == 401
    assert call(app, question(type="news"))[0] == 422
    assert not hasattr(agent, "told")


def test_an_agent_that_hangs_leaves_the_answer_to_the_fallback() -> None:
    end = threading.Event()

    class Hangs(farshore.Agent):
        def decide(self, view: Any, decision: farshore.Decision) -> str:
            end.wait(30)
            return "a"

    try:
        assert call(App(Hangs(budget=0.1), SECRET), question()) == (200, {"decision": "3-lay-1", "picks": None})
    finally:
        end.set()


@pytest.mark.parametrize("trouble", [farshore.Fallback("no idea"), KeyError("bug")])
def test_an_agent_without_an_answer_leaves_it_to_the_fallback(trouble: Exception) -> None:
    class Lost(farshore.Agent):
        def decide(self, view: Any, decision: farshore.Decision) -> str:
            raise trouble

    assert call(App(Lost(), SECRET), question()) == (200, {"decision": "3-lay-1", "picks": None})
