"""RULES D41: powers in general."""

from __future__ import annotations

import pytest

from service.games.golden_compass.cards import CHARACTERS, TRACKS
from service.games.golden_compass.rules.powers import VERBS, UseAlly
from service.games.golden_compass.rules.sets import PlaySet
from service.games.golden_compass.rules.turns import BlueAction, EndTurn
from tests.games.golden_compass.table import asked, game, ids, kinds, me, refused, say, using

# -- the symbol on the needle --------------------------------------------------------


@pytest.mark.parametrize("ally", CHARACTERS)
def test_an_ally_helps_only_when_the_needle_says_so(ally: str) -> None:
    """RULES 5.9."""
    s = using(ally, steps=[BlueAction(0)], sector="S01")
    assert refused(s, 0, "blue-action", "ally") == "not-an-option"

    s = using(ally, steps=[BlueAction(0)], sector="S02")
    told = say(s, 0, "blue-action", "ally")
    assert told[0].kind == "used-ally"
    assert told[0].data == {"seat": 0, "character": ally}


@pytest.mark.parametrize("ally", CHARACTERS)
def test_a_power_of_which_nothing_can_be_done_does_nothing(ally: str) -> None:
    """RULES D41."""
    s = using(ally, compasses=14, towns={}, pile="", dust=0)
    while questions := game.decisions(s):
        assert questions[0].kind in ("assign-dirigible", "choose-power", "advance")
        say(s, 0, questions[0].kind, questions[0].options[0])
    assert (me(s).hand, me(s).tokens, me(s).dust, me(s).compasses) == ([], [], 0, 14)


def test_every_word_of_a_power_is_a_verb() -> None:
    assert {type(part) for character in CHARACTERS.values() for part in character.power} <= VERBS.keys()


def test_the_ally_may_be_used_again_on_later_turns() -> None:
    """RULES 5.9."""
    s = using("G01", steps=[UseAlly(0), UseAlly(0)])
    assert (me(s).compasses, len(me(s).hand)) == (2, 2)


@pytest.mark.parametrize("ally", ["G01", "G02", "G03", "G06", "G07", "B03", "B04", "B08", "R04", "R06", "R07"])
def test_seven_cards_are_the_limit_after_every_part(ally: str) -> None:
    """RULES 5.5, D41."""
    s = using(ally, "L01 L02 L03 L04 L05 L06 L07", discards="L08")
    for _ in range(6):
        if not game.decisions(s):
            break
        question = asked(s)
        say(s, 0, question.kind, *question.on_timeout)
        assert len(me(s).hand) <= 10
    assert len(me(s).hand) <= 7


# -- the turn goes on ----------------------------------------------------------------


def test_after_the_power_sets_may_be_played() -> None:
    """RULES 5.6, D41."""
    s = using("G01", "L02 L08 L14", steps=[UseAlly(0), PlaySet(0), EndTurn(0)])
    told = say(s, 0, "play-set", *ids("L02 L08 L14"))
    assert kinds(told)[:2] == ["played-set", "placed-compasses"]
    assert me(s).compasses == 3


def test_lyra_is_moved_before_any_set_and_never_off_the_objective() -> None:
    """RULES D17, D41."""
    s = using("B04", at="bo2", steps=[UseAlly(0)])
    say(s, 0, "advance", "ahead-2")
    assert s.space == TRACKS[2][s.lyra]
    assert s.space.id == "objective_blue"
