"""The deal, and the advanced variant."""

from __future__ import annotations

import pytest

from service.games.kit.decision import Illegal
from service.games.kit.game import BadOptions
from tests.games.faraway.table import ALL_CARDS, cards_on, game, say


@pytest.mark.parametrize(
    ("seats", "market", "used", "left"), [(2, 3, 27, 41), (3, 4, 37, 31), (4, 5, 47, 21), (5, 6, 57, 11), (6, 7, 67, 1)]
)
def test_the_deal_for_every_number_of_players(seats: int, market: int, used: int, left: int) -> None:
    """RULES 3.1, 3.2, 3.3."""
    s = game.new(seats, "deal")
    assert [len(someone.hand) for someone in s.players] == [3] * seats
    assert len(s.market) == market
    assert len(s.pile) == 45
    assert len(s.deck) == 68 - 3 * seats - market
    assert used + left == 68
    assert len(s.deck) - 6 * market == left


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_one_player_is_too_few_and_seven_are_too_many(seats: int) -> None:
    """RULES D1."""
    with pytest.raises(BadOptions):
        game.new(seats, "deal")


def test_an_unknown_option_is_refused_by_name() -> None:
    with pytest.raises(BadOptions):
        game.new(2, "deal", {"expert": True})
    with pytest.raises(BadOptions) as wrong:
        game.new(2, "deal", {"advanced": "very"})
    assert wrong.value.field == "advanced"


# -- the advanced variant ----------------------------------------------------------


def test_everyone_keeps_three_of_five_before_a_market_is_known() -> None:
    """RULES 3.4, D4."""
    s = game.new(3, "advanced", {"advanced": True})
    assert [len(someone.hand) for someone in s.players] == [5, 5, 5]
    assert s.market == []
    assert [(q.kind, q.least, q.most, len(q.options)) for q in game.decisions(s)] == [("keep-regions", 3, 3, 5)] * 3

    kept = [tuple(someone.hand[1:4]) for someone in s.players]
    for seat in (2, 0, 1):
        told = say(s, seat, "keep-regions", *kept[seat])

    assert [tuple(someone.hand) for someone in s.players] == kept
    assert len(s.market) == 4
    assert len(s.deck) == 68 - 9 - 4
    assert sorted(cards_on(s)) == ALL_CARDS
    assert [event.kind for event in told if event.to is None] == ["regions-returned", "market-revealed", "round-began"]


def test_regions_given_back_are_shuffled_into_the_deck_and_may_return() -> None:
    """RULES 3.4."""
    back = 0
    for n in range(20):
        s = game.new(6, f"back-{n}", {"advanced": True})
        returned = {region for someone in s.players for region in someone.hand[3:]}
        for seat in range(6):
            say(s, seat, "keep-regions", *s.players[seat].hand[:3])
        assert not returned & {region for someone in s.players for region in someone.hand}
        back += len(returned & set(s.market))
    assert back > 20


def test_a_player_who_kept_still_sees_all_five_until_everyone_has() -> None:
    s = game.new(2, "advanced", {"advanced": True})
    dealt = tuple(s.players[0].hand)

    say(s, 0, "keep-regions", *dealt[:3])

    seen = game.view(s, 0)
    assert seen.phase == "keep"
    assert seen.me is not None
    assert (seen.me.hand, seen.me.submitted) == (dealt, dealt[:3])
    assert [someone.submitted for someone in seen.players] == [True, False]


@pytest.mark.parametrize("count", [0, 2, 4, 5])
def test_neither_two_nor_four_may_be_kept(count: int) -> None:
    s = game.new(2, "advanced", {"advanced": True})
    with pytest.raises(Illegal) as wrong:
        say(s, 0, "keep-regions", *s.players[0].hand[:count])
    assert wrong.value.code == "wrong-number-of-picks"
