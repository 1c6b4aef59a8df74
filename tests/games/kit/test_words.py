"""What the kit says for every game: refusals with the right number in them, and prompts about something."""

from __future__ import annotations

import msgspec
import pytest

from service.games import REGISTRY
from service.games.kit.decision import Decision, Illegal, Picks


def refused(language: str, least: int, most: int, picks: Picks) -> str | None:
    """What a player reads who picks too few or too many of four options."""
    question = Decision("any", 0, ("a", "b", "c", "d"), least=least, most=most)
    with pytest.raises(Illegal) as wrong:
        question.check(picks)
    return REGISTRY["faraway"].words(language).refuse(wrong.value.code, wrong.value.params)


@pytest.mark.parametrize(
    ("least", "most", "picks", "said"),
    [
        (1, 1, (), "Choose exactly one; you chose none."),
        (1, 1, ("a", "b"), "Choose exactly one; you chose 2."),
        (3, 3, ("a",), "Choose exactly 3; you chose one."),
        (1, 3, (), "Choose between 1 and 3; you chose none."),
        (0, 1, ("a", "b"), "Choose at most one; you chose 2."),
    ],
)
def test_a_wrong_number_of_picks_is_refused_with_the_number_that_is_right(
    least: int, most: int, picks: Picks, said: str
) -> None:
    assert refused("en", least, most, picks) == said


@pytest.mark.parametrize(
    ("least", "most", "picks", "said"),
    [
        (1, 1, (), "Faites exactement un choix ; vous n’en avez fait aucun."),
        (1, 1, ("a", "b"), "Faites exactement un choix ; vous en avez fait 2."),
        (3, 3, ("a",), "Faites exactement 3 choix ; vous en avez fait un seul."),
        (1, 3, (), "Faites entre 1 et 3 choix ; vous n’en avez fait aucun."),
        (0, 2, ("a", "b", "c"), "Faites au plus 2 choix ; vous en avez fait 3."),
    ],
)
def test_a_wrong_number_of_picks_is_refused_in_french_too(least: int, most: int, picks: Picks, said: str) -> None:
    assert refused("fr", least, most, picks) == said


def test_a_refusal_without_words_is_none_so_that_the_caller_can_say_something_else() -> None:
    assert REGISTRY["faraway"].words("en").refuse("no-such-code", {}) is None


def test_a_question_may_say_what_it_is_about() -> None:
    words = msgspec.structs.replace(
        REGISTRY["faraway"].words("en"), decisions={"discard": "Discard {count:one card|# cards} from {region}."}
    )

    assert words.ask("discard", {"count": 2, "region": "r3"}) == ("Discard 2 cards from region 3.")


def test_a_sentence_begins_with_a_capital_and_a_name_is_left_as_its_player_writes_it() -> None:
    words = msgspec.structs.replace(
        REGISTRY["faraway"].words("en"), story={"failed": "{kind}: a failure.", "left": "{seat} leaves."}
    )
    assert words.tell("failed", {"kind": "crates"}, ()) == "Crates: a failure."
    assert words.tell("left", {"seat": 0}, ("ada",)) == "ada leaves."
