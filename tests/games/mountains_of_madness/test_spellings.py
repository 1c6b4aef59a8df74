"""RULES D22, D23: words that cards forbid count in every spelling, and harmless text passes."""

from __future__ import annotations

import pytest

from tests.games.mountains_of_madness.table import say, unsaid
from tests.games.mountains_of_madness.test_gates import mad

NUMBERS = """
sixes
fours of tools
tens
iv
six-six-four
f-o-u-r
two, deux, III
|||
""".strip().splitlines()
KINDS = """
toolz
tøøls
t00ls
t-o-o-l-s
toolsfour
rifles and knives
un fusil
des couteaux
MES OUTILS
""".strip().splitlines()
FIRST_PERSON = """
il m'appelle
les miens
la mienne
j'ai
c'est à moi
gimme that
""".strip().splitlines()


@pytest.mark.parametrize("text", NUMBERS)
@pytest.mark.parametrize("card", ["M2-01", "M3-15", "M3-17", "M3-19"])
def test_a_number_counts_in_every_form_for_every_card_that_forbids_them(card: str, text: str) -> None:
    """RULES D22, D23."""
    assert unsaid(mad(card), 0, text) == "forbid"


@pytest.mark.parametrize("text", NUMBERS)
@pytest.mark.parametrize("card", ["M2-02", "M2-16", "M3-05"])
def test_a_number_counts_in_every_form_for_every_card_that_wants_it_by_signal(card: str, text: str) -> None:
    """RULES D22, D23."""
    assert unsaid(mad(card), 0, text) == "truthful"


@pytest.mark.parametrize("text", KINDS)
@pytest.mark.parametrize(("card", "code"), [("M2-08", "forbid"), ("M3-15", "forbid"), ("M2-06", "truthful")])
def test_a_kind_counts_in_every_spelling(card: str, code: str, text: str) -> None:
    """RULES D22, D23."""
    assert unsaid(mad(card), 0, text) == code


@pytest.mark.parametrize("text", FIRST_PERSON)
@pytest.mark.parametrize("card", ["M1-05", "M3-17"])
def test_the_first_person_counts_in_every_form(card: str, text: str) -> None:
    """RULES D22, D23."""
    assert unsaid(mad(card), 0, text) == "forbid"


@pytest.mark.parametrize(
    ("card", "text"), [("M3-06", "tools-four-books-six"), ("M2-05", "four-tools-six-books"), ("M3-06", "tools'four")]
)
def test_a_chain_of_words_counts_as_its_words(card: str, text: str) -> None:
    """RULES D22."""
    assert unsaid(mad(card), 0, text) == "length"


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("M1-12", "tekeli-li!"),
        ("M1-12", "on y va, Tekeli-li."),
        ("M1-13", "4 outils, tu es sûre ?"),
        ("M1-13", "vous êtes sûres\u202f?"),
        ("M1-13", "are you sure?!"),
        ("M1-03", "who brings them ?!"),
        ("M1-04", "4 outils\u00a0!"),
        ("M2-01", "Let's go to M2"),
        ("M3-06", "tekeli-li"),
        ("M3-06", "dix-sept"),
        ("M1-05", "them and others"),
        ("M1-20", "« oui » – 50 % & c’est tout"),
    ],
)
def test_harmless_text_and_ordinary_typing_pass(card: str, text: str) -> None:
    """RULES D22, D25."""
    say(mad(card), 0, text)
