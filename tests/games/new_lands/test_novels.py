"""RULES 15 on whole books: pages, fingerprints, missions, hidden meanings.

The bundled books are always read; the novels that RULES 15 was measured on only if FARSHORE_NOVELS names their folder.
"""

from __future__ import annotations

from statistics import mean

import pytest

from service.games.new_lands import passage
from service.games.new_lands.cards import MISSIONS
from service.games.new_lands.facts import Language
from service.games.new_lands.form import Reading
from service.games.new_lands.meaning import hidden_meaning
from service.games.new_lands.missions import holds, true
from service.games.new_lands.originals import ORIGINALS
from tests.games.new_lands.novels import BOOKS, FOLDER, NOVELS, at_hand, book

ATLAS, ALLUMEUSE = ORIGINALS
ZOLA, ISLAND = "fr_zola_au_bonheur_des_dames", "en_stevenson_treasure_island"

PAGES = {
    ATLAS: (207, [49, 97, 207]),
    ALLUMEUSE: (213, [61, 77, 127]),
    ZOLA: (577, []),
    "fr_verne_vingt_mille_lieues_sous_les_mers": (583, [25, 571]),
    "fr_verne_tour_du_monde_80_jours": (292, [39, 75, 127, 205, 245]),
    "fr_verne_voyage_au_centre_de_la_terre": (295, [41, 85, 169]),
    "fr_leroux_mystere_chambre_jaune": (328, [105, 221, 259]),
    "en_austen_pride_and_prejudice": (454, [309, 327]),
    ISLAND: (246, [119, 147, 191, 201, 209]),
    "en_verne_twenty_thousand_leagues": (394, [39, 77, 107, 177, 339, 383]),
    "en_shelley_frankenstein": (268, [5, 139, 175]),
}
FINGERPRINTS = {
    **{name: original.fingerprint for name, original in ORIGINALS.items()},
    ZOLA: "adcbe9351320e71d90c3d4d4a67823ed176654fb1f12cf0d00af523320fcec86",
    "fr_verne_vingt_mille_lieues_sous_les_mers": "436bb96207f2292f81c50eb680bc1c8ca8b24dd75963ad9d6470d0c7621b9493",
    "fr_verne_tour_du_monde_80_jours": "3264fecce6165ee2a47ae9f6897f5c955e1799b708148e9aa07aee9fa919a33c",
    "fr_verne_voyage_au_centre_de_la_terre": "68f656f8d802b237930dd77f6884a6493d0bfe62bd187d8968990e07f1cdfb2c",
    "fr_leroux_mystere_chambre_jaune": "1739afd0bb26966f271867d23c50e52f56e77421e23b6bc3f41dd82a037fc974",
    "en_austen_pride_and_prejudice": "24d8e95e5686d4231416c2df40be2f2329a7b26edbcbaa0db619f2f3b1c8bb5e",
    ISLAND: "9304535d6e3a9adb088e4a6d925b29b037e2bad60d103a4d0b9e6a58d085fdbd",
    "en_verne_twenty_thousand_leagues": "a0060bff57e6abaa4d64338a8d39bbe29e40af1895f5ec89cb0aaf87c97f641c",
    "en_shelley_frankenstein": "f94c75e834ab98f3e619a50bbd351b6cf536dbd0b723833ccdf0131c410c5b1f",
}
PASSAGES: dict[Language, int] = {"fr": 2046, "en": 1332}
"""How many passages the novels of each language have; the rates on the cards were measured on them."""


@pytest.mark.parametrize(("name", "expected"), at_hand(PAGES))
def test_a_book_has_its_pages_its_short_pages_and_its_fingerprint(name: str, expected: tuple[int, list[int]]) -> None:
    read = book(name)
    assert (read.last, [page for page in range(1, read.last + 1, 2) if not read.readable(page)]) == expected
    assert read.fingerprint == FINGERPRINTS[name]
    assert all(len(line.text) <= 60 for page in read.pages for line in page)


def test_the_folder_of_novels_has_all_nine_if_there_is_one() -> None:
    assert set(NOVELS) == ({*PAGES} - {*ORIGINALS} if FOLDER else set())


