"""What each Hunt card does, and when it is refused."""

from __future__ import annotations

import pytest

from service.games.not_alone.cards import HUNT
from service.games.not_alone.rules.exploration import CreatureFirst, Explore
from service.games.not_alone.rules.hunting import Hunt, React, to_place
from service.games.not_alone.rules.reckoning import CreatureStep, FreePlaces
from service.games.not_alone.rules.turn import EndOfTurn, NextTurn, Reckoning
from service.games.not_alone.rules.windows import Window
from service.games.not_alone.state import State
from tests.games.not_alone.table import (
    BASE,
    A,
    B,
    C,
    D,
    asks,
    game,
    hunted,
    options,
    refuses,
    say,
    table,
)

WINDOWS = {
    "exploration-window": CreatureFirst(C),
    "hunt": Hunt(C),
    "opening-window": Window("opening-window"),
    "creature-window": Window("creature-window"),
    "end-window": Window("end-window"),
}
BELONGS = {
    "p1_creature": {"exploration-window"},
    "p2_creature": {"hunt"},
    "step_target": {"hunt"},
    "on_reveal": {"hunt"},
    "p3_window": {"opening-window", "creature-window"},
    "p3_window_before_resolution": {"opening-window"},
    "p4_window": {"end-window"},
}


def at_window(window: str, card: str, **fields: object) -> State:
    """The Creature holds one card, and is asked in this window."""
    return table(
        type(WINDOWS[window])(**{key: getattr(WINDOWS[window], key) for key in WINDOWS[window].__struct_fields__}),
        prey=[hunted(["lair", "river", "rover"], played=["jungle"]), hunted(["lair"], played=["beach"])],
        hunt_hand=[card],
        on=[(A, "jungle"), (B, "beach")],
        **fields,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("card", [card for card in HUNT if card != "flashback"])
def test_a_hunt_card_is_played_in_its_own_windows_only(card: str, window: str) -> None:
    """RULES 10.9, 14.1, D20."""
    s = at_window(window, card)
    if window in BELONGS[HUNT[card].window]:
        assert card in options(s)
    else:
        refuses(s, C, window, card)


@pytest.mark.parametrize("window", WINDOWS)
def test_flashback_takes_the_window_of_the_card_it_copies(window: str) -> None:
    """RULES 16.20, D37."""
    for last in ("despair", "virus", "detour", "stasis"):
        s = at_window(window, "flashback", hunt_discard=["tracking", last])
        assert ("flashback" in options(s)) is (window in BELONGS[HUNT[last].window])


def hunting(card: str, **fields: object) -> State:
    """Phase 2, with one Hunt card to play, just played."""
    prey = fields.pop("prey", None) or [
        hunted(["lair", "river", "rover"], played=["jungle"]),
        hunted(["lair"], played=["beach"]),
    ]
    s = table(Hunt(C), React(), prey=prey, hunt_hand=[card], **fields)  # type: ignore[arg-type]
    say(s, C, "hunt", card)
    return s


# -- phase 1 -----------------------------------------------------------------------


def test_despair_stops_playing_and_drawing_survival_cards() -> None:
    """RULES 16.1."""
    s = table(
        CreatureFirst(C),
        Explore((A,)),
        FreePlaces(),
        prey=[hunted(["shelter"], survival=["smokescreen"])],
        hunt_hand=["despair"],
        survival_deck=["dodge"],
    )
    say(s, C, "exploration-window", "despair")
    assert to_place(s) == ["creature", "artemia"]
    refuses(s, A, "explore", "smokescreen")
    for place in ("shelter", "source"):
        t = table(
            FreePlaces(), prey=[hunted(played=[place])], force=["despair"], survival_deck=["gate"], on=[(A, place)]
        )
        assert options(t) == {"nothing"}


def test_force_field_lies_on_an_adjacent_pair() -> None:
    """RULES 11.1, 16.2, D9."""
    s = table(CreatureFirst(C), Explore((A,)), prey=[hunted(BASE[:5])], hunt_hand=["force_field"])
    say(s, C, "exploration-window", "force_field")
    refuses(s, C, "place-token", "s1")
    refuses(s, C, "place-token", "s1+s3")
    say(s, C, "place-token", "s1+s2")
    assert options(s) == {"river", "beach", "rover"}


# -- phase 2, effects on the Creature's catch --------------------------------------


def caught_on_jungle(force: list[str], prey: int = 2, **now: object) -> State:
    """All are caught on the Jungle."""
    return table(
        CreatureStep(),
        prey=[hunted(played=["jungle"]) for _ in range(prey)],
        tokens={"creature": [2]},
        force=force,
        now=now,
        on=[(seat, "jungle") for seat in range(1, prey + 1)],
    )


def test_anticipation_is_worth_a_space_for_the_one_named() -> None:
    """RULES 16.3."""
    s = hunting("anticipation")
    say(s, C, "name-hunted", f"seat-{B}")
    assert s.now.anticipated == B
    assert caught_on_jungle(["anticipation"], 1, anticipated=A).assimilation == 7
    assert caught_on_jungle(["anticipation"], 1, anticipated=B).assimilation == 8


def test_fierceness_costs_one_will_more_for_each_hunted() -> None:
    """RULES 16.5."""
    s = caught_on_jungle(["fierceness"])
    assert (s.at(A).will, s.at(B).will, s.assimilation) == (1, 1, 8)


@pytest.mark.parametrize(("caught", "of", "left"), [(1, 2, 7), (1, 3, 8), (2, 3, 7)])
def test_feeding_frenzy_needs_half_of_the_hunted(caught: int, of: int, left: int) -> None:
    """RULES D60.12."""
    s = table(
        CreatureStep(),
        prey=[hunted(played=["jungle"]) for _ in range(of)],
        tokens={"creature": [2]},
        force=["feeding_frenzy"],
        on=[(seat, "jungle") for seat in range(1, caught + 1)],
    )
    assert s.assimilation == left


def test_gargantua_covers_two_slots_and_is_placed_again() -> None:
    """RULES D15, D60.3."""
    s = table(Hunt(C), prey=[hunted(played=["jungle"])], hunt_hand=["gargantua"])
    say(s, C, "hunt", "creature")
    say(s, C, "place-token", "s1")
    say(s, C, "hunt", "gargantua")
    assert s.tokens == {}
    refuses(s, C, "place-token", "s1")
    say(s, C, "place-token", "s2+s7")
    assert s.tokens["creature"] == [2, 7]


# -- phase 2, immediate ------------------------------------------------------------


def test_ascendancy_leaves_two_cards() -> None:
    """RULES 16.4, D46."""
    s = hunting("ascendancy")
    assert asks(s) == [(A, "keep-places")], "only one Hunted holds three cards"
    refuses(s, A, "keep-places", "lair")
    say(s, A, "keep-places", "lair", "rover")
    assert (s.at(A).hand, s.at(A).discard) == (["lair", "rover"], ["river"])


def test_ascendancy_needs_three_cards_in_a_hand() -> None:
    """RULES 16.4, D8, D53."""
    s = table(Hunt(C), prey=[hunted(["lair", "river"], played=["jungle"])], hunt_hand=["ascendancy"])
    refuses(s, C, "hunt", "ascendancy")


def test_forbidden_zone_is_sealed_and_shown_together() -> None:
    """RULES 16.6."""
    s = hunting("forbidden_zone", prey=[hunted(["lair", "river"]), hunted([]), hunted(["rover"])])
    assert asks(s) == [(A, "drop-in-secret"), (D, "drop-in-secret")]
    assert say(s, A, "drop-in-secret", "river") == []
    told = say(s, D, "drop-in-secret", "rover")
    assert [event.data["cards"] for event in told if event.kind == "discarded"] == [("river",), ("rover",)]


def test_forbidden_zone_needs_a_card_in_some_hand() -> None:
    """RULES 16.6, D53."""
    s = table(Hunt(C), prey=[hunted(played=["jungle"])], hunt_hand=["forbidden_zone"])
    refuses(s, C, "hunt", "forbidden_zone")


def test_phobia_shows_all_but_two_cards_to_the_creature_alone() -> None:
    """RULES 16.10, D5."""
    s = hunting("phobia")
    refuses(s, A, "hide-places", "lair")
    told = say(s, A, "hide-places", "lair", "rover")
    [shown] = [event for event in told if event.kind == "exposed-places"]
    assert (shown.data["cards"], shown.to) == (("river",), (C, A))
    assert game.view(s, C).hunted[0].exposed == ("river",)
    assert game.view(s, B).hunted[0].exposed == ()
    assert to_place(s) == ["creature", "artemia"]


def test_phobia_may_be_played_for_its_token_alone() -> None:
    """RULES 10.9, D53."""
    s = hunting("phobia", prey=[hunted(["lair"], played=["jungle"])])
    assert asks(s) == [(C, "place-token")]


@pytest.mark.parametrize(("places", "answer"), [(("jungle", "lair"), "yes"), (("lair", "river"), "no")])
def test_telepathy_is_answered_truthfully_for_all_to_hear(places: tuple[str, str], answer: str) -> None:
    """RULES D5, D60.6."""
    s = hunting("telepathy")
    say(s, C, "name-hunted", f"seat-{A}")
    refuses(s, C, "ask-places", places[0])
    [told] = say(s, C, "ask-places", *places)
    assert (told.kind, told.to) == (f"telepathy-{answer}", None)
    assert game.view(s, None).hunted[0].admitted is (answer == "yes")


def test_paralysis_forbids_survival_cards_to_the_one_named() -> None:
    """RULES D60.11."""
    s = hunting("paralysis", prey=[hunted(played=["jungle"], survival=["gate"]), hunted(survival=["dodge"])])
    say(s, C, "name-hunted", f"seat-{A}")
    say(s, C, "place-token", "s1")
    assert asks(s) == [(B, "reaction-window")]


def test_tracking_gives_two_plays_next_turn_and_counts_for_this_one() -> None:
    """RULES 16.19."""
    s = table(EndOfTurn(), prey=[hunted(played=["lair"])], hunt_hand=["tracking", "stasis"], hunt_deck=["virus"])
    say(s, C, "end-window", "tracking")
    assert (s.turn, s.hunt_plays_left()) == (2, 2)
    NextTurn().finish(s)
    assert s.hunt_plays_left() == 1


def test_despondency_forbids_resisting_in_the_next_phase_one_only() -> None:
    """RULES D60.13."""
    s = table(EndOfTurn(), prey=[hunted(["lair"], played=["river"])], hunt_hand=["despondency"])
    say(s, C, "end-window", "despondency")
    say(s, C, "exploration-window", "pass")
    assert "give-up" in options(s, A)
    refuses(s, A, "explore", "resist")
    Reckoning().finish(s)
    assert not s.despondent
