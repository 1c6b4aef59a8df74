"""The layouts know their games: every action, every kind, every word; and nothing that is hidden."""

from __future__ import annotations

import typing
from random import Random
from types import UnionType
from typing import Any

import msgspec
import numpy as np
import pytest
from farshore.env import LAYOUTS, aec
from farshore.env.cells import Field
from farshore.env.groups import First, Group, Players

from service.games import SHELF
from service.games.kit.agenda import Step
from tests.sdk.env_walk import MODULES, strangers, walk

GAMES = tuple(LAYOUTS)


@pytest.mark.parametrize("options", ["plain", "modules"])
@pytest.mark.parametrize("game", GAMES)
def test_random_play_meets_nothing_that_has_no_cell_or_action(game: str, options: str) -> None:
    layout, chosen = LAYOUTS[game], MODULES[game] if options == "modules" else {}
    seen: set[str] = set()

    for seats in (layout.seats[0], layout.seats[-1]):
        for seed in range(2):
            for table, seat in walk(game, seats, chosen, seed):
                question = table.asked[seat]
                seen |= {f"kind {question.kind}"} - {f"kind {kind}" for kind in layout.kinds}
                seen |= {f"option {option}" for option in set(question.options) - set(layout.actions)}
                seen.update(strangers(tuple(layout.view), table.dealer.view(seat)))

    assert seen == set()


@pytest.mark.parametrize("game", GAMES)
def test_a_layout_has_the_words_of_its_game(game: str) -> None:
    layout, words = LAYOUTS[game], SHELF[game].words("en")
    of_the_clock = {"hourglass", "grain", "hush", "search-ends", "next-line"}

    assert set(layout.kinds) == set(words.decisions) - of_the_clock
    assert set(layout.actions) <= set(words.ids)
    assert len(set(layout.actions)) == len(layout.actions)
    assert layout.seats == SHELF[game].seats
    assert layout.rules_version == SHELF[game].rules_version


@pytest.mark.parametrize("game", GAMES)
def test_every_field_of_a_view_is_shown_or_left_out_on_purpose(game: str) -> None:
    layout = LAYOUTS[game]

    missing = set(_unshown(SHELF[game].view_type, tuple(layout.view), ""))

    assert missing == set(layout.left_out)


def _unshown(kind: Any, fields: tuple[Field, ...], path: str) -> Any:
    shown = {field.name: field for field in fields}
    for name, hint in typing.get_type_hints(kind).items():
        inner = _struct(hint)
        if name == "seat":
            continue
        if name not in shown:
            yield path + name
        elif inner is not None and isinstance(shown[name], Group | Players | First):
            yield from _unshown(inner, shown[name].fields, f"{path}{name}.")


def _struct(hint: Any) -> Any:
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return hint
    if typing.get_origin(hint) in (tuple, UnionType, typing.Union):
        return next(filter(None, map(_struct, typing.get_args(hint))), None)
    return None


@pytest.mark.parametrize("game", GAMES)
def test_kinds_whose_options_do_not_all_go_together_are_known(game: str) -> None:
    for options in ({}, MODULES[game]):
        for table, seat in walk(game, LAYOUTS[game].seats[1], options, 7, 300):
            step = table.dealer.s.agenda[-1]
            kind = table.asked[seat].kind
            if kind not in LAYOUTS[game].checked and type(step).check is not Step.check:
                # The step checks only its other questions.
                for option in table.asked[seat].options:
                    assert table.dealer.refusal(table.asked[seat], (option,)) is None, (kind, option)


@pytest.mark.parametrize("game", GAMES)
def test_an_observer_cannot_tell_an_imagined_table_from_the_real_one(game: str) -> None:
    for n, (table, seat) in enumerate(walk(game, LAYOUTS[game].seats[-1], {}, 3, 200)):
        if n % 20 == 0:
            real = table.observe(seat)["observation"]
            imagined = SHELF[game].imagine(table.dealer.s, seat, Random(n))
            picks = table.picks.get(seat, ())
            cells = table.encoder.encode(SHELF[game].view(imagined, seat), seat, table.asked[seat], picks)
            assert np.array_equal(real, cells)


def test_an_observer_is_always_the_first_of_the_players() -> None:
    env = aec("faraway", 3)
    env.reset(seed=5)
    labels = env.playing.encoder.labels
    own = [n for n, label in enumerate(labels) if label.startswith("players[+0].submitted")]

    env.step(env.observe("seat_0")["action_mask"].argmax())

    assert [env.observe(agent)["observation"][own].tolist() for agent in env.agents] == [[1.0], [0.0], [0.0]]
    assert len(labels) == env.observation_space("seat_0")["observation"].shape[0]  # type: ignore[index]
    assert len(set(labels)) == len(labels)


def test_places_are_worth_from_one_to_minus_one() -> None:
    faraway, not_alone = LAYOUTS["faraway"], LAYOUTS["not_alone"]

    assert faraway.rewards((2, 1, 3), (1,)) == (0.0, 1.0, -1.0)
    assert faraway.rewards((1, 1), (0, 1)) == (0.0, 0.0)
    assert faraway.rewards((1, 1, 3, 4), (0, 1)) == pytest.approx((2 / 3, 2 / 3, -1 / 3, -1.0))
    assert not_alone.rewards((2, 1, 1), (1, 2)) == (-1.0, 1.0, 1.0)
