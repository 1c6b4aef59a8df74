"""Each check accepts a correct history and replay, and finds the errors of a falsified one."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from tests.tools.faults.examples import LOST, YES, Data, has_errors, operation, reply, say, written
from tools.faults.checks import (
    accepted_once,
    agent_answers,
    explained,
    in_order,
    received_all,
    saved,
    talk_once,
    verified,
)
from tools.faults.deadline_checks import LATE_MS, answered_once, overdue, warned_once
from tools.faults.history import History, Operation
from tools.faults.stream_readers import StreamReader

# -- answers ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seen", "operations", "fine"),
    [
        (["a"], [operation("a", (0, 1, YES))], True),
        ([], [operation("a", (0, 1, YES))], False),
        (["a", "a"], [operation("a", (0, 1, YES))], False),
        (["b"], [operation("a", (0, 1, YES))], False),
        ([], [operation("a", (0, 1, LOST))], True),
        (["a"], [operation("a", (0, 1, LOST))], True),
        (["a"], [operation("a", (0, 1, LOST), (2, 3, YES))], True),
        (["a"], [operation("a", (0, 1, 422))], False),
        (["a", "-", "b"], [operation("a", (0, 1, YES)), operation("b", (2, 3, YES))], True),
        (["a", "-", "b"], [operation("b", (0, 1, YES)), operation("a", (2, 3, YES))], False),
        (["a", "-"], [operation("a", (0, 1, YES)), operation("", (2, 3, YES), verb="withdraw")], True),
        # A request that a paused process had already received may take effect last, and only such a request.
        (["a", "-", "b", "-", "a"], [operation("a", (0, 1, LOST), (2, 3, YES)), operation("b", (4, 5, YES))], True),
        (["a", "-", "b", "-", "a"], [operation("a", (2, 3, YES)), operation("b", (4, 5, YES))], False),
        # Hundreds of attempts without a response are decided quickly.
        (
            ["a", "-", "c"],
            [operation("a", *((n, n + 1, LOST) for n in range(300))), operation("b", (400, 401, YES))],
            False,
        ),
        (
            ["a", "-", "b"],
            [operation("a", *((n, n + 1, LOST) for n in range(300))), operation("b", (400, 401, YES))],
            True,
        ),
    ],
)
def test_a_replay_is_explained_by_what_was_sent_or_it_is_not(
    seen: list[str], operations: list[Operation], fine: bool
) -> None:
    steps = [("withdraw", ()) if one == "-" else ("answer", (one,)) for one in seen]

    assert explained(steps, operations) is fine


def test_an_accepted_answer_that_is_lost_or_doubled_is_found() -> None:
    assert not has_errors(accepted_once([written("a")], [operation("a", (0, 1, 202))], {0}))
    assert has_errors(accepted_once([], [operation("a", (0, 1, 202))], {0}))
    assert has_errors(accepted_once([written("a"), written("a")], [operation("a", (0, 1, 202))], {0}))


def test_an_accepted_answer_that_the_clock_gave_instead_is_found() -> None:
    assert has_errors(accepted_once([written("b", by="clock")], [operation("a", (0, 1, YES))], {0}))
    assert not has_errors(accepted_once([written("b", by="clock")], [operation("a", (0, 1, 409))], {0}))


def test_an_answer_that_nobody_sent_is_found() -> None:
    assert has_errors(accepted_once([written("a")], [], {0}))
    assert not has_errors(accepted_once([written("a", by="bot")], [], {0}))


def test_an_answer_of_a_called_agent_that_it_did_not_give_is_found() -> None:
    said = {("t", 0, "1-take-0"): {("a",)}}

    assert not has_errors(agent_answers("t", [written("a")], {0}, said))
    assert has_errors(agent_answers("t", [written("b")], {0}, said))
    assert not has_errors(agent_answers("t", [written("b", by="fallback")], {0}, said))


# -- order -----------------------------------------------------------------------------------


def test_answers_out_of_order_are_found() -> None:
    first, second = operation("a", (0, 1, YES), name="1-a-0"), operation("b", (2, 3, YES), name="2-b-0")
    replay = [written("a", "1-a-0"), written("b", "2-b-0")]

    assert not has_errors(in_order(replay, [], [first, second]))
    assert has_errors(in_order(replay[::-1], [], [first, second]))


def test_an_answer_without_a_response_is_not_carried_out_before_it_was_sent() -> None:
    first, second = operation("a", (0, 1, YES), name="1-a-0"), operation("b", (2, 3, LOST), name="2-b-0")

    assert has_errors(in_order([written("b", "2-b-0"), written("a", "1-a-0")], [], [first, second]))


def test_answers_given_side_by_side_may_be_in_any_order() -> None:
    both = [operation("a", (0, 3, YES), name="1-a-0"), operation("b", (2, 4, YES), name="2-b-0")]

    assert not has_errors(in_order([written("b", "2-b-0"), written("a", "1-a-0")], [], both))


@pytest.mark.parametrize("counts", [True, False])
def test_words_out_of_order_are_found(counts: bool) -> None:
    operations = [say("hello", (0, 1, YES)), say("there", (2, 3, YES))]

    def reply(*texts: str) -> tuple[list[Data], list[Data]]:
        if counts:
            return [{**written("", kind="say", name="say"), "picks": ["table", text]} for text in texts], []
        return [], [{"seat": 0, "text": text} for text in texts]

    assert not has_errors(in_order(*reply("hello", "there"), operations))
    assert has_errors(in_order(*reply("there", "hello"), operations))


def test_words_that_are_lost_doubled_or_were_refused_are_found() -> None:
    hello = {"seat": 0, "text": "hello"}

    assert not has_errors(talk_once([], [hello], [say("hello", (0, 1, YES))]))
    assert not has_errors(talk_once([], [], [say("hello", (0, 1, LOST))]))
    assert has_errors(talk_once([], [], [say("hello", (0, 1, YES))]))
    assert has_errors(talk_once([], [hello, hello], [say("hello", (0, 1, LOST))]))
    assert has_errors(talk_once([], [hello], [say("hello", (0, 1, 422))]))


# -- time ------------------------------------------------------------------------------------


def expired(name: str, warning: bool = False, at: int = 10, deadline: int = 10) -> Data:
    data = {"decision": name, "warning": warning, "deadline": f"2026-01-01T00:00:{deadline:02}+00:00"}
    return {"type": "clock", "at": f"2026-01-01T00:00:{at:02}+00:00", "data": data}


def test_a_timer_that_rang_twice_is_found() -> None:
    assert has_errors(answered_once([written("a", by="clock"), written("a", by="clock")]))
    assert not has_errors(answered_once([written("a"), written("", kind="withdraw"), written("b", by="clock")]))


BY_CLOCK = written("a", by="clock")
WARNING = expired("1-take-0", warning=True, at=8)


@pytest.mark.parametrize(
    ("answers", "events", "fine"),
    [
        ([BY_CLOCK], [WARNING, expired("1-take-0")], True),
        ([written("a")], [WARNING], True),
        ([BY_CLOCK], [WARNING, expired("1-take-0"), expired("1-take-0")], False),
        ([BY_CLOCK], [WARNING, WARNING, expired("1-take-0")], False),
        ([BY_CLOCK], [WARNING], False),
        ([], [WARNING, expired("1-take-0")], False),
        ([written("a")], [WARNING, expired("1-take-0")], False),
        ([BY_CLOCK], [expired("1-take-0", at=9)], False),
    ],
)
def test_a_timer_fires_once_on_time_and_is_announced(answers: list[Data], events: list[Data], fine: bool) -> None:
    assert has_errors(warned_once(0, answers, events, forfeited=False)) is not fine


def test_who_loses_on_time_need_not_be_answered_for_once() -> None:
    assert not has_errors(warned_once(0, [], [expired("2-take-0")], forfeited=True))
    assert has_errors(warned_once(0, [], [expired("1-take-0"), expired("2-take-0")], forfeited=True))


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
    assert has_errors(received_all(0, heard, events(1, 2, 3)))
    assert not has_errors(received_all(0, events(1, 2, 3), events(1, 2, 3)))


def test_events_that_were_told_differently_are_found() -> None:
    other = {"seq": 1, "type": "story", "data": {"kind": "event 1", "told": True}}

    assert has_errors(received_all(0, [{**events(1)[0], "at": "later"}], events(1)))
    assert not has_errors(received_all(0, [other], events(1))), "the text of a once-only event may be missing"


@pytest.mark.parametrize("numbers", [(1, 3), (1, 1), (2,), (1, 2, 1)])
def test_a_stream_reader_notices_a_gap_and_a_double_at_once(numbers: tuple[int, ...]) -> None:
    history = History()
    reader = StreamReader("", history, "t", None, None, Random(1))
    for event in events(*numbers):
        reader.receive(event)

    assert history.errors


def test_a_stream_reader_notices_a_stream_that_resumes_elsewhere() -> None:
    history = History()
    reader = StreamReader("", history, "t", None, None, Random(1))
    reader.receive(events(1)[0])
    reader.receive({"seq": 1, "type": "snapshot", "data": {}})
    assert not history.errors

    reader.receive({"seq": 0, "type": "snapshot", "data": {}})
    assert history.errors


# -- the whole -------------------------------------------------------------------------------


class Says:
    """A service that has one view of the table and another one of its last step; and of the replay an opinion."""

    def __init__(self, now: str = "a", last: str = "a", status: int = 201) -> None:
        self.answers = [written("a")]
        self.table = SimpleNamespace(id="t")
        self.replay: Data = {}
        self.client = SimpleNamespace(call=lambda *_, **__: reply(status))
        self.now, self.last = now, last

    def get(self, client: object, path: str) -> Data:
        return {"view": self.last if "/steps/1?" in path else self.now}


def test_a_replay_that_does_not_verify_or_ends_elsewhere_is_found() -> None:
    def check(says: Any) -> bool:
        return has_errors(verified(says, {0: says.client}))

    assert not check(Says())
    assert check(Says(status=422))
    assert check(Says(now="a", last="b"))


def test_a_state_in_the_store_that_is_not_the_one_of_the_replay_is_found() -> None:
    answers = [{**written("a"), "digest": sha256(b"state").hexdigest()[:16]}]

    assert not has_errors(saved(answers, b"state"))
    assert has_errors(saved(answers, b"an older state"))
