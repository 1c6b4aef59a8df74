"""Chapters 7 and 9 of RULES.md: the dirigible, Truth tiles, the clean-up and the final draw."""

from __future__ import annotations

import pytest

from service.games.golden_compass.cards import PASSAGES, TRUTHS
from service.games.golden_compass.rules.truth import CleanUp, DrawTruths, MeetMagisterium, picking_order
from service.games.golden_compass.state import State
from service.games.kit.dice import Dice
from tests.games.golden_compass.table import asked, game, ids, player, refused, say, table


def bag(values: str) -> list[str]:
    """A bag from which these tiles come out in this order; P is a Passage."""
    left = {value: [tile for tile, v in TRUTHS.items() if v == value] for value in range(1, 7)}
    passages = list(PASSAGES)
    drawn = [passages.pop(0) if value == "P" else left[int(value)].pop(0) for value in values.split()]
    return drawn[::-1]


def values(tiles: list[str]) -> list[int]:
    """What is printed on these tiles."""
    return [TRUTHS[tile] for tile in tiles]


# -- the dirigible -----------------------------------------------------------------


def holding(hand: str, ally: str, tucked: str) -> State:
    """A player with the dirigible at the end of a period."""
    return table(player(hand, ally=ally, tucked=tucked), player(), steps=[MeetMagisterium()], dirigible=0)


def test_t11_the_holder_discards_the_magisterium_value_plus_one() -> None:
    """RULES 7.2, 7.3."""
    s = holding("L01 L02 L03 L04 L05", "G10", "G03")
    question = asked(s)
    assert (question.kind, question.least, question.most) == ("pay-magisterium", 0, 4)
    for few in ("L01", "L01 L02", "L01 L02 L03"):
        assert refused(s, 0, "pay-magisterium", *ids(few)) == "wrong-price"
    assert refused(s, 0, "pay-magisterium", *ids("L01 L02 L03 L04 L05")) == "wrong-number-of-picks"

    say(s, 0, "pay-magisterium", *ids("L01 L02 L03 L04"))

    assert s.players[0].hand == ["L05-a"]
    assert (s.dirigible, s.renounced) == (None, None)


def test_t11_or_renounces_a_tile() -> None:
    """RULES 7.2, 7.3."""
    s = holding("L01 L02 L03 L04 L05", "G10", "G03")
    say(s, 0, "pay-magisterium")
    assert (len(s.players[0].hand), s.dirigible, s.renounced) == (5, None, 0)


def test_t11_with_too_few_cards_there_is_no_choice() -> None:
    """RULES D21, D31."""
    s = holding("L01 L02 L03", "G10", "G03")
    assert game.decisions(s) == []
    assert (s.dirigible, s.renounced) == (None, 0)


def test_t11_value_nought_costs_one_card() -> None:
    """RULES 7.2."""
    s = holding("L01", "G03", "G05")
    say(s, 0, "pay-magisterium", "L01-a")
    assert (s.players[0].hand, s.renounced) == ([], None)


def test_the_dearest_price_is_a_full_hand() -> None:
    """RULES D40."""
    s = holding("L01 L02 L03 L04 L05 L06 L07", "G10", "G09")
    assert asked(s).most == 7


def test_without_a_holder_nobody_is_asked() -> None:
    """RULES 7.2."""
    s = table(player(), player(), steps=[MeetMagisterium()])
    assert (game.decisions(s), s.renounced) == ([], None)


# -- draw and pick -----------------------------------------------------------------

TILES = "6 6 5 4 3 3 2 1"


def four(hands: tuple[int, int], **more: object) -> State:
    """T12: compasses 4, 2, 2, 0; the second and third player hold so many cards."""
    cards = [f"L{n:02}" for n in range(1, 20)]
    one, two = " ".join(cards[: hands[0]]), " ".join(cards[10 : 10 + hands[1]])
    return table(
        player(compasses=4), player(one, compasses=2), player(two, compasses=2), player(),
        steps=[DrawTruths()], bag=bag(TILES), **more,
    )  # type: ignore[arg-type] # fmt: skip


def best_picks(s: State) -> list[int]:
    """Everyone takes the best tiles; what each seat has then."""
    while questions := game.decisions(s):
        say(s, questions[0].seat, "take-truths", *questions[0].on_timeout)
    return [sum(values(someone.truths)) for someone in s.players]


def test_t12_more_compasses_first_then_more_cards() -> None:
    """RULES 7.5, 7.6."""
    s = four((3, 5))
    assert s.order == (0, 2, 1, 3)
    assert best_picks(s) == [12, 6, 9, 3]
    assert s.aside == []


