"""Chapter 4 of RULES.md: choosing an ally."""

from __future__ import annotations

from service.games.golden_compass.rules.allies import ChooseAllies, DealCharacters
from service.games.golden_compass.state import Player, State
from service.games.kit import agenda
from service.games.kit.page import PageContext
from tests.games.golden_compass.table import game, kinds, player, refused, say, symbols, table


def drafting(*pairs: str) -> State:
    """A table of players who have just been dealt these characters."""
    return table(*(player(pair=pair.split()) for pair in pairs), steps=[ChooseAllies(tuple(range(len(pairs))))])


def test_t03_the_card_not_kept_goes_under_the_ally_on_the_left() -> None:
    """RULES 4.2, 4.3, 4.4."""
    s = drafting("G10 G03", "G09 G01", "G06 G05")

    say(s, 0, "choose-ally", "G10")
    say(s, 1, "choose-ally", "G01")
    told = say(s, 2, "choose-ally", "G06")

    assert [someone.ally for someone in s.players] == ["G10", "G01", "G06"]
    assert [someone.tucked for someone in s.players] == ["G05", "G03", "G09"]
    assert [someone.magisterium for someone in s.players] == [3, 1, 5]
    assert kinds(told) == ["ally-revealed", "tucked"] * 3
    assert [event.to for event in told if event.kind == "tucked"] == [(2, 0), (0, 1), (1, 2)]


def test_two_players_swap() -> None:
    """RULES 4.2, 4.4."""
    s = drafting("G10 G03", "G09 G01")
    say(s, 1, "choose-ally", "G09")
    say(s, 0, "choose-ally", "G03")
    assert [someone.tucked for someone in s.players] == ["G01", "G10"]
    assert [someone.magisterium for someone in s.players] == [sum(symbols("G03", "G01")), sum(symbols("G09", "G10"))]


def test_d3_nothing_is_revealed_before_all_have_chosen() -> None:
    """RULES D3."""
    s = drafting("G10 G03", "G09 G01", "G06 G05")
    assert say(s, 0, "choose-ally", "G10") == []
    assert say(s, 1, "choose-ally", "G01") == []

    seen = game.view(s, 2)
    assert [someone.ally for someone in seen.players] == [None, None, None]
    assert [someone.submitted for someone in seen.players] == [True, True, False]


def test_only_one_of_the_own_two_can_be_kept() -> None:
    """RULES 4.2."""
    s = drafting("G10 G03", "G09 G01")
    assert refused(s, 0, "choose-ally", "G09") == "not-an-option"
    assert refused(s, 0, "choose-ally", "G10", "G03") == "wrong-number-of-picks"
    say(s, 0, "choose-ally", "G10")
    assert refused(s, 0, "choose-ally", "G03") == "not-asked"
    assert refused(s, 0, "withdraw") == "final"


def test_everyone_is_dealt_two_and_hears_only_of_their_own() -> None:
    """RULES 4.1, D37."""
    s = table(Player(), Player(), Player(), steps=[])
    s.characters["green"] = ["G01", "G02", "G03", "G04", "G05", "G06", "G07", "G08", "G09", "G10"]
    s.plan(DealCharacters(), ChooseAllies((0, 1, 2)))
    told = agenda.settle(s)

    assert [len(someone.pair) for someone in s.players] == [2, 2, 2]
    assert len(s.characters["green"]) == 4
    assert [(event.kind, event.to) for event in told] == [("dealt-characters", (seat,)) for seat in range(3)]


def test_d37_giver_and_receiver_know_the_tucked_card_and_the_others_count_its_symbols() -> None:
    """RULES 4.3, D37."""
    s = drafting("G10 G03", "G09 G01", "G06 G05")
    for seat, ally in enumerate(["G10", "G01", "G06"]):
        say(s, seat, "choose-ally", ally)

    assert [someone.tucked for someone in game.view(s, 0).players] == ["G05", "G03", None]
    assert [someone.tucked for someone in game.view(s, 1).players] == [None, "G03", "G09"]
    assert [someone.magisterium for someone in game.view(s, None).players] == [3, 1, 5]
    assert "G09" not in repr(game.view(s, 0))
    assert "G05" not in repr(game.view(s, 1))


def test_4_5_everybody_reads_the_ability_of_every_ally() -> None:
    """RULES 4.5: it stands on the page of everybody at the table, once the allies are revealed."""
    s = drafting("G10 G03", "G09 G01")
    say(s, 0, "choose-ally", "G03")
    told = [event for event in say(s, 1, "choose-ally", "G09") if event.kind == "ally-revealed"]
    assert all(event.heard_by(None) for event in told)
    read = " ".join(game.page(game.view(s, 0), PageContext(seat=0, names=("Ada", "Ben"), language="en")).split())
    assert "take any 1 card from the Lyra discard pile" in read
    assert "take 1 Experience token from Lyra's town" in read
