"""The worked examples of RULES.md about the hunt, the cards and what is seen."""

from __future__ import annotations

import pytest

from service.games.kit import agenda
from service.games.not_alone.rules.exploration import CreatureFirst, Explore
from service.games.not_alone.rules.hunting import Hunt, React
from service.games.not_alone.rules.reckoning import CreatureStep
from service.games.not_alone.rules.target_step import TargetStep
from service.games.not_alone.rules.tracks import Exhaustion
from service.games.not_alone.rules.turn import EndOfTurn, Reckoning
from service.games.not_alone.rules.windows import Window
from tests.games.not_alone.table import BASE, A, B, C, asks, game, hunted, options, refuses, say, table


def test_t04_the_caught_use_no_power() -> None:
    """RULES 8.3, 13.4."""
    s = table(
        Reckoning(),
        prey=[hunted(played=["jungle"], discard=["lair"]), hunted(played=["beach"])],
        tokens={"creature": [2]},
    )
    assert asks(s) == [(B, "resolve")]
    say(s, B, "resolve", "use")

    assert s.marker == "on"
    assert (s.at(A).will, s.assimilation) == (2, 8)
    assert s.at(A).discard == ["lair", "jungle"]
    assert s.at(B).discard == ["beach"]


def test_t05_two_caught_are_one_space() -> None:
    """RULES 13.4."""
    s = table(
        CreatureStep(),
        prey=[hunted(played=["jungle"]), hunted(played=["jungle"])],
        tokens={"creature": [2]},
        on=[(A, "jungle"), (B, "jungle")],
    )
    assert (s.at(A).will, s.at(B).will, s.assimilation) == (2, 2, 8)


def test_t06_the_lair_costs_two_and_exhaustion_one_space_more() -> None:
    """RULES 13.4, 13.5."""
    s = table(
        Reckoning(),
        prey=[hunted(["jungle"], played=["lair"], discard=["river", "beach", "rover"], will=2)],
        tokens={"creature": [1]},
        assimilation=6,
    )
    assert s.assimilation == 4
    assert s.at(A).will == 3
    assert set(s.at(A).hand) == set(BASE[:5])
    assert s.at(A).discard == []


def test_t07_exhaustion_counts_once() -> None:
    """RULES 13.5."""
    s = table(
        CreatureStep(),
        Exhaustion(),
        prey=[hunted(played=["jungle"], will=2), hunted(played=["jungle"], will=2)],
        tokens={"creature": [2]},
        force=["fierceness"],
        assimilation=5,
        on=[(A, "jungle"), (B, "jungle")],
    )
    assert (s.assimilation, s.at(A).will, s.at(B).will) == (3, 3, 3)


@pytest.mark.parametrize("dropped", ["lair", "river"])
def test_t10_artemia_and_creature_on_the_same_slot(dropped: str) -> None:
    """RULES 8.3, 13.3."""
    s = table(
        Reckoning(),
        prey=[hunted(["lair", "river"], played=["source"])],
        tokens={"artemia": [9], "creature": [9]},
        assimilation=7,
    )
    assert asks(s) == [(A, "discard-places")]
    say(s, A, "discard-places", dropped)
    assert (s.at(A).will, s.assimilation) == (2, 6)


def test_t11_scream_with_one_card_in_hand_costs_a_will() -> None:
    """RULES 13.2, 16.14."""
    s = table(
        TargetStep(),
        prey=[hunted(["lair"], played=["swamp"], discard=["jungle", "river", "beach"])],
        tokens={"target": [6]},
        force=["scream"],
        on=[(A, "swamp")],
    )
    assert s.at(A).will == 2
    say(s, A, "resolve", "use")
    say(s, A, "take-back", "jungle", "beach")
    assert set(s.at(A).hand) == {"lair", "swamp", "jungle", "beach"}


def test_t12_mirage_shuts_two_places_that_can_still_be_copied() -> None:
    """RULES 5.1, 5.5, 16.13."""
    s = table(
        Reckoning(),
        prey=[
            hunted(played=["wreck"], discard=["lair"], survival=["gate"]),
            hunted(played=["jungle"], survival=["gate"]),
        ],
        tokens={"target": [3, 8], "creature": [10]},
        force=["mirage"],
    )
    for seat in (A, B):
        say(s, seat, "opening-window", "pass")
    assert asks(s) == [(B, "resolve")]
    say(s, B, "resolve", "gate")
    assert "river" in options(s)
    say(s, B, "copy-place", "river")
    assert s.at(B).pending == "river"
    assert asks(s) == [(A, "target-window")]
    told = say(s, A, "target-window", "pass")
    assert "power-unusable" in [event.kind for event in told]
    assert s.at(A).discard == ["lair"]


