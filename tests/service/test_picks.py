"""The body of an answer is read by a shape, and described and refused by a schema: both must mean the same."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import example, given
from hypothesis import strategies as st
from marshmallow import ValidationError

from service.tables.schemas import Picked, PicksSchema

PICKS = st.lists(st.one_of(st.text(max_size=5), st.text("é", min_size=198, max_size=202), st.none()), max_size=4)
BODIES = st.one_of(
    st.fixed_dictionaries({"picks": PICKS}, optional={"more": st.integers()}),
    st.dictionaries(st.sampled_from(["picks", "pick"]), st.one_of(PICKS, st.text(), st.none(), st.booleans())),
    st.lists(st.text(max_size=2), max_size=2),
)


def by_shape(body: Any) -> Any:
    try:
        return msgspec.structs.asdict(msgspec.json.decode(msgspec.json.encode(body), type=Picked))
    except msgspec.ValidationError:
        return None


def by_schema(body: Any) -> Any:
    try:
        return PicksSchema().load(body)
    except ValidationError:
        return None


@given(BODIES)
@example({"picks": ["r21"]})
@example({"picks": ["x"] * 200})
@example({"picks": ["x"] * 201})
@example({"picks": ["😀" * 200]})
@example({"picks": ["😀" * 201]})
@example({"picks": [1]})
@example({"picks": ["a"], "more": 1})
def test_what_the_shape_takes_the_schema_takes_too(body: Any) -> None:
    assert by_shape(body) == by_schema(body)
