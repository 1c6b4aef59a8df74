"""Hidden cards stay hidden: every byte sent during whole games is searched for cards its reader may not know."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from service.games import REGISTRY
from service.stores import Stores
from tests.service.people import JSON, NDJSON, SSE, Data, Person
from tests.service.table import answer, by_chance, live, open_decisions, play_bots, saved, started

CARD = re.compile(rb'"(r\d{1,2}|S\d{2})"')


def cards_in(*bodies: bytes) -> set[str]:
    """Every card that is named in these."""
    return {found.decode() for body in bodies for found in CARD.findall(body)}


def open_to(s: Any, seat: int | None) -> set[str]:
    """RULES 5: the cards whose place `seat` knows now; None is a spectator."""
    known = {*s.market, *s.removed}
    for n, player in enumerate(s.players):
        known |= {*player.row, *player.sanctuaries, *player.known}
        if n == seat:
            known |= {*player.hand, *player.found}
    return known


class Watch:
    """Looks over the shoulder of each viewer, and knows from the true state what they may have seen so far."""

    def __init__(self, stores: Stores, table: str, viewers: dict[int | None, Person]) -> None:
        self.stores = stores
        self.table = table
        self.viewers = viewers
        self.seed = saved(stores, table).seed
        self.code = saved(stores, table).code
        self.learnt: dict[int | None, set[str]] = {seat: set() for seat in viewers}
        self.look()

    def look(self) -> None:
        """A new state lies on the table: what may each viewer know of it, and what were they told?"""
        s = live(self.stores, self.table).state
        for seat, person in self.viewers.items():
            self.learnt[seat] |= open_to(s, seat)
            told = cards_in(*person.heard)
            assert told <= self.learnt[seat], f"seat {seat} heard of {sorted(told - self.learnt[seat])}"
            assert all(self.seed.encode() not in body for body in person.heard)
            assert seat == 0 or all(self.code.encode() not in body for body in person.heard)
            person.heard.clear()

    def views(self) -> None:
        """Views and decisions name no card but those whose place the viewer knows at this moment."""
        s = live(self.stores, self.table).state
        for seat, person in self.viewers.items():
            for what in ("/view", "/decisions"):
                shown = person.get(f"/tables/{self.table}{what}")
                assert cards_in(shown.data) <= open_to(s, seat)


def misbehave(person: Person, table: str) -> None:
    """Everything a curious client might try without an answer being taken."""
    for name in ("0-explore-0", "0-explore-1", "3-take-region-1", "9-keep-sanctuary-0", "nonsense"):
        person.post(f"/tables/{table}/decisions/{name}/check", {"picks": ["nonsense"]})
        person.get(f"/tables/{table}/decisions/{name}")
    for one in open_decisions(person, table):
        answer(person, table, one["id"], ["nonsense"])
        answer(person, table, one["id"], [])
        answer(person, table, one["id"], one["options"])
        person.delete(f"/tables/{table}/decisions/{one['id']}/answer")


def too_early(person: Person, table: str) -> None:
    """What is for the time after the end."""
    assert person.get(f"/tables/{table}/replay").json["code"] == "not-finished"
    for step in (0, 99):
        for seat in ("spectator", "1"):
            assert person.get(f"/tables/{table}/replay/steps/{step}?as={seat}").status_code == 409


def histories(person: Person, table: str) -> None:
    """All that has happened, in every encoding."""
    person.get(f"/tables/{table}/events?after=0&limit=1000", headers={"Accept": JSON})
    person.get(f"/tables/{table}/events", headers={"Accept": JSON})
    for encoding in (NDJSON, SSE):
        with person.follow(f"/tables/{table}/events?after=0", encoding) as stream:
            stream.events(1 + person.get(f"/tables/{table}/view").json["seq"])


@pytest.mark.thorough
@pytest.mark.parametrize(("people", "bots", "advanced"), [(2, 0, True), (2, 4, False), (3, 0, True)])
def test_during_a_whole_game_nobody_is_told_of_a_card_they_cannot_know(
    register: Callable[[str], Person], nobody: Person, stores: Stores, people: int, bots: int, advanced: bool
) -> None:
    random = Random(people)
    players = [register(f"Player {n}") for n in range(people)]
    table = started(*players, bots=bots, options={"advanced": advanced})
    watch = Watch(stores, table, {**dict(enumerate(players)), None: nobody})
    streams = [person.follow(f"/tables/{table}/events") for person in (*players, nobody)]
    moves = 0
    while saved(stores, table).status == "running":
        play_bots(stores)
        for person in random.sample(players, people):
            for one in open_decisions(person, table):
                assert answer(person, table, one["id"], by_chance(random)(one)).status_code in (200, 202)
                if saved(stores, table).status != "running":
                    break
                moves += 1
                watch.look()
                watch.views()
                if moves % 11 == 0:
                    for viewer in (*players, nobody):
                        misbehave(viewer, table)
                        too_early(viewer, table)
                        histories(viewer, table)
                    watch.look()
    s = live(stores, table).state
    for seat, stream in zip((*range(people), None), streams, strict=True):
        with stream:
            told = stream.until("finished")
        # The hands that nobody played lie open in the views of the end; the story never names them.
        assert cards_in(msgspec.json.encode(told)) <= watch.learnt[seat] | open_to(s, seat)


def test_a_card_that_others_hide_is_refused_like_one_that_does_not_exist(
    ada: Person, ben: Person, stores: Stores
) -> None:
    table = started(ada, ben)
    s = live(stores, table).state

    def refusal(card: str) -> Data:
        refused = answer(ada, table, "0-explore-0", [card]).json
        assert refused["params"].pop("picks") == [card]
        name = REGISTRY["faraway"].words("en").call(card)
        return {**refused, "request_id": "", "detail": refused["detail"].replace(name, "?")}

    hidden = [s.players[1].hand[0], s.deck[0], s.pile[0], "r99"]

    assert len({str(refusal(card)) for card in hidden}) == 1


def test_that_somebody_has_answered_is_public_but_not_what(ada: Person, ben: Person, nobody: Person) -> None:
    table = started(ada, ben)
    pick = open_decisions(ben, table)[0]["options"][0]
    with ada.follow(f"/tables/{table}/events") as stream:
        stream.event()
        answer(ben, table, "0-explore-1", [pick])
        heard = stream.event()

    assert (heard["type"], heard["data"]) == ("waiting", {"seats": [0]})
    for person in (ada, nobody):
        shown = person.get(f"/tables/{table}/view").json["view"]
        assert shown["players"][1]["submitted"] is True
    assert ada.get(f"/tables/{table}/view").json["view"]["me"]["submitted"] is None
    assert ben.get(f"/tables/{table}/view").json["view"]["me"]["submitted"] == [pick]
