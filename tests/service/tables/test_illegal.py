"""Illegal and malformed answers are refused with the reason, in words, and nothing changes."""

from __future__ import annotations

import pytest
from redis import Redis

from service.games.kit.decision import CLOCK, DecisionId
from tests.service.people import Person
from tests.service.table import (
    answer,
    everything,
    put,
    started,
)


@pytest.fixture
def table(ada: Person, ben: Person) -> str:
    """A table of Ada and Ben, where both explore."""
    return started(ada, ben)


# -- decisions of others ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("0-explore-1", 403),
        ("0-explore-7", 403),
        ("0-nonsense-1", 403),
        ("5-explore-1", 403),
        ("5-explore-0", 404),
        ("nonsense", 404),
        ("0", 404),
        ("-1-explore-0", 404),
        ("0-explore-clock", 403),
        ("9" * 5000 + "-explore-0", 404),
        ("٠-explore-0", 404),
        ("%00", 404),
        ("0-explore-0%0a", 404),
    ],
)
@pytest.mark.parametrize("sealed", [False, True])
def test_a_decision_that_is_not_mine_or_not_there_is_refused_alike_before_and_after_my_answer(
    ada: Person, table: str, redis: Redis, name: str, status: int, sealed: bool
) -> None:
    if sealed:
        answer(ada, table)
    before = everything(redis)

    refusals = [
        put(ada, table, name, "r1"),
        ada.delete(f"/tables/{table}/decisions/{name}/answer"),
        ada.post(f"/tables/{table}/decisions/{name}/check", {"picks": ["r1"]}),
    ]

    assert [refused.status_code for refused in refusals] == [status] * 3
    assert everything(redis) == before


def test_anothers_decision_is_refused_alike_whether_it_is_open_or_not(ada: Person, ben: Person, table: str) -> None:
    before = put(ada, table, "0-explore-1", "r1")
    answer(ben, table)
    after = put(ada, table, "0-explore-1", "r1")

    assert before.json["code"] == "not-your-decision"
    assert {**before.json, "request_id": ""} == {**after.json, "request_id": ""}


def test_the_id_of_a_decision_is_read_as_it_was_written() -> None:
    for text in ("17-pack-2", "17-pack-2-1", "17-take-region-10-3", "3-hourglass-clock-2"):
        assert str(DecisionId.parse(text)) == text
    assert DecisionId.parse("17-take-region-10-3") == DecisionId(17, "take-region", 10, 3)
    assert DecisionId.parse("3-hourglass-clock-2") == DecisionId(3, "hourglass", CLOCK, 2)
    assert DecisionId.parse("take-region") is None