@pytest.mark.parametrize("language", PASSAGES)
def test_missions_are_true_as_often_as_the_cards_say(language: Language) -> None:
    """The rates on the cards are those of the novels; a bundled book only has passages of both kinds."""
    shelf = [read for read in map(book, NOVELS or ORIGINALS) if read.language == language]
    readings = [[Reading(page[:6], language) for page in read.pages if len(page) >= 6] for read in shelf]
    for mission in MISSIONS.values():
        check, measured = mission.check[language], mission.measured[language]
        rates = [mean(true(check, reading) for reading in one) for one in readings]
        assert all(0 < rate < 0.5 for rate in rates), mission.id
        if NOVELS:
            assert sum(map(len, readings)) == PASSAGES[language]
            assert mean(rates) == pytest.approx(measured.rate, abs=0.002), mission.id
            assert min(rates) == pytest.approx(measured.min_book, abs=0.02), mission.id
            assert max(rates) == pytest.approx(measured.max_book, abs=0.02), mission.id


SHORT = {
    ATLAS: (97, 5, 79, 129, 95),
    ALLUMEUSE: (61, 4, 43, 93, 59),
    ISLAND: (119, 5, 101, 151, 117),
}


@pytest.mark.parametrize(("name", "row"), at_hand(SHORT))
def test_vector_7_a_short_page_sends_the_scout_back(name: str, row: tuple[int, int, int, int, int]) -> None:
    short, lines, camp, city, before = row
    assert len(book(name).page(short)) == lines
    assert passage.long_enough(book(name), short, camp=camp, city=city) == before
    assert len(book(name).page(before)) >= 6


FIRST_LINES = {
    ATLAS: {61: "three ribs, and the jaw of the man who laughed. Blood ran"},
    ALLUMEUSE: {63: "lui écrivait en vers. Elle songea à ses frères, et à la"},
    ZOLA: {61: "ménagères du quartier traversaient les galeries désertes. À"},
    ISLAND: {117: "fell.", 63: "ship's safety and the life of every man Jack aboard of her."},
}


@pytest.mark.parametrize(("name", "pages"), at_hand(FIRST_LINES))
def test_vector_8_a_page_begins_as_printed(name: str, pages: dict[int, str]) -> None:
    assert {page: book(name).page(page)[0].text for page in pages} == pages


HOLDING = {
    ATLAS: (63, {"mis_perroquet", "mis_comptine", "mis_fourmis", "mis_greffe"}),
    ALLUMEUSE: (61, {"mis_finistere", "mis_perroquet", "mis_boucle"}),
    ZOLA: (61, {"mis_dun_seul_tenant", "mis_lil_desert"}),
    ISLAND: (63, {"mis_lil_desert", "mis_enquete", "mis_adresse", "mis_crabe"}),
}


@pytest.mark.parametrize(("name", "row"), at_hand(HOLDING))
def test_vector_11_these_missions_and_no_others(name: str, row: tuple[int, set[str]]) -> None:
    page, expected = row
    lines = book(name).page(page)[:6]
    assert {mission for mission in MISSIONS if holds(mission, lines, book(name).language)} == expected


# The pages of the atlases and of Treasure Island begin in the middle of a sentence.
MEANINGS = {
    ATLAS: (61, "Blood ran from the knee, and she bound the wound with her own stocking."),
    ALLUMEUSE: (63, "Elle songea à ses frères, et à la longue table où il y avait toujours un fils de"),
    ZOLA: (163 + 2 * 9, "-- Ah bien! reprit l'autre, elle a dû en pleurer..."),
    ISLAND: (63, "I see things going, as I think, not quite right."),
}


@pytest.mark.parametrize(("name", "row"), at_hand(MEANINGS))
def test_vectors_20_and_21_a_hidden_meaning_is_the_first_sentence_that_begins_on_the_page(
    name: str, row: tuple[int, str]
) -> None:
    page, expected = row
    sentence = hidden_meaning(book(name), page, book(name).language)
    assert sentence is not None
    assert sentence.page == page
    assert sentence.text.startswith(expected)


@pytest.mark.parametrize("name", BOOKS)
def test_every_right_hand_page_of_a_book_leads_to_a_hidden_meaning(name: str) -> None:
    read = book(name)
    for page in range(1, read.last - 20, 2):
        sentence = hidden_meaning(read, page, read.language)
        assert sentence is not None
        assert 0 < len(sentence.text) <= 30 * 61
