"""What a language model's reply says: its picks, and what it says aloud."""

import json
from collections.abc import Iterator
from typing import Any

from farshore.agents.agent import messages_in
from farshore.models import Decision


def picks_in(reply: str, decision: Decision) -> tuple[str, ...] | None:
    """The picks of the last JSON object with picks in a reply; None if there is none.

    Ids are matched without regard to case (`R21`); the rules check whether they are options.
    """
    known = {option.casefold(): option for option in decision.options}
    found = [each["picks"] for each in _objects(reply) if isinstance(each.get("picks"), str | list)]
    if not found:
        return None
    picks = [found[-1]] if isinstance(found[-1], str) else map(str, found[-1])
    return tuple(known.get(pick.casefold(), pick) for pick in picks)


def said_in(reply: str) -> list[tuple[str, str | None]]:
    """What a reply says aloud, with the room: its last `say`."""
    found = [each["say"] for each in _objects(reply) if "say" in each]
    return messages_in(found[-1]) if found else []


def _objects(reply: str) -> Iterator[dict[str, Any]]:
    decoder = json.JSONDecoder()
    place = reply.find("{")
    while place >= 0:
        try:
            found, end = decoder.raw_decode(reply, place)
        except (ValueError, RecursionError):
            end = place + 1
        else:
            if isinstance(found, dict):
                yield found
        place = reply.find("{", end)
