"""RULES D39: a spectator sees exactly what every player may see."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from service.games.golden_compass.cards import BACK
from service.games.golden_compass.rules.allies import ChooseAllies
from service.games.golden_compass.rules.experience import StealToken, TakeToken
from service.games.golden_compass.rules.power_choices import Recover, StealCards
from service.games.golden_compass.state import State
from service.games.golden_compass.view import FACE_DOWN, View
from service.games.kit import agenda
from tests.games.golden_compass.table import game, player, say, table
from tests.games.play import Setting, playthrough

Facts = set[tuple[Any, ...]]


def facts(seen: View) -> Facts:
    """Everything a viewer sees, one by one: where it is and what it is. What is hidden is no fact."""
    view = msgspec.to_builtins(seen)
    mine, slots = view.pop("me") or {}, view.pop("slots")
    lying = {(town, n, token) for town, tokens in slots.items() for n, token in enumerate(tokens)}
    found: Facts = {fact for fact in lying if fact[-1] != FACE_DOWN}
    for each in view["players"]:
        n = each["seat"]
        own = mine if mine.get("seat") == n else {}
        tokens = own.get("tokens") or [token for token in each["tokens"] if token in BACK]
        found |= {(n, "token", token) for token in tokens}
        found |= {(n, "hand", card) for card in own.get("hand") or each["known"]}
        found |= {(n, secret, *own[secret]) for secret in ("pair", "looking", "submitted") if own.get(secret)}
        found |= {(n, "tucked", card) for card in [each.pop("tucked")] if card}
        each["tokens"] = sorted(BACK.get(token, token) for token in each["tokens"])
        del each["known"]
    return found | {(field, repr(value)) for field, value in view.items()}


def seen_by_all(s: State) -> Facts:
    """What no player fails to see."""
    return set.intersection(*(facts(game.view(s, seat)) for seat in s.everyone()))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_d39_a_spectator_sees_exactly_what_every_player_may_see(seats: int, seed: int) -> None:
    """RULES D39: at every moment, from the first question to the score pad."""
    for state, _ in playthrough(Setting(game, seats, {}), seed):
        s: State = state  # type: ignore[assignment]
        assert facts(game.view(s, None)) == seen_by_all(s)
    assert s.phase == "over"
    assert facts(game.view(s, None)) == seen_by_all(s)


@pytest.mark.parametrize("seats", [2, 3])
def test_d39_a_spectator_hears_exactly_what_every_player_hears(seats: int) -> None:
    """RULES D39."""
    for seed in range(3):
        for state, answer in playthrough(Setting(game, seats, {}), seed):
            for event in game.apply(game.copy(state), answer):  # type: ignore[arg-type]
                assert event.heard_by(None) == all(event.heard_by(seat) for seat in range(seats))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_d39_a_card_recovered_in_front_of_all_is_known_to_spectators_until_it_is_lost_from_sight(seats: int) -> None:
    """RULES D33, D39."""
    s = table(*(player() for _ in range(seats)), steps=[Recover(0, 1)], discards="L01 L02")
    say(s, 0, "recover", "L01-a")
    assert game.view(s, None).players[0].known == ("L01-a",)
    assert game.view(s, None).players[1].known == ()
    s.players[0].hand.append("L05-a")
    StealCards(1, 1).chosen(s, "seat-0")
    # Thief and victim know; with two players that is everybody.
    stolen = tuple(s.players[1].hand)
    assert game.view(s, None).players[1].known == (stolen if seats == 2 else ())


@pytest.mark.parametrize(("seats", "seen"), [(2, "XB1"), (3, "bolvangar")])
def test_d39_of_two_players_both_know_a_stolen_token_and_so_do_spectators(seats: int, seen: str) -> None:
    """RULES D16, D39."""
    s = table(player(), player(tokens="XB1"), *(player() for _ in range(seats - 2)), steps=[])
    s.plan(StealToken(0))
    told = agenda.settle(s)
    assert game.view(s, None).players[0].tokens == (seen,)
    assert told[-1].heard_by(None) is (seats == 2)


@pytest.mark.parametrize(("knowing", "seen"), [("XJ2", "XJ2"), ("XJ1", "jordan_college")])
def test_d39_a_token_that_one_of_two_looked_at_and_the_other_took_is_known_to_spectators(
    knowing: str, seen: str
) -> None:
    """RULES D33, D39: a peek alone is one player's secret."""
    s = table(player(), player(knows=[knowing]), steps=[TakeToken(0)], towns={"jordan_college": "XJ1 XJ2"})
    assert game.view(s, None).slots["jordan_college"] == (FACE_DOWN, FACE_DOWN)
    say(s, 0, "take-token", "slot-2")
    assert game.view(s, None).players[0].tokens == (seen,)


@pytest.mark.parametrize(("seats", "seen"), [(2, ["G09", "G03"]), (3, [None, None, None])])
def test_d39_the_cards_under_the_allies_of_two_players_are_known_to_spectators(
    seats: int, seen: list[str | None]
) -> None:
    """RULES D37, D39."""
    pairs = ["G10 G03", "G01 G09", "G06 G05"][:seats]
    s = table(*(player(pair=pair.split()) for pair in pairs), steps=[ChooseAllies(tuple(range(seats)))])
    for seat, ally in enumerate(["G10", "G01", "G06"][:seats]):
        told = say(s, seat, "choose-ally", ally)
    assert [each.tucked for each in game.view(s, None).players] == seen
    assert [event.heard_by(None) for event in told if event.kind == "tucked"] == [seats == 2] * seats
