"""Answers pick by pick: the masks lead to legal answers, and to all of them."""

from __future__ import annotations

from itertools import combinations

import pytest
from farshore.env import aec
from farshore.env.picking import Combinations, free_picks
from farshore.models import Decision

from service.games.kit.decision import Illegal
from tests.sdk.env_walk import walk


def question(options: str, least: int, most: int) -> Decision:
    return Decision(kind="pick", options=tuple(options), least=least, most=most)


def test_where_all_options_go_together_each_may_be_picked_once() -> None:
    asked = question("abc", 1, 2)

    assert free_picks(asked, []) == (["a", "b", "c"], False)
    assert free_picks(asked, ["b"]) == (["a", "c"], True)
    assert free_picks(asked, ["b", "c"]) == ([], True)


def test_only_picks_that_can_become_a_legal_answer_are_offered() -> None:
    legal = {frozenset("ab"), frozenset("cde"), frozenset()}
    search = Combinations(question("abcdef", 0, 3), lambda p: None if frozenset(p) in legal else "no", frozenset(), 99)

    assert search.next([]) == (["a", "b", "c", "d", "e"], True)
    assert search.next(["a"]) == (["b"], False)
    assert search.next(["a", "b"]) == ([], True)
    assert search.next(["d"]) == (["c", "e"], False)


def test_nothing_is_tried_beyond_a_final_refusal_nor_beyond_the_limit() -> None:
    tried: list[tuple[str, ...]] = []

    def refusal(picks: tuple[str, ...]) -> str:
        tried.append(picks)
        return "final" if "a" in picks else "no"

    search = Combinations(question("abcdefgh", 1, 8), refusal, frozenset({"final"}), 20)

    assert search.next([]) == ([], False)
    assert len(tried) == 20
    assert [picks for picks in tried if picks[0] == "a"] == [("a",)]


def test_several_picks_are_several_actions_of_one_agent() -> None:
    env = aec("faraway", options={"advanced": True})
    env.reset(seed=1)
    taken = []
    while env.agent_selection == "seat_0":
        mask = env.observe("seat_0")["action_mask"]
        taken.append(int(mask.argmax()))
        assert mask.sum() == 6 - len(taken)
        env.step(taken[-1])

    assert len(set(taken)) == 3
    assert env.decision("seat_0") is None
    assert env.decision("seat_1").kind == "keep-regions"


@pytest.mark.parametrize("game", ["golden_compass", "mountains_of_madness", "not_alone"])
def test_the_first_pick_may_be_any_that_some_legal_answer_holds(game: str) -> None:
    compared = 0
    for table, seat in walk(game, 3, {}, 5, 600):
        asked = table.asked[seat]
        if asked.kind not in table.layout.hints.checked or table.picks.get(seat) or len(asked.options) > 8:
            continue
        possible, enough = set(), False
        for size in range(asked.least, asked.most + 1):
            for picks in combinations(asked.options, size):
                if table.backend.refusal(asked, picks) is None:
                    possible |= set(picks)
                    enough = enough or not picks
        offered = {table.encoder.actions[action] for action in table.legal(seat)}
        assert offered == possible | ({"<done>"} if enough else set())
        compared += 1

    assert compared > 3


@pytest.mark.parametrize("game", ["golden_compass", "mountains_of_madness", "new_lands", "not_alone"])
def test_masked_play_never_meets_a_refusal(game: str) -> None:
    try:
        for seed in (1, 2):
            for _ in walk(game, 3, {}, seed, 500):
                pass
    except Illegal as refused:
        pytest.fail(f"refused: {refused}")
