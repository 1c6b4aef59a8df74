"""A check that finds nothing would find something: each is given a story that is true, and one that was falsified."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from tests.faults.checks import (
    LATE_MS,
    accepted_once,
    explained,
    heard_all,
    in_order,
    overdue,
    rung_once,
    said_by_agents,
    said_once,
    saved,
    verified,
    warned_once,
)
from tests.faults.ledger import Deed, Ledger
from tests.faults.listeners import Listener
from tests.faults.stories import LOST, YES, Data, deed, say, told, written, wrong

# -- answers ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seen", "deeds", "fine"),
    [
        (["a"], [deed("a", (0, 1, YES))], True),
        ([], [deed("a", (0, 1, YES))], False),
        (["a", "a"], [deed("a", (0, 1, YES))], False),
        (["b"], [deed("a", (0, 1, YES))], False),
        ([], [deed("a", (0, 1, LOST))], True),
        (["a"], [deed("a", (0, 1, LOST))], True),
        (["a"], [deed("a", (0, 1, LOST), (2, 3, YES))], True),
        (["a"], [deed("a", (0, 1, 422))], False),
        (["a", "-", "b"], [deed("a", (0, 1, YES)), deed("b", (2, 3, YES))], True),
        (["a", "-", "b"], [deed("b", (0, 1, YES)), deed("a", (2, 3, YES))], False),
        (["a", "-"], [deed("a", (0, 1, YES)), deed("", (2, 3, YES), verb="withdraw")], True),
        # A request that a paused process still had in its hands may come last, and only it.
        (["a", "-", "b", "-", "a"], [deed("a", (0, 1, LOST), (2, 3, YES)), deed("b", (4, 5, YES))], True),
        (["a", "-", "b", "-", "a"], [deed("a", (2, 3, YES)), deed("b", (4, 5, YES))], False),
        # Hundreds of attempts without a response are no riddle.
        (["a", "-", "c"], [deed("a", *((n, n + 1, LOST) for n in range(300))), deed("b", (400, 401, YES))], False),
        (["a", "-", "b"], [deed("a", *((n, n + 1, LOST) for n in range(300))), deed("b", (400, 401, YES))], True),
    ],
)
def test_a_replay_is_explained_by_what_was_sent_or_it_is_not(seen: list[str], deeds: list[Deed], fine: bool) -> None:
    steps = [("withdraw", ()) if one == "-" else ("answer", (one,)) for one in seen]

    assert explained(steps, deeds) is fine


def test_an_accepted_answer_that_is_lost_or_doubled_is_found() -> None:
    assert not wrong(accepted_once([written("a")], [deed("a", (0, 1, 202))], {0}))
    assert wrong(accepted_once([], [deed("a", (0, 1, 202))], {0}))
    assert wrong(accepted_once([written("a"), written("a")], [deed("a", (0, 1, 202))], {0}))


def test_an_accepted_answer_that_the_clock_gave_instead_is_found() -> None:
    assert wrong(accepted_once([written("b", by="clock")], [deed("a", (0, 1, YES))], {0}))
    assert not wrong(accepted_once([written("b", by="clock")], [deed("a", (0, 1, 409))], {0}))


def test_an_answer_that_nobody_sent_is_found() -> None:
    assert wrong(accepted_once([written("a")], [], {0}))
    assert not wrong(accepted_once([written("a", by="bot")], [], {0}))


def test_an_answer_of_a_called_agent_that_it_did_not_give_is_found() -> None:
    said = {("t", 0, "1-take-0"): {("a",)}}

    assert not wrong(said_by_agents("t", [written("a")], {0}, said))
    assert wrong(said_by_agents("t", [written("b")], {0}, said))
    assert not wrong(said_by_agents("t", [written("b", by="fallback")], {0}, said))


# -- order -----------------------------------------------------------------------------------


def test_answers_out_of_order_are_found() -> None:
    first, second = deed("a", (0, 1, YES), name="1-a-0"), deed("b", (2, 3, YES), name="2-b-0")
    replay = [written("a", "1-a-0"), written("b", "2-b-0")]

    assert not wrong(in_order(replay, [], [first, second]))
    assert wrong(in_order(replay[::-1], [], [first, second]))


def test_an_answer_without_a_response_is_not_carried_out_before_it_was_sent() -> None:
    first, second = deed("a", (0, 1, YES), name="1-a-0"), deed("b", (2, 3, LOST), name="2-b-0")

    assert wrong(in_order([written("b", "2-b-0"), written("a", "1-a-0")], [], [first, second]))


def test_answers_given_side_by_side_may_be_in_any_order() -> None:
    both = [deed("a", (0, 3, YES), name="1-a-0"), deed("b", (2, 4, YES), name="2-b-0")]

    assert not wrong(in_order([written("b", "2-b-0"), written("a", "1-a-0")], [], both))


@pytest.mark.parametrize("counts", [True, False])
def test_words_out_of_order_are_found(counts: bool) -> None:
    deeds = [say("hello", (0, 1, YES)), say("there", (2, 3, YES))]

    def told(*texts: str) -> tuple[list[Data], list[Data]]:
        if counts:
            return [{**written("", kind="say", name="say"), "picks": ["table", text]} for text in texts], []
        return [], [{"seat": 0, "text": text} for text in texts]

    assert not wrong(in_order(*told("hello", "there"), deeds))
    assert wrong(in_order(*told("there", "hello"), deeds))


def test_words_that_are_lost_doubled_or_were_refused_are_found() -> None:
    hello = {"seat": 0, "text": "hello"}

    assert not wrong(said_once([], [hello], [say("hello", (0, 1, YES))]))
    assert not wrong(said_once([], [], [say("hello", (0, 1, LOST))]))
    assert wrong(said_once([], [], [say("hello", (0, 1, YES))]))
    assert wrong(said_once([], [hello, hello], [say("hello", (0, 1, LOST))]))
    assert wrong(said_once([], [hello], [say("hello", (0, 1, 422))]))


# -- time ------------------------------------------------------------------------------------


def bell(name: str, warning: bool = False, at: int = 10, deadline: int = 10) -> Data:
    data = {"decision": name, "warning": warning, "deadline": f"2026-01-01T00:00:{deadline:02}+00:00"}
    return {"type": "clock", "at": f"2026-01-01T00:00:{at:02}+00:00", "data": data}


def test_a_timer_that_rang_twice_is_found() -> None:
    assert wrong(rung_once([written("a", by="clock"), written("a", by="clock")]))
    assert not wrong(rung_once([written("a"), written("", kind="withdraw"), written("b", by="clock")]))


BY_CLOCK = written("a", by="clock")
WARNING = bell("1-take-0", warning=True, at=8)


@pytest.mark.parametrize(
    ("answers", "events", "fine"),
    [
        ([BY_CLOCK], [WARNING, bell("1-take-0")], True),
        ([written("a")], [WARNING], True),
        ([BY_CLOCK], [WARNING, bell("1-take-0"), bell("1-take-0")], False),
        ([BY_CLOCK], [WARNING, WARNING, bell("1-take-0")], False),
        ([BY_CLOCK], [WARNING], False),
        ([], [WARNING, bell("1-take-0")], False),
        ([written("a")], [WARNING, bell("1-take-0")], False),
        ([BY_CLOCK], [bell("1-take-0", at=9)], False),
    ],
)
def test_a_bell_rings_once_in_its_time_and_is_heard(answers: list[Data], events: list[Data], fine: bool) -> None:
    assert wrong(warned_once(0, answers, events, forfeited=False)) is not fine


def test_who_loses_on_time_need_not_be_answered_for_once() -> None:
    assert not wrong(warned_once(0, [], [bell("2-take-0")], forfeited=True))
    assert wrong(warned_once(0, [], [bell("1-take-0"), bell("2-take-0")], forfeited=True))


def test_a_timer_that_never_rings_in_a_healthy_house_is_found() -> None:
    def late(by: int, paused: int | None = None) -> bool:
        opened = {"1-take-0": SimpleNamespace(deadline=100_000), "1-take-1": SimpleNamespace(deadline=None)}
        table: Any = SimpleNamespace(opened=opened, paused=paused)
        return bool(list(overdue(table, 100_000 + by)))

    assert late(LATE_MS + 1)
    assert not late(LATE_MS)
    assert not late(LATE_MS + 1, paused=5)


# -- streams ---------------------------------------------------------------------------------


def events(*numbers: int) -> list[Data]:
    return [{"seq": n, "type": "story", "data": {"kind": f"event {n}"}} for n in numbers]


@pytest.mark.parametrize("heard", [events(1, 2), events(1, 2, 3, 3), events(1, 1, 2), events(1, 3, 2), []])
def test_a_stream_with_a_gap_or_a_double_is_found(heard: list[Data]) -> None:
    assert wrong(heard_all(0, heard, events(1, 2, 3)))
    assert not wrong(heard_all(0, events(1, 2, 3), events(1, 2, 3)))


def test_events_that_were_told_differently_are_found() -> None:
    other = {"seq": 1, "type": "story", "data": {"kind": "event 1", "told": True}}

    assert wrong(heard_all(0, [{**events(1)[0], "at": "later"}], events(1)))
    assert not wrong(heard_all(0, [other], events(1))), "what is told once may come without its words"


@pytest.mark.parametrize("numbers", [(1, 3), (1, 1), (2,), (1, 2, 1)])
def test_a_listener_notices_a_gap_and_a_double_at_once(numbers: tuple[int, ...]) -> None:
    ledger = Ledger()
    listener = Listener("", ledger, "t", None, None, Random(1))
    for event in events(*numbers):
        listener.take(event)

    assert ledger.wrong


def test_a_listener_notices_a_stream_that_goes_on_elsewhere() -> None:
    ledger = Ledger()
    listener = Listener("", ledger, "t", None, None, Random(1))
    listener.take(events(1)[0])
    listener.take({"seq": 1, "type": "snapshot", "data": {}})
    assert not ledger.wrong

    listener.take({"seq": 0, "type": "snapshot", "data": {}})
    assert ledger.wrong


# -- the whole -------------------------------------------------------------------------------


class Says:
    """A service that has one view of the table and another one of its last step; and of the replay an opinion."""

    def __init__(self, now: str = "a", last: str = "a", status: int = 201) -> None:
        self.answers = [written("a")]
        self.table = SimpleNamespace(id="t")
        self.replay: Data = {}
        self.client = SimpleNamespace(call=lambda *_, **__: told(status))
        self.now, self.last = now, last

    def get(self, client: object, path: str) -> Data:
        return {"view": self.last if "/steps/1?" in path else self.now}


def test_a_replay_that_does_not_verify_or_ends_elsewhere_is_found() -> None:
    def check(says: Any) -> bool:
        return wrong(verified(says, {0: says.client}))

    assert not check(Says())
    assert check(Says(status=422))
    assert check(Says(now="a", last="b"))


def test_a_state_in_the_store_that_is_not_the_one_of_the_replay_is_found() -> None:
    answers = [{**written("a"), "digest": sha256(b"state").hexdigest()[:16]}]

    assert not wrong(saved(answers, b"state"))
    assert wrong(saved(answers, b"state of yesterday"))