def test_t12_then_further_to_the_left_of_the_first_player() -> None:
    """RULES 7.6, D22."""
    s = four((3, 3))
    assert s.order == (0, 2, 1, 3)


def test_t12_after_renouncing_one_tile_less() -> None:
    """RULES 7.2, 7.5."""
    s = four((3, 5), renounced=2)
    assert best_picks(s) == [12, 7, 5, 5]
    assert values(s.aside) == [1]


def test_t12_the_picture_in_the_rulebook_goes_by_falling_number_of_compasses() -> None:
    """RULES 7.5."""
    s = table(player(compasses=3), player(compasses=2), player(compasses=1), steps=[])
    assert picking_order(s) == (0, 1, 2)


@pytest.mark.parametrize("first", [0, 1, 2])
def test_d22_the_first_player_picks_last_among_equals(first: int) -> None:
    """RULES D22."""
    s = table(player(), player(), player(), steps=[], first=first)
    assert picking_order(s) == ((first + 2) % 3, (first + 1) % 3, first)


def test_tiles_are_taken_of_choice_and_exactly_two() -> None:
    """RULES 7.5."""
    s = four((3, 5))
    tiles = asked(s).options
    assert refused(s, 0, "take-truths", tiles[0]) == "wrong-number-of-picks"
    assert refused(s, 0, "take-truths", tiles[0], "V36") == "not-an-option"
    say(s, 0, "take-truths", tiles[-1], tiles[2])
    assert values(s.players[0].truths) == [1, 5]


def test_tiles_left_over_never_return_to_the_bag() -> None:
    """RULES 7.4, 7.7."""
    s = table(player(), player(), steps=[DrawTruths()])
    best_picks(s)
    assert (len(s.aside), len(s.bag), s.truths) == (4, 28, [])


# -- clean-up ----------------------------------------------------------------------


def test_after_a_period_everything_but_hands_tokens_and_dust_goes_home() -> None:
    """RULES 7.8."""
    s = table(
        player("L01 L02", tokens="XJ1", ally="G01", tucked="G02", compasses=5, dust=2), player("L03"),
        steps=[CleanUp()], at="objective_green", pile="L10 L11", discards="L20 L21 L22",
    )  # fmt: skip
    me = s.players[0]
    assert (me.hand, me.tokens, me.dust) == (ids("L01 L02"), ["XJ1"], 2)
    assert (me.ally, me.tucked, me.compasses, me.supply) == (None, None, 0, 14)
    assert (sorted(s.draw_pile), s.discards) == (ids("L10 L11 L20 L21 L22"), [])
    assert s.space.id == "objective_green"


# -- the final draw ----------------------------------------------------------------


def test_t19_passages_drawn_on_the_way_do_not_count_toward_the_eight() -> None:
    """RULES 9.2."""
    s = table(player(), player(), steps=[], at="objective_red", bag=bag("5 P 3 3 6 1 P 2 4 4 6 P"))
    # The Passages are in this bag already; chance must not add and mix them.
    s.bag = [tile for tile in s.bag if tile not in PASSAGES]
    order = bag("5 P 3 3 6 1 P 2 4 4 6 P")

    class Dealt(Dice):
        def shuffle(self, cards: object) -> None:  # type: ignore[override]
            assert isinstance(cards, list)
            assert sorted(cards) == sorted(order)
            cards[:] = order

    s.dice = Dealt("final")
    DrawTruths().finish(s)

    assert sorted(values(s.truths)) == sorted([5, 3, 3, 6, 1, 2, 4, 4])
    assert len(s.passages) == 2
    assert len(s.bag) == 2


def test_in_the_first_two_periods_no_passage_is_in_the_bag() -> None:
    """RULES 7.4, 9.2."""
    for at in ("objective_green", "objective_blue"):
        s = table(player(), player(), steps=[DrawTruths()], at=at)
        assert (s.passages, len(s.truths)) == ([], 8)


def test_on_average_eight_sevenths_of_a_passage_are_drawn() -> None:
    """RULES 9.2, D26."""
    drawn = 0
    for n in range(700):
        s = table(player(), player(), steps=[], at="objective_red", bag=list(TRUTHS)[:20])
        s.dice = Dice(f"passages-{n}")
        DrawTruths().finish(s)
        drawn += len(s.passages)
    assert drawn / 700 == pytest.approx(8 / 7, abs=0.12)
