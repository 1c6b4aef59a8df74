"""RULES D7, D27, D64 on real novels: pages, fingerprints, mission rates. Only with FARSHORE_NOVELS."""

from __future__ import annotations

from statistics import mean

import pytest

from service.games.new_lands import passage
from service.games.new_lands.books.book import Book
from service.games.new_lands.cards import MISSIONS
from service.games.new_lands.facts import Language
from service.games.new_lands.form import Reading
from service.games.new_lands.meaning import hidden_meaning
from service.games.new_lands.missions import holds, true
from tests.games.new_lands.novels import NOVELS, book, needs_novels

pytestmark = needs_novels

PAGES = {
    "fr_zola_au_bonheur_des_dames": (577, []),
    "fr_verne_vingt_mille_lieues_sous_les_mers": (583, [25, 571]),
    "fr_verne_tour_du_monde_80_jours": (292, [39, 75, 127, 205, 245]),
    "fr_verne_voyage_au_centre_de_la_terre": (295, [41, 85, 169]),
    "fr_leroux_mystere_chambre_jaune": (328, [105, 221, 259]),
    "en_austen_pride_and_prejudice": (454, [309, 327]),
    "en_stevenson_treasure_island": (246, [119, 147, 191, 201, 209]),
    "en_verne_twenty_thousand_leagues": (394, [39, 77, 107, 177, 339, 383]),
    "en_shelley_frankenstein": (268, [5, 139, 175]),
}
FINGERPRINTS = {
    "fr_zola_au_bonheur_des_dames": "adcbe9351320e71d90c3d4d4a67823ed176654fb1f12cf0d00af523320fcec86",
    "fr_verne_vingt_mille_lieues_sous_les_mers": "436bb96207f2292f81c50eb680bc1c8ca8b24dd75963ad9d6470d0c7621b9493",
    "fr_verne_tour_du_monde_80_jours": "3264fecce6165ee2a47ae9f6897f5c955e1799b708148e9aa07aee9fa919a33c",
    "fr_verne_voyage_au_centre_de_la_terre": "68f656f8d802b237930dd77f6884a6493d0bfe62bd187d8968990e07f1cdfb2c",
    "fr_leroux_mystere_chambre_jaune": "1739afd0bb26966f271867d23c50e52f56e77421e23b6bc3f41dd82a037fc974",
    "en_austen_pride_and_prejudice": "24d8e95e5686d4231416c2df40be2f2329a7b26edbcbaa0db619f2f3b1c8bb5e",
    "en_stevenson_treasure_island": "9304535d6e3a9adb088e4a6d925b29b037e2bad60d103a4d0b9e6a58d085fdbd",
    "en_verne_twenty_thousand_leagues": "a0060bff57e6abaa4d64338a8d39bbe29e40af1895f5ec89cb0aaf87c97f641c",
    "en_shelley_frankenstein": "f94c75e834ab98f3e619a50bbd351b6cf536dbd0b723833ccdf0131c410c5b1f",
}


@pytest.mark.parametrize("name", PAGES)
def test_a_novel_has_its_pages_its_short_pages_and_its_fingerprint(name: str) -> None:
    read = book(name)
    pages, short = PAGES[name]
    assert read.last == pages
    assert [page for page in range(1, read.last + 1, 2) if not read.readable(page)] == short
    assert read.fingerprint == FINGERPRINTS[name]
    assert all(len(line.text) <= 60 for page in read.pages for line in page)


def test_all_nine_novels_are_here() -> None:
    assert set(NOVELS) == set(PAGES)


@pytest.mark.parametrize(("language", "passages"), [("fr", 2046), ("en", 1332)])
def test_missions_are_true_as_often_as_the_cards_say(language: Language, passages: int) -> None:
    shelf: list[Book] = [book(name) for name in PAGES if name.startswith(language)]
    readings = [[Reading(page[:6], language, read) for page in read.pages if len(page) >= 6] for read in shelf]
    assert sum(map(len, readings)) == passages
    for mission in MISSIONS.values():
        check = mission.check[language]
        rate = mean(mean(true(check, reading) for reading in one) for one in readings)
        assert rate == pytest.approx(mission.rate[language], abs=0.002), mission.id
        assert 0.05 <= rate <= 0.35, mission.id


def test_vector_7_a_short_page_sends_the_scout_back() -> None:
    """RULES 2.4, D10."""
    island = book("en_stevenson_treasure_island")
    assert len(island.page(119)) == 5
    page = passage.long_enough(island, 119, camp=101, city=151)
    assert page == 117
    assert island.page(page)[0].text == "fell."


def test_vector_8_a_page_begins_as_printed() -> None:
    dames = book("fr_zola_au_bonheur_des_dames")
    assert dames.page(61)[0].text == "ménagères du quartier traversaient les galeries désertes. À"


@pytest.mark.parametrize(
    ("name", "page", "language", "found"),
    [
        ("fr_zola_au_bonheur_des_dames", 61, "fr", {"mis_dun_seul_tenant", "mis_lil_desert"}),
        ("en_stevenson_treasure_island", 63, "en", {"mis_lil_desert", "mis_enquete", "mis_adresse", "mis_crabe"}),
    ],
)
def test_vector_11_these_missions_and_no_others(name: str, page: int, language: Language, found: set[str]) -> None:
    lines = book(name).page(page)[:6]
    assert {mission for mission in MISSIONS if holds(mission, lines, language, book(name))} == found


def test_vector_20_the_hidden_meaning_of_the_ladies_paradise() -> None:
    sentence = hidden_meaning(book("fr_zola_au_bonheur_des_dames"), 163 + 2 * 9, "fr")
    assert sentence is not None
    assert sentence.page == 181
    assert sentence.text.startswith("-- Ah bien! reprit l'autre, elle a dû en pleurer...")


def test_vector_21_a_page_that_starts_in_the_middle_of_a_sentence() -> None:
    island = book("en_stevenson_treasure_island")
    assert island.page(63)[0].text == "ship's safety and the life of every man Jack aboard of her."
    sentence = hidden_meaning(island, 63, "en")
    assert sentence is not None
    assert sentence.text == "I see things going, as I think, not quite right."


@pytest.mark.parametrize("name", PAGES)
def test_every_right_hand_page_of_a_novel_leads_to_a_hidden_meaning(name: str) -> None:
    read = book(name)
    for page in range(1, read.last - 20, 2):
        sentence = hidden_meaning(read, page, read.language)
        assert sentence is not None
        assert 0 < len(sentence.text) <= 30 * 61
