"""Answers that break a rule or have no shape: refused with the reason, in words, and nothing changes."""

from __future__ import annotations

import pytest
from redis import Redis

from service.stores import House
from tests.service.people import Data, Person
from tests.service.table import (
    answer,
    asked,
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


def test_the_second_question_of_a_kind_to_one_seat_is_still_that_seats(house: House) -> None:
    from service.tables.play import _NAME

    assert [_NAME.fullmatch(name)[2] for name in ("17-pack-2", "17-pack-2-1", "17-take-region-10-3")] == [
        "2",
        "2",
        "10",
    ]
    assert _NAME.fullmatch("3-hourglass-clock-2")[2] == "clock"


# -- illegal answers ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("picks", "reason"),
    [
        (["nonsense"], "not-an-option"),
        ([""], "not-an-option"),
        ([], "wrong-number-of-picks"),
        (["0", "1"], "wrong-number-of-picks"),
    ],
)
def test_an_illegal_answer_is_refused_with_its_reason_and_changes_nothing(
    ada: Person, table: str, redis: Redis, picks: list[str], reason: str
) -> None:
    before = everything(redis)

    refused = put(ada, table, "0-explore-0", *picks)

    assert (refused.status_code, refused.json["code"]) == (422, "illegal")
    assert refused.json["params"]["reason"] == reason
    assert refused.json["decisions"] == asked(ada, table)
    assert refused.json["retryable"] is False
    assert everything(redis) == before


def test_keeping_a_card_twice_is_illegal(ada: Person, ben: Person) -> None:
    table = started(ada, ben, options={"advanced": True})
    [decision] = asked(ada, table)

    refused = put(ada, table, decision["id"], *decision["options"][:2], decision["options"][0])

    assert refused.json["params"]["reason"] == "picked-twice"


def test_the_reason_of_the_rules_is_said_in_words_of_the_callers_language(ada: Person, table: str) -> None:
    url, body = f"/tables/{table}/decisions/0-explore-0/answer", {"picks": ["nonsense"]}

    english, french = (ada.put(url, body, headers={"Accept-Language": language}).json for language in ("en", "fr"))

    assert english["detail"] != french["detail"]
    assert english["params"] == french["params"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "picks"),
        ({"picks": None}, "picks"),
        ({"picks": "r1"}, "picks"),
        ({"picks": [1]}, "picks.0"),
        ({"picks": [None]}, "picks.0"),
        ({"picks": [["r1"]]}, "picks.0"),
        ({"picks": ["r1"], "colour": "red"}, "colour"),
        ({"picks": ["x" * 201]}, "picks.0"),
        ({"picks": ["r1"] * 201}, "picks"),
    ],
)
@pytest.mark.parametrize("verb", ["answer", "check"])
def test_an_answer_of_the_wrong_shape_is_refused_by_field(
    ada: Person, table: str, verb: str, body: Data, field: str
) -> None:
    method = "PUT" if verb == "answer" else "POST"

    refused = ada.call(method, f"/tables/{table}/decisions/0-explore-0/{verb}", body)

    assert (refused.status_code, refused.json["code"]) == (422, "invalid")
    assert [error["field"] for error in refused.json["errors"]] == [field]
