"""Query parameters that an operation does not have are refused, like unknown fields of a body."""

from __future__ import annotations

import pytest

from tests.service.people import Person
from tests.service.table import started


@pytest.mark.parametrize(
    "path", ["/tables?stat=open", "/games?x=1", "/me?x", "/time?x=1", "/problems?code=closed", "/ratings?gmae=faraway"]
)
def test_an_unknown_parameter_is_refused_by_its_name(ada: Person, path: str) -> None:
    refused = ada.get(path)
    name = path.partition("?")[2].partition("=")[0]
    assert (refused.status_code, refused.json["code"]) == (422, "invalid")
    assert [error["field"] for error in refused.json["errors"]] == [name]


def test_parameters_of_other_operations_are_refused_too(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    assert ada.get(f"/tables/{table}/view?limit=3").status_code == 422
    assert ada.post(f"/tables/{table}/start?now=true").status_code == 422
    assert ada.get("/games/faraway?watch=x").status_code == 422


def test_a_repeated_creation_says_that_it_is_one(ada: Person) -> None:
    wish = {"game": "faraway", "seats": [{"kind": "me"}, {"kind": "bot"}]}
    first, second = (ada.post("/tables", wish, headers={"Idempotency-Key": "k"}) for _ in range(2))
    assert "Idempotency-Replayed" not in first.headers
    assert second.headers["Idempotency-Replayed"] == "true"
    assert "Idempotency-Replayed" not in ada.post("/tables", wish).headers
