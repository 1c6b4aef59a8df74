"""RULES 6.1: trials, rewards, failures, relics."""

from __future__ import annotations

from random import Random

import pytest

from service.games.kit.decision import CLOCK
from service.games.mountains_of_madness.cards import TILES, WOUNDS
from service.games.mountains_of_madness.rules.resolution import (
    CleanUp,
    Resolve,
    Search,
    TakeEsoteric,
)
from service.games.mountains_of_madness.state import State
from tests.games.mountains_of_madness.table import answer, cards, game, question, refused, table
from tests.games.play import strings

AFTER = (Resolve(), CleanUp())


def resolved(tile: str | None, *placed: str, **more: object) -> State:
    return table(3, *AFTER, tile=tile, placed=placed, **more)  # type: ignore[arg-type]


# -- 6.1 ---------------------------------------------------------------------------


def test_example_1_seals() -> None:
    """RULES 6.1, 6.2."""
    s = resolved("coast-01", "tools 6", "tools 3", "books 4", "books 2", "wound")

    assert s.faced.failed == ["books"]
    assert question(s).kind == "take-esoteric"
    answer(s, 0, "take-esoteric", "tools")
    assert question(s).options == ("books-madness-0", "books-madness-1", "books-madness-2", "books-die")


@pytest.mark.parametrize(
    ("tile", "kind", "total", "distance"),
    [
        ("coast-01", "tools", 9, 0),
        ("coast-01", "books", 6, 1),
        ("mount-02", "crates", 12, 0),
        ("mount-02", "tools", 14, 0),
        ("mount-02", "crates", 13, 1),
        ("mount-02", "tools", 10, 4),
        ("mount-03", "books", 11, 1),
        ("mount-03", "books", 8, 2),
        ("mount-03", "books", 15, 3),
        ("mount-03", "books", 10, 0),
        ("coast-03", "tools", 11, 2),
        ("coast-03", "crates", 5, 3),
    ],
)
def test_examples_1_to_4_distances(tile: str, kind: str, total: int, distance: int) -> None:
    """RULES 5.2, 6.1."""
    [trial] = [trial for trial in TILES[tile].trials if trial.kind == kind]
    assert trial.accept.distance(total) == distance


def test_example_2_two_successes_and_no_failure() -> None:
    """RULES 6.1."""
    s = resolved("mount-02", "crates 6", "crates 6", "tools 10", "tools 4")
    assert s.encounter is None
    assert s.phase == "failures"


def test_cards_of_kinds_that_are_not_asked_count_for_nothing() -> None:
    """RULES 6.1."""
    s = resolved("coast-01", "weapons 6", "crates 6")
    assert s.faced.failed == ["tools", "books"]


def test_a_tile_never_asks_for_one_kind_twice_and_its_tint_is_no_fact() -> None:
    """RULES 5.2, D6."""
    for tile in TILES.values():
        assert len({trial.kind for trial in tile.trials}) == len(tile.trials)
    assert TILES["mount-02"].trials[0].tint == "yellow"
    assert TILES["mount-02"].trials[0].kind == "crates"


@pytest.mark.parametrize("tile", TILES)
def test_every_tile_can_be_met_and_then_gives_its_reward(tile: str) -> None:
    """RULES 6.2."""
    s = table(3, *AFTER, tile=tile, placed=[])
    trial = TILES[tile].trials[0]
    target = min(total for total in range(30) if trial.accept.distance(total) == 0)
    wanted = _sum_of(trial.kind, target)

    s = table(3, *AFTER, tile=tile, placed=wanted, spent=2, sled=4)

    assert trial.kind not in s.faced.failed
    kind = TILES[tile].reward.type
    asked = {"relic": "give-relic", "search": "search", "esoteric": "take-esoteric"}.get(kind, "consequence")
    assert question(s).kind == asked
    assert (s.sled == 6) == (kind == "exalt")
    assert (len(s.wounds) == 13) == (kind == "heal")


def _sum_of(kind: str, target: int) -> list[str]:
    values: list[int] = []
    for value in (10, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2):
        rest = target - sum(values) - value
        if rest == 0 or rest >= 2:
            values.append(value)
    assert sum(values) == target
    return [f"{kind} {value}" for value in values]


@pytest.mark.parametrize("tile", TILES)
def test_every_tile_that_is_failed_gives_nothing(tile: str) -> None:
    """RULES 6.2."""
    s = table(3, *AFTER, tile=tile, placed=[], spent=2, sled=4)

    assert question(s).kind == "consequence"
    assert s.faced.failed == [trial.kind for trial in TILES[tile].trials]
    assert (s.sled, len(s.wounds)) == (4, 12)


def test_example_15_an_empty_space_gives_no_reward() -> None:
    """RULES 4.6."""
    s = table(3, *AFTER, tile=None, airplane="M2", placed=["crates 6", "crates 6", "books 10", "books 4"])
    assert s.encounter is None

    s = table(3, *AFTER, tile=None, airplane="M2", placed=["crates 6", "crates 6"])
    assert question(s).kind == "consequence"
    assert s.faced.failed == ["books"]