def test_t18_dodge_resolves_in_step_a() -> None:
    """RULES 17.9, D21."""
    s = table(
        Reckoning(),
        prey=[hunted(played=["rover"], survival=["dodge"])],
        tokens={"creature": [5]},
    )
    say(s, A, "opening-window", "dodge")
    say(s, A, "resolve", "use")
    say(s, A, "take-reserve", "wreck")
    assert (s.assimilation, s.at(A).will) == (9, 3)


def test_t19_detour_leads_to_the_creature() -> None:
    """RULES 16.17."""
    s = table(
        Reckoning(),
        prey=[hunted(played=["wreck"])],
        tokens={"creature": [9]},
        assimilation=6,
        hunt_hand=["detour"],
    )
    say(s, C, "opening-window", "detour")
    assert options(s) == {"s3", "s7", "s9"}
    say(s, C, "move-where", "s9")
    assert (s.at(A).will, s.assimilation) == (2, 5)
    assert s.at(A).discard == ["wreck"]


def test_t20_force_field_forbids_two_places() -> None:
    """RULES 5.4, 12.2, 16.2."""
    s = table(
        CreatureFirst(C),
        Explore((A,)),
        Hunt(C),
        React(),
        prey=[hunted(["lair", "rover"], discard=["beach"], survival=["vortex"])],
        hunt_hand=["force_field", "virus"],
    )
    say(s, C, "exploration-window", "force_field")
    say(s, C, "place-token", "s4+s5")
    assert "rover" not in options(s, A)
    refuses(s, A, "explore", "beach")
    say(s, A, "explore", "lair")
    say(s, C, "place-token", "s4")
    assert s.tokens["creature"] == [4]
    assert options(s, A) == {"pass"}
    refuses(s, A, "reaction-window", "vortex")


def test_t21_clone_is_a_second_creature() -> None:
    """RULES 16.12, 17.13."""
    s = table(
        Window("opening-window"),
        CreatureStep(),
        prey=[hunted(played=["river"], survival=["wrong_track"]), hunted(played=["shelter"])],
        tokens={"target": [3], "creature": [7]},
        force=["clone"],
        on=[(A, "river"), (B, "shelter")],
    )
    tried = game.copy(s)
    say(tried, A, "opening-window", "wrong_track")
    assert options(tried) == {"creature", "target"}

    say(s, A, "opening-window", "pass")
    assert (s.at(A).will, s.at(B).will, s.assimilation) == (2, 2, 8)


def test_t22_stasis_holds_rescue() -> None:
    """RULES 16.18, D36."""
    s = table(
        EndOfTurn(),
        prey=[hunted(played=["lair"], survival=["amplifier"])],
        marker="on",
        rescue=1,
        hunt_hand=["stasis"],
        on=[(A, "lair")],
    )
    say(s, C, "end-window", "stasis")
    assert options(s) == {"pass"}
    refuses(s, A, "end-window", "amplifier")
    say(s, A, "end-window", "pass")
    assert s.rescue == 1


def test_t23_flashback_acts_as_the_last_card_that_is_no_flashback() -> None:
    """RULES 16.20, D37."""
    s = table(
        Hunt(C), prey=[hunted(played=["lair"])], hunt_hand=["flashback"], hunt_discard=["mutation", "flashback"]
    )  # fmt: skip
    say(s, C, "hunt", "flashback")
    assert s.now.in_force == ["mutation"]
    say(s, C, "place-token", "s1")
    assert question_token(s) == "artemia"


def question_token(s: object) -> str:
    [question] = agenda.decisions(s)  # type: ignore[arg-type]
    return str(question.about["token"])


def test_t23_with_an_empty_discard_flashback_is_refused() -> None:
    """RULES 16.20, D37."""
    s = table(Hunt(C), prey=[hunted(played=["lair"])], hunt_hand=["flashback"])
    refuses(s, C, "hunt", "flashback")
