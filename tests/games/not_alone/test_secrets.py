"""Nobody learns more than they may, from cards, from questions or from who is asked."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest

from service.games.kit.decision import Answer
from service.games.not_alone.rules.exploration import Explore
from service.games.not_alone.rules.hunting import Hunt, React
from service.games.not_alone.rules.turn import EndOfTurn, Reckoning
from service.games.not_alone.rules.windows import Window
from service.games.not_alone.state import State
from tests.games.not_alone.table import A, B, C, asks, game, hunted, say, table
from tests.games.play import AnyState, Setting, every_setting_of, playthrough

not_alone = every_setting_of("not_alone")

PASSES = (
    "exploration-window",
    "reaction-window",
    "opening-window",
    "target-window",
    "artemia-window",
    "creature-window",
    "end-window",
)
"""The windows: each is a kind of question of its own, and each may be passed."""


def names(s: AnyState) -> set[str]:
    """Whom the table asks, and what the questions are called."""
    return set(game.questions(s))  # type: ignore[arg-type]


# -- who is asked ------------------------------------------------------------------


@not_alone
def test_whom_the_table_asks_tells_nothing(setting: Setting) -> None:
    """RULES 10.7, D6."""
    random = Random(4)
    for s, _ in playthrough(setting, seed=6):
        for viewer in setting.viewers():
            assert names(setting.game.imagine(s, viewer, random)) == names(s)


@not_alone
def test_what_follows_a_pass_tells_nothing(setting: Setting) -> None:
    """RULES 10.7, D6."""
    random = Random(5)
    for s, _ in playthrough(setting, seed=7):
        [question, *_] = setting.game.decisions(s)
        if question.kind not in PASSES:
            continue
        for viewer in setting.viewers():
            told = []
            for t in (setting.game.copy(s), setting.game.imagine(s, viewer, random)):
                events = setting.game.apply(t, Answer(question.seat, question.kind, ("pass",)))
                if t.phase != s.phase or len(t.presences) != len(s.presences):  # type: ignore[attr-defined]
                    break  # Face-down cards are shown at the reveal and at clean-up.
                # A card drawn, or the only Survival card of a hand lost to Toxin, is a secret told and not a tell.
                heard = [event for event in events if event.to is None and event.kind != "discarded-survival"]
                told.append((names(t), heard))
            assert told[1:] == told[:-1]


@not_alone
def test_in_every_window_passing_is_the_first_option_and_the_default(setting: Setting) -> None:
    """RULES D7, D62."""
    seen = set()
    for s, _ in playthrough(setting, seed=8):
        for question in setting.game.decisions(s):
            if question.kind in PASSES:
                seen.add(question.kind)
                assert question.options[0] == "pass"
                assert question.on_timeout == ("pass",)
    assert {"exploration-window", "opening-window", "end-window"} <= seen


@pytest.mark.parametrize("card", ["smokescreen", "vortex", "dodge", "gate", "salvage"])
def test_whoever_may_play_a_survival_card_is_asked_whatever_it_is(card: str) -> None:
    """RULES D6."""
    s = table(Window("opening-window"), prey=[hunted(played=["lair"], survival=[card])], on=[(A, "lair")])
    assert asks(s) == [(A, "opening-window")]


def test_only_public_grounds_skip_a_player() -> None:
    """RULES D6."""
    prey = [
        hunted(survival=["dodge"], survived=True),
        hunted(survival=["dodge"], paralysed=True),
        hunted(),
        hunted(survival=["dodge"]),
    ]
    s = table(Window("end-window"), prey=prey, hunt_hand=["virus"], now={"sacrificed": True})
    assert asks(s) == [(4, "end-window")]
    assert asks(table(Window("end-window"), prey=[hunted(survival=["dodge"])], force=["despair"])) == []


def test_the_creature_is_asked_to_hunt_even_if_no_card_of_its_hand_fits() -> None:
    """RULES D6."""
    for card in ("virus", "stasis"):
        s = table(Hunt(C), prey=[hunted(played=["lair"])], hunt_hand=[card])
        assert asks(s) == [(C, "hunt")]


# -- the order of a window ---------------------------------------------------------


def test_after_a_card_the_asking_starts_again_with_the_creature() -> None:
    """RULES D7."""
    s = table(
        Window("end-window"),
        prey=[hunted(played=["lair"], survival=["double_back"]), hunted(survival=["dodge"])],
        hunt_hand=["virus"],
    )
    say(s, C, "end-window", "pass")
    say(s, A, "end-window", "double_back")
    assert asks(s) == [(C, "end-window")]
    say(s, C, "end-window", "pass")
    assert asks(s) == [(B, "end-window")], "A has played a card"
    say(s, B, "end-window", "pass")
    assert asks(s) == []


def test_after_a_reaction_the_creature_may_go_on_and_the_next_hunted_is_asked() -> None:
    """RULES 12.3, D17."""
    s = table(
        React(),
        prey=[
            hunted(["lair"], ["jungle"], survival=["shortcut"]),
            hunted(["lair"], ["jungle"], ["river"], ["vortex"]),
        ],
        hunt_hand=["virus"],
        tokens={"creature": [1]},
    )
    say(s, A, "reaction-window", "pass")
    say(s, B, "reaction-window", "vortex")
    say(s, B, "swap-in", "river")
    assert asks(s) == [(C, "hunt")]
    say(s, C, "hunt", "virus")
    say(s, C, "place-token", "s1+s2")
    assert asks(s) == [(A, "reaction-window")]
    say(s, A, "reaction-window", "pass")
    assert asks(s) == []


# -- what lies face down -----------------------------------------------------------


def seen_by_creature(s: State, act: Any) -> list[Any]:
    """What the Creature and a spectator see and hear of something that happens."""
    told = act(s)
    return [
        (game.view(s, viewer), [event for event in told if event.heard_by(viewer)], names(s)) for viewer in (C, None)
    ]


def test_a_commitment_looks_the_same_whatever_is_played() -> None:
    """RULES 10.7."""

    def commit(played: str) -> list[Any]:
        s = table(Explore((A, B)), prey=[hunted(["lair", "jungle", "river"]), hunted(["lair"])])
        return seen_by_creature(s, lambda s: say(s, A, "explore", played))

    assert commit("lair") == commit("jungle") == commit("river")


def test_a_shortcut_looks_the_same_whatever_is_swapped() -> None:
    """RULES 10.7, D61.15."""

    def swap(played: str, comes: str, drops: str) -> list[Any]:
        hand = [card for card in ("lair", "jungle", "river", "beach") if card != played]
        s = table(React(), Hunt(C), prey=[hunted(hand, [played], survival=["shortcut"])])

        def act(s: State) -> Any:
            say(s, A, "reaction-window", "shortcut")
            return say(s, A, "swap-in", comes) + say(s, A, "discard-places", drops)

        return seen_by_creature(s, act)

    looks = [swap(p, c, "beach") for p, c in permutations(("lair", "jungle", "river"), 2)]
    assert all(look == looks[0] for look in looks)


def test_the_other_card_of_a_river_looks_the_same_whatever_it_is() -> None:
    """RULES 13.1."""

    def drop(other: str, hand: str) -> list[Any]:
        s = table(
            Reckoning(), prey=[hunted([hand], ["jungle", other], pending="river")], tokens={"creature": [10]}
        )  # fmt: skip
        return seen_by_creature(s, lambda s: say(s, A, "keep-explored", "jungle"))

    assert drop("lair", "beach") == drop("beach", "lair")


def test_a_face_down_pole_under_the_fjord_does_not_show_in_whom_double_back_asks() -> None:
    """RULES D24, D46."""

    def end(kept: str) -> Any:
        planet = ("lair", "jungle", "fjord", *["beach", "rover", "swamp", "shelter", "pole", "source", "artefact"])
        s = table(
            Window("end-window"),
            Hunt(C),
            prey=[hunted([], ["jungle", kept], survival=["double_back"])],
            planet=planet,
            on=[(A, "jungle")],
        )
        say(s, A, "end-window", "double_back")
        return names(s)

    assert end("pole") == end("source")


# -- Smokescreen -------------------------------------------------------------------


def test_a_smokescreen_really_hides_the_discards() -> None:
    """Whatever the Hunted do with their piles, the Creature sees and hears the same until the turn ends."""

    def turn(pile: list[str], dropped: str, hand: list[str]) -> list[Any]:
        s = table(
            Explore((A,)),
            React(),
            prey=[hunted(hand, discard=pile, survival=["smokescreen"])],
            tokens={"creature": [9]},
            hunt_hand=["forbidden_zone"],
        )
        say(s, A, "explore", "smokescreen")

        def act(s: State) -> Any:
            say(s, A, "explore", "resist")
            told = say(s, A, "resist", pile[0])
            return told + say(s, A, "explore", dropped)

        return seen_by_creature(s, act)

    one = turn(["lair", "jungle"], "river", ["river", "beach", "rover"])
    two = turn(["rover", "beach"], "jungle", ["river", "jungle", "lair"])
    assert one == two


def test_cards_discarded_behind_the_smoke_are_hidden_too_and_shown_when_the_turn_ends() -> None:
    """RULES 14.2, 17.5."""
    s = table(
        EndOfTurn(),
        prey=[hunted([], ["lair", "river"], ["beach"], ["dodge"])],
        now={"smoke": True},
        on=[(A, "lair")],
    )
    told = say(s, A, "end-window", "pass")
    heard = [event for event in told if event.heard_by(C)]
    assert ("discarded-unseen", {"seat": A, "count": 2}) in [(event.kind, event.data) for event in heard]
    assert "discarded" not in [event.kind for event in heard]
    assert "smoke-cleared" in [event.kind for event in heard]
    assert game.view(s, C).hunted[0].discard == ("beach", "lair", "river")


def test_the_hunted_see_through_the_smoke() -> None:
    """RULES 17.5."""
    s = table(Explore((A, B)), prey=[hunted(["lair"], discard=["river"]), hunted(["lair"])], now={"smoke": True})
    say(s, A, "explore", "resist")
    told = say(s, A, "resist", "river")
    assert [event.kind for event in told if event.to == (A, B)] == ["took-back"]
    assert game.view(s, B).hunted[0].discard == ()