# -- 6.2: rewards ------------------------------------------------------------------


def test_example_17_search_looks_at_tiles_that_are_not_adjacent() -> None:
    """RULES 6.5."""
    s = table(3, Search(0), placed=[], airplane="C8")

    assert {"C1", "C4", "M3", "G1", "E2"} <= set(question(s).options)
    assert refused(s, 0, "search", "C9") == "not-an-option"
    assert refused(s, 0, "search", "M2") == "not-an-option"
    del s.board["C1"]
    assert refused(s, 0, "search", "C1") == "not-an-option"


def test_a_searched_tile_is_seen_by_all_for_30_seconds_also_after_a_reload() -> None:
    """RULES 6.5, D10."""
    s = table(3, Search(0), placed=[], airplane="C8", options={"mode": "timed"})
    answer(s, 0, "search", "G1")

    for now in (s, game.load(game.save(s))):
        shown = [game.view(now, viewer).searched for viewer in (0, 1, 2, None)]
        assert [each and (each.space, each.tile) for each in shown] == [("G1", s.board["G1"])] * 4
    [sand] = [asked for asked in game.decisions(s) if asked.seat == CLOCK]
    assert (sand.kind, sand.seconds) == ("search-ends", 30)

    answer(s, CLOCK, "search-ends", "hidden")
    assert [game.view(s, viewer).searched for viewer in (0, 1, 2, None)] == [None] * 4


def test_a_searched_tile_must_be_remembered_it_is_in_no_event_and_no_later_view() -> None:
    """RULES 6.5, D10."""
    for mode in ("timed", "relaxed"):
        s = table(3, Search(0), placed=[], airplane="C8", options={"mode": mode})
        tile = s.board["M3"]
        story = answer(s, 0, "search", "M3")
        for seat in (2, 0, 1):
            story += answer(s, seat, "close-search", "close")

        assert s.searched is None
        assert tile not in strings([event.data for event in story])
        assert all(tile not in strings(game.view(s, viewer)) for viewer in (0, 1, 2, None))


def test_agents_and_bots_get_the_searched_tile_in_their_own_turn() -> None:
    """RULES 6.5, D10: everybody is asked while the tile lies open, and an imagined table shows it."""
    s = table(3, Search(0), placed=[], airplane="C8", options={"mode": "timed"})
    answer(s, 0, "search", "M3")

    for seat in (0, 1, 2):
        assert question(s, seat).kind == "close-search"
        assert game.imagine(s, seat, Random(seat)).board["M3"] == s.board["M3"]
    answer(s, 1, "close-search", "close")
    assert game.view(s, 1).searched is not None, "who has seen it sees it until all have"


def test_no_token_prolongs_a_search_and_it_needs_a_tile() -> None:
    """RULES 6.5, D10."""
    s = table(3, Search(0), placed=[], airplane="C8", options={"mode": "timed"})
    answer(s, 0, "search", "M3")
    assert {option for asked in game.decisions(s) for option in asked.options} == {"close", "hidden"}
    assert game.decisions(table(3, Search(0), placed=[], board={})) == []


def test_an_esoteric_card_of_choice_goes_to_the_discard() -> None:
    """RULES 6.6."""
    s = table(3, TakeEsoteric(0), placed=[])

    answer(s, 0, "take-esoteric", "crates")

    assert s.discard[-1] == "es-crates-10a"
    assert len(s.esoteric) == 7


def test_esoteric_cards_run_out_by_kind_and_then_altogether() -> None:
    """RULES 6.6, D11."""
    s = table(3, TakeEsoteric(0), placed=[], esoteric=["es-books-10a", "es-books-10b", "es-tools-10b"])
    assert question(s).options == ("tools", "books")
    assert question(s).on_timeout == ("books",)
    assert refused(s, 0, "take-esoteric", "weapons") == "not-an-option"
    assert game.decisions(table(3, TakeEsoteric(0), placed=[], esoteric=[])) == []


def test_example_22_heal() -> None:
    """RULES 6.7, D11."""
    met = ("tools 4", "tools 4", "crates 4", "crates 5")
    s = resolved("coast-03", *met, "wound", discard=[], wounds=[])
    assert s.wounds == cards("wound")
    assert not set(s.discard) & WOUNDS

    s = resolved("coast-03", *met, discard=["wound-01"], wounds=[])
    assert s.wounds == ["wound-01"]

    s = resolved("coast-03", *met, discard=[], wounds=[], hands={0: ["wound"]})
    assert s.wounds == []


def test_exalt_brings_back_as_many_of_two_tokens_as_there_are() -> None:
    """RULES 6.8, D11."""
    met = ("tools 4", "tools 4", "crates 4", "crates 3")
    assert resolved("coast-05", *met, sled=2, spent=3).sled == 4
    assert resolved("coast-05", *met, sled=2, spent=1).sled == 3
    assert resolved("coast-05", *met, sled=2, spent=0).sled == 2
