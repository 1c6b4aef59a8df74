"""RULES D63: what every constraint makes of a text, word by word."""

from __future__ import annotations

import pytest

from service.games.new_lands.cards import CITIES, PERIPETIES
from service.games.new_lands.constraints import apply, pace, tokens
from service.games.new_lands.facts import Language

CAT = ["Le chat noir dort, tranquille,", "sur un vieux tapis."]
SHIP = ["The old ship--a wreck--slept", "under seven fathoms of cold", "water, and no one knew."]

HEARD: dict[str, tuple[Language, list[str], list[str]]] = {
    "per_tempete_de_sable": ("fr", CAT, ["le chat noir dort tranquille", "sur un vieux tapis"]),
    "per_a_contre_courant": ("fr", CAT, CAT[::-1]),
    "per_echo_de_la_grotte": (
        "fr",
        CAT,
        ["Le chat noir dort, tranquille, dort… tranquille…", "sur un vieux tapis. vieux… tapis…"],
    ),
    "per_sillon_du_boeuf": ("fr", CAT, ["Le chat noir dort, tranquille,", "tapis. vieux un sur"]),
    "per_gue_glissant": ("fr", CAT, ["Le chat … dort, tranquille,", "… un vieux …"]),
    "per_tyrolienne": ("fr", CAT, CAT),
    "per_eboulis": ("fr", CAT, ["chat dort, Le noir tranquille,", "sur tapis. un vieux"]),
    "per_marche_arriere": ("fr", CAT, ["tapis. vieux un sur tranquille,", "dort, noir chat Le"]),
    "per_sentier_efface": ("en", SHIP, [SHIP[0], SHIP[2]]),
    "per_mal_de_mer": ("fr", CAT, ["Le nat choir trort, danquille,", "vur un sieux tapis."]),
    "per_ile_aux_o": ("fr", CAT, ["Lo chot noor dort, tronqoollo,", "sor on vooox topos."]),
    "per_pont_coupe": ("fr", CAT, ["Le chat noir …", "sur un …"]),
    "per_termites": ("fr", CAT, ["L cht nr drt, trnqll,", "sr n vx tps."]),
    "per_sables_mouvants": ("fr", CAT, ["Le cha noi dor, tra,", "sur un vie tap."]),
    "per_brouillard": ("fr", CAT, ["Le chat noir dort, …", "sur un vieux tapis."]),
    "per_peage": ("fr", CAT, ["Le bip noir dort, bip", "sur un vieux bip"]),
    "city_consonople": ("fr", CAT, ["Le chat noir dort, tranquille,", "sur vieux tapis."]),
    "city_babel_sur_page": (
        "en",
        SHIP,
        ["the old ship a wreck slept", "water and no one knew", "under seven fathoms of cold"],
    ),
    "city_laconie": ("fr", CAT, ["tranquille,"]),
    "city_atlantexte": ("fr", CAT, ["Le … noir … tranquille,", "… un … tapis."]),
    "city_palindropolis": ("fr", CAT, ["Le tahc noir trod, tranquille,", "rus un xueiv tapis."]),
}

ENGLISH: dict[str, list[str]] = {
    "per_peage": ["beep old ship--a beep", "beep beep fathoms of cold", "beep and no beep beep"],
    "per_mal_de_mer": ["E thold wrip--a sheck--slept", "sunder even cathoms of fold", "ater, wand no knone ew."],
    "per_ile_aux_o": ["Tho old shop--o wrock--slopt", "ondor sovon fothoms of cold", "wotor, ond no ono know."],
    "city_consonople": ["The ship--a wreck--slept", "seven fathoms cold", "water, no knew."],
}


def test_every_constraint_has_a_golden_reading() -> None:
    assert set(HEARD) == {*PERIPETIES, *CITIES}


@pytest.mark.parametrize("name", HEARD)
def test_vector_23_what_the_group_hears(name: str) -> None:
    language, lines, heard = HEARD[name]
    card = PERIPETIES.get(name) or CITIES[name]
    assert apply(card.transform, lines, language) == tuple(heard)


@pytest.mark.parametrize("name", ENGLISH)
def test_in_english_too(name: str) -> None:
    card = PERIPETIES.get(name) or CITIES[name]
    assert list(apply(card.transform, SHIP, "en")) == ENGLISH[name]


@pytest.mark.parametrize(("count", "order"), [(6, "1 4 2 5 3 6"), (9, "1 6 2 7 3 8 4 9 5"), (5, "1 4 2 5 3"), (1, "1")])
def test_vector_24_interlacing(count: int, order: str) -> None:
    lines = [str(n) for n in range(1, count + 1)]
    assert " ".join(apply(CITIES["city_babel_sur_page"].transform, lines, "en")) == order


def test_the_zip_line_halves_the_time_and_falls_back_on_silences() -> None:
    """RULES D63: in a game without a clock the card says what happens instead."""
    card = PERIPETIES["per_tyrolienne"]
    assert pace(card.transform) == 0.5
    assert apply(card.untimed_fallback, CAT, "fr") == ("Le chat noir … tranquille,", "sur un … tapis.")
    assert pace(PERIPETIES["per_termites"].transform) == 1.0


def test_lone_marks_belong_to_a_word() -> None:
    assert tokens("« Oui ! » dit-il — non ; …") == ["« Oui ! »", "dit-il", "— non ; …"]
    assert tokens("...") == ["..."]


def test_a_constraint_that_leaves_nothing_leaves_no_line() -> None:
    assert apply(CITIES["city_laconie"].transform, ["il va", "où ?"], "fr") == ()


@pytest.mark.parametrize("card", [*PERIPETIES.values(), *CITIES.values()], ids=lambda card: card.id)
def test_odd_lines_break_nothing(card: object) -> None:
    odd = ["", "…", "« — »", "a", "œ-É'y 12 A.", "--Non--dis-je", "I'd’ve"]
    for language in ("en", "fr"):
        assert isinstance(apply(card.transform, odd, language), tuple)  # type: ignore[attr-defined]
