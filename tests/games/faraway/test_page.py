"""The text page of Faraway: what a row is worth now, what it lacks, and what a choice would bring."""

from __future__ import annotations

from service.games.faraway.rules import Explore, KeepSanctuary
from service.games.faraway.state import State
from service.games.kit.page import Ask, PageContext
from tests.games.faraway.table import game, player, table


def page(s: State, seat: int | None, language: str = "en") -> str:
    """What one reader sees, every text in one line."""
    asks = tuple(Ask(name, question) for name, question in game.questions(s).items() if question.seat == seat)
    context = PageContext(seat=seat, names=("Ada", "Ben"), language=language, decisions=asks)
    return " ".join(game.page(game.view(s, seat), context).split())


def test_a_region_that_scores_nothing_says_what_it_lacks() -> None:
    s = table(player(row=[45, 5], hand=[1]), player(row=[3, 9], hand=[2]), steps=[Explore((0, 1))], round=3)
    text = page(s, 0)
    assert "1. r45 river, stone; 13 points, needs 3 chimeras [lacks 2 chimeras]" in text
    assert "2. r5 river, chimera; 2 points [now 2]" in text
    assert "Your row from first to last (worth 2 fame now)" in text
    assert "Icons on your cards: 1 stone, 1 chimera, 2 rivers." in text


def test_a_region_of_the_hand_is_weighed_as_the_next_one() -> None:
    s = table(player(row=[12], hand=[3, 46]), player(row=[3], hand=[2]), steps=[Explore((0, 1))])
    text = page(s, 0)
    assert "r3 river; 4 points [row then 4]" in text
    assert "[row then 0, finds 3]" in text, "one, one for the clue on 12 and one for that on 46"


def test_a_sanctuary_is_weighed_with_the_row() -> None:
    mine = player(row=[13, 29], placed=[], found=["S37", "S45"])
    s = table(mine, player(row=[3, 9]), steps=[KeepSanctuary(0)], round=3)
    text = page(s, 0)
    assert "S37 2 per thistle [row then 4]" in text
    assert "S45 5 points [row then 7]" in text


def test_the_others_are_called_by_their_names_and_their_hand_stays_hidden() -> None:
    s = table(player(row=[45], hand=[1]), player(row=[9], hand=[2]), steps=[Explore((0, 1))])
    assert "Ben: row 9; 1 desert; worth 5; 1 in hand." in page(s, 0)
    assert "r2 " not in page(s, 0)
    assert "r1 " not in page(s, None)
    assert "Ben : ligne 9 ; 1 désert ; vaut 5 ; 1 en main." in page(s, 0, "fr")
