"""Chapter 5 of RULES.md: the needle, red and light blue."""

from __future__ import annotations

import pytest

from service.games.golden_compass.cards import SECTORS
from service.games.golden_compass.rules.actions import AssignDirigible, PassDirigible, TakeDust
from service.games.golden_compass.rules.hand import draw
from service.games.golden_compass.rules.sets import PlaySet
from service.games.golden_compass.rules.turns import BlueAction, ChooseColour, EndTurn, RedSymbol, Turn
from service.games.kit import agenda
from tests.games.golden_compass.table import asked, game, ids, kinds, player, refused, say, table

JORDAN = "XJ1 XJ2 XJ3 XJ4 XJ5 XJ6"
LONDON = "XL1 XL2 XL3 XL4 XL5 XL6"

# -- the needle --------------------------------------------------------------------


def test_the_needle_stops_in_a_sector_for_all_to_see() -> None:
    """RULES 5.1."""
    s = table(player(), player(), steps=[Turn(1)])
    question = asked(s)
    assert (question.kind, question.seat, question.options) == ("choose-colour", 1, ("red", "light_blue"))
    assert s.sector in SECTORS
    assert game.view(s, None).sector == s.sector


def test_every_sector_comes_up() -> None:
    """RULES D4."""
    s = table(player(), player(), steps=[])
    found = set()
    for _ in range(400):
        Turn(0).finish(s)
        s.agenda.clear()
        found.add(s.sector)
    assert found == set(SECTORS)


def test_one_of_the_two_colours_must_be_chosen() -> None:
    """RULES 5.1."""
    s = table(player("L01 L02"), player(), steps=[ChooseColour(0)], sector="S01")
    assert refused(s, 0, "choose-colour") == "wrong-number-of-picks"
    assert refused(s, 0, "choose-colour", "green") == "not-an-option"
    assert refused(s, 1, "choose-colour", "red") == "not-asked"


# -- red ---------------------------------------------------------------------------


def test_t04_draw_then_discard_then_move() -> None:
    """RULES 5.2, 5.3, 5.5, D6, D7."""
    s = table(
        player("L01 L02 L03 L04 L05 L06"), player(), steps=[ChooseColour(0)], sector="S07", at="jo2",
        towns={"jordan_college": "XJ1 XJ2 - XJ4 - XJ6", "london": LONDON}, pile="L11 L10 L09 L08 L07",
    )  # fmt: skip
    say(s, 0, "choose-colour", "red")

    question = asked(s)
    assert (question.kind, question.least, question.most, len(question.options)) == ("discard-excess", 2, 2, 9)
    assert set(question.options) == set(ids("L01 L02 L03 L04 L05 L06 L07 L08 L09"))
    assert s.space.id == "jo2"
    assert refused(s, 0, "discard-excess", "L01-a") == "wrong-number-of-picks"

    told = say(s, 0, "discard-excess", "L01-a", "L09-a")

    assert s.players[0].hand == ids("L02 L03 L04 L05 L06 L07 L08")
    assert s.discards == ids("L01 L09")
    assert kinds(told) == ["discarded", "moved", "tokens-lost", "moved"]
    assert (s.space.id, s.town) == ("lo2", "london")
    assert (len(s.gone), s.towns["jordan_college"]) == (4, [None] * 6)
    assert game.decisions(s) == []


def test_d5_the_full_number_is_drawn_without_a_question() -> None:
    """RULES 5.2, D5."""
    s = table(player("L01"), player(), steps=[RedSymbol(0)], sector="S15")
    assert len(s.players[0].hand) == 3
    assert s.space.id == "jo1"


def test_no_set_may_be_played_on_a_red_turn() -> None:
    """RULES 5.4."""
    s = table(player("L01 L02"), player(), steps=[ChooseColour(0), EndTurn(0)], sector="S15", towns={"london": LONDON})
    say(s, 0, "choose-colour", "red")
    assert refused(s, 0, "play-set", "L01-a", "L02-a") == "not-asked"
    assert asked(s).seat == 1


def test_only_the_player_learns_what_was_drawn() -> None:
    """RULES 5.2."""
    s = table(player(), player(), steps=[], pile="L05 L06 L07")
    draw(s, 0, 2)
    told = agenda.settle(s)
    assert [(event.kind, event.to) for event in told] == [("drew", None), ("drew-cards", (0,))]
    assert told[0].data == {"seat": 0, "count": 2}
    assert told[1].data["cards"] == ("L07-a", "L06-a")


# -- light blue --------------------------------------------------------------------


def test_t06_the_action_comes_before_the_sets() -> None:
    """RULES 5.6, 5.7, D8."""
    s = table(
        player("L01 L02 L08"), player(), steps=[ChooseColour(0), EndTurn(0)], sector="S01",
        towns={"jordan_college": JORDAN},
    )  # fmt: skip
    say(s, 0, "choose-colour", "light_blue")
    assert refused(s, 0, "play-set", "L01-a", "L02-a") == "not-asked"
    say(s, 0, "blue-action", "alethiometer")
    assert s.players[0].compasses == 1
    assert refused(s, 0, "blue-action", "alethiometer") == "not-asked"
    say(s, 0, "play-set", "L01-a", "L02-a")
    say(s, 0, "take-token", "slot-1")
    assert refused(s, 0, "blue-action", "alethiometer") == "not-asked"
    assert s.players[0].tokens == ["XJ1"]


