"""RULES 2.3: the table is laid out."""

from __future__ import annotations

import pytest

from service.games.kit.decision import Answer
from service.games.kit.game import BadOptions
from service.games.mountains_of_madness.cards import BOX, EQUIPMENT, MADNESS, TILES, WOUNDS
from service.games.mountains_of_madness.lexicon import CLASSES, fold
from service.games.mountains_of_madness.rules.turn import Turn
from service.games.mountains_of_madness.state import State
from tests.games.mountains_of_madness.table import game, table


def equipment_on(s: State) -> list[str]:
    return s.draw + s.discard + s.wounds + s.esoteric + [card for player in s.players for card in player.hand]


@pytest.mark.parametrize(("seats", "hand", "wounds"), [(3, 5, 3), (4, 4, 4), (5, 3, 5)])
def test_hands_and_starting_wounds_depend_on_the_number_of_players(seats: int, hand: int, wounds: int) -> None:
    """RULES 2.6, 2.8, 2.10."""
    s = game.new(seats, "seed")

    assert [len(player.hand) for player in s.players] == [hand] * seats
    assert s.limit == hand
    assert len(s.discard) == wounds
    assert set(s.discard) <= WOUNDS
    assert len(s.wounds) == 15 - wounds
    assert (s.sled, s.spent, s.boxed) == (6, 0, 0)
    assert not WOUNDS & set(s.draw)


def test_every_card_of_the_box_is_in_exactly_one_place() -> None:
    """RULES 1.2, 2.4, 2.5, 2.7."""
    s = game.new(4, "seed")

    assert sorted(equipment_on(s)) == sorted([*EQUIPMENT, *WOUNDS])
    assert sorted([*s.board.values(), *s.unused]) == sorted(TILES)
    held = [card for player in s.players for card in player.madness]
    assert sorted([*held, *(card for pile in s.piles for card in pile)]) == sorted(MADNESS)


def test_tiles_lie_in_their_regions_and_eleven_stay_in_the_box() -> None:
    """RULES 2.3."""
    s = game.new(3, "seed")

    assert len(s.board) == 25
    assert len(s.unused) == 11
    assert all(
        TILES[tile].region == next(x.region for x in BOX.board.spaces if x.id == at) for at, tile in s.board.items()
    )


@pytest.mark.parametrize(("seats", "mad"), [(3, 0), (4, 3), (5, 5)])
def test_the_first_madness_spares_three_players_and_the_first_leader_of_four(seats: int, mad: int) -> None:
    """RULES 2.11, D2."""
    s = game.new(seats, "seed")

    assert sum(player.level for player in s.players) == mad
    if seats == 4:
        assert s.players[s.leader].level == 0


def test_the_table_may_name_its_first_leader_and_characters() -> None:
    """RULES 2.2, D1, D3."""
    s = game.new(3, "seed", {"first_leader": 2, "characters": ["Lake", "Gedney", "Ropes"]})

    assert s.leader == 2
    assert [player.character for player in s.players] == ["Lake", "Gedney", "Ropes"]


def test_the_two_sides_of_one_player_board_cannot_both_be_taken() -> None:
    """RULES 2.2."""
    for board in BOX.player_boards:
        other = BOX.player_boards[board.id % 5].sides[0].name
        with pytest.raises(BadOptions, match="two sides of one player board"):
            game.new(3, "seed", {"characters": [board.sides[0].name, other, board.sides[1].name]})


def test_a_turn_has_five_phases_in_this_order() -> None:
    """RULES 3.1."""
    s = table(3, Turn(), hands={seat: ["tools 4"] for seat in range(3)}, airplane=None)
    phases = [s.phase]
    for _ in range(200):
        if s.turn > 1:
            break
        question = game.decisions(s)[0]
        game.apply(s, Answer(question.seat, question.kind, question.on_timeout))
        phases += [s.phase] if s.phase != phases[-1] else []
    told = [phase for phase in phases if phase != "window"]
    assert told[:2] == ["movement", "encounter"]
    assert told[-3:] == ["draw", "rest", "movement"]
    assert set(told[2:-3]) <= {"reward", "failures"}


def test_every_card_names_its_source() -> None:
    """RULES D31."""
    assert BOX.tiles[0].source == "rulebook"
    assert {card.source for card in BOX.madness} == {"published", "house"}
    assert sum(card.source == "published" for card in BOX.madness) == 6


def test_a_gentle_table_has_one_wound_fewer() -> None:
    """RULES D32."""
    assert len(game.new(5, "seed", {"gentle": True}).discard) == 4


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"mode": "relaxed", "timer_s": 60}, "timer_s"),
        ({"timer_s": 5}, "timer_s"),
        ({"timer_s": 601}, "timer_s"),
        ({"first_leader": 3}, "first_leader"),
        ({"characters": ["Lake", "Dyer"]}, "characters"),
        ({"characters": ["Lake", "Lake", "Dyer"]}, "characters"),
        ({"characters": ["Lake", "Dyer", "Cthulhu"]}, "characters"),
        ({"characters": ["Lake", "Dyer", "Atwood"]}, "characters"),
        ({"mode": "hurried"}, "mode"),
    ],
)
def test_options_that_do_not_go_together_are_named(options: dict[str, object], field: str) -> None:
    """RULES 2.2, D3, D32."""
    with pytest.raises(BadOptions) as wrong:
        game.new(3, "seed", options)
    assert wrong.value.field == field


def test_no_character_is_a_word_of_the_lexicon() -> None:
    """RULES D3."""
    names = [side.name for board in BOX.player_boards for side in board.sides]
    assert len(set(names)) == 10
    for name in names:
        assert not any(pattern.search(fold(name)) for pattern in CLASSES.values()), name