@pytest.mark.parametrize("action", [("alethiometer",), ()])
@pytest.mark.parametrize("plays", [True, False])
def test_t06_either_part_may_be_declined_and_both(action: tuple[str, ...], plays: bool) -> None:
    """RULES 5.6, D8."""
    s = table(
        player("L01 L02 L08 L10"), player(), steps=[BlueAction(0), PlaySet(0), EndTurn(0)], sector="S01",
        towns={"jordan_college": JORDAN},
    )  # fmt: skip
    say(s, 0, "blue-action", *action)
    if plays:
        say(s, 0, "play-set", "L01-a", "L02-a")
        say(s, 0, "take-token", "slot-1")
    say(s, 0, "play-set")
    assert asked(s).seat == 1
    assert (s.players[0].compasses, len(s.players[0].tokens)) == (len(action), int(plays))


@pytest.mark.parametrize(
    ("sector", "action"), [("S01", "alethiometer"), ("S05", "magisterium"), ("S02", "ally"), ("S03", "dust")]
)
def test_a_symbol_allows_its_own_action_and_no_other(sector: str, action: str) -> None:
    """RULES 5.6."""
    s = table(player(ally="G03"), player(), steps=[BlueAction(0)], sector=sector)
    assert asked(s).options == (action,)
    other = "dust" if action != "dust" else "ally"
    assert refused(s, 0, "blue-action", other) == "not-an-option"


def test_free_choice_allows_any_one_of_the_four() -> None:
    """RULES 5.11."""
    s = table(player(ally="G03"), player(), steps=[BlueAction(0)], sector="S04")
    assert asked(s).options == ("alethiometer", "magisterium", "ally", "dust")
    assert refused(s, 0, "blue-action", "alethiometer", "dust") == "wrong-number-of-picks"


def test_without_a_compass_in_supply_the_alethiometer_is_not_offered() -> None:
    """RULES D32."""
    s = table(player(compasses=14), player(), steps=[BlueAction(0)], sector="S04")
    assert "alethiometer" not in asked(s).options
    s = table(player(compasses=14), player(), steps=[BlueAction(0)], sector="S01")
    assert game.decisions(s) == []


@pytest.mark.parametrize("holder", [None, 0, 2])
@pytest.mark.parametrize("taker", [0, 1, 2])
def test_d9_anybody_may_be_named_for_the_dirigible(holder: int | None, taker: int) -> None:
    """RULES 5.8, D9."""
    s = table(player(), player(), player(), steps=[AssignDirigible(0)], dirigible=holder)
    say(s, 0, "assign-dirigible", f"seat-{taker}")
    assert s.dirigible == taker


@pytest.mark.parametrize(
    ("seats", "holder", "after"), [(3, None, 1), (3, 0, 1), (3, 1, 1), (3, 2, 2), (2, None, 1), (2, 0, 1), (2, 1, 1)]
)
def test_d34_when_time_runs_out_the_dirigible_stays_with_an_opponent_or_goes_to_one(
    seats: int, holder: int | None, after: int
) -> None:
    """RULES D34: never to the player who was too slow."""
    s = table(*(player() for _ in range(seats)), steps=[AssignDirigible(0)], dirigible=holder)
    say(s, 0, "assign-dirigible", *asked(s).on_timeout)
    assert s.dirigible == after


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_d34_a_dirigible_to_be_handed_on_goes_to_the_left(seat: int) -> None:
    """RULES D28, D34."""
    s = table(player(), player(), player(), steps=[PassDirigible(seat)], dirigible=seat)
    assert asked(s).on_timeout == (f"seat-{(seat + 1) % 3}",)
    assert f"seat-{seat}" not in asked(s).options


def test_nobody_who_does_not_sit_here_takes_the_dirigible() -> None:
    """RULES 5.8."""
    s = table(player(), player(), steps=[AssignDirigible(0)])
    assert refused(s, 0, "assign-dirigible", "seat-2") == "not-an-option"


def test_dust_comes_from_the_stock_as_long_as_there_is_some() -> None:
    """RULES 5.10."""
    s = table(player(), player(dust=7), steps=[TakeDust(0)], dust=1)
    assert (s.players[0].dust, s.players[1].dust, s.dust) == (1, 7, 0)


def test_t18_dust_is_taken_from_a_player_when_the_stock_is_empty() -> None:
    """RULES 5.10, D10."""
    s = table(player(dust=3), player(dust=5), player(), steps=[TakeDust(2)], dust=0)
    assert asked(s).options == ("seat-0", "seat-1")
    assert refused(s, 2, "take-dust-from", "seat-2") == "not-an-option"
    say(s, 2, "take-dust-from", "seat-1")
    assert [someone.dust for someone in s.players] == [3, 4, 1]


def test_t18_who_holds_all_the_dust_takes_none() -> None:
    """RULES D10, D32."""
    s = table(player(), player(dust=8), player(), steps=[TakeDust(1)], dust=0)
    assert game.decisions(s) == []
    assert [someone.dust for someone in s.players] == [0, 8, 0]
