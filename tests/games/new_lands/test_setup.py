"""RULES 3.1, 7.2: laying out the table, and what cannot be laid out."""

from __future__ import annotations

import re
from typing import Any

import pytest

from service.games.kit.game import BadOptions
from service.games.new_lands import library, passage
from service.games.new_lands.cards import BOX, CHARACTERS, EXPLORATIONS, JOKER, MISSIONS, PERIPETIES
from service.games.new_lands.facts import LANGUAGES, Language
from service.games.new_lands.library import MissingBook
from service.games.new_lands.originals import ORIGINALS
from service.games.new_lands.rules.preparation import Prepare
from service.games.new_lands.state import Player
from service.games.new_lands.themes import matching
from tests.games.new_lands.table import asked, game, refused, say, small_book, table

KINDS = ("explorations", "missions", "lost_cities", "peripeties", "characters")


def wrong(seats: int = 3, **options: Any) -> BadOptions:
    """Why a table cannot be opened."""
    with pytest.raises(BadOptions) as found:
        game.new(seats, "seed", options)
    return found.value


def test_the_table_is_laid_out_as_the_rules_say() -> None:
    """RULES 3.3, 3.4, 3.6, 3.7, 3.8, D16."""
    s = game.new(4, "seed")
    assert s.camp % 2 == 1
    assert len(s.around) == 4
    assert len(s.row) == 5
    assert len(s.missions) == 1
    assert s.letters == 26
    assert len(s.pile) == 28
    assert sorted([*s.mission_pile, *s.row, *s.missions]) == sorted(MISSIONS)
    assert s.peripetia_pile == []


@pytest.mark.parametrize(("mode", "city"), [("excursion", 63), ("short", 83), ("classic", 113)])
def test_vector_4_where_the_city_is(mode: str, city: int) -> None:
    """RULES 3.5, 7.2: 50, 70 or 100 pages after the start."""
    distance = BOX.modes[mode].city_distance_pages  # type: ignore[index]
    assert passage.city_page(small_book(), 13, distance) == city
    s = game.new(2, "seed", {"book": small_book().fingerprint, "mode": mode})
    assert s.city_page - s.camp == distance


def test_a_city_on_a_short_page_steps_back() -> None:
    """RULES D15."""
    book = small_book(short=(63, 61))
    assert passage.city_page(book, 13, 50) == 59


@pytest.mark.parametrize(("mode", "pages"), [("excursion", 100), ("short", 120), ("classic", 150)])
def test_vector_6_the_shortest_book_starts_on_one_of_five_pages(mode: str, pages: int) -> None:
    """RULES 3.1, 3.2, 7.2."""
    book = small_book(pages)
    starts = {game.new(2, f"seed-{n}", {"book": book.fingerprint, "mode": mode}).camp for n in range(60)}
    assert starts == {1, 3, 5, 7, 9}
    shorter = small_book(pages - 1)
    found = wrong(book=shorter.fingerprint, mode=mode)
    assert found.field == "book"
    assert str(pages) in str(found)


@pytest.mark.parametrize(
    ("mode", "difficulty", "letters"),
    [
        ("excursion", "standard", 26),
        ("short", "very_easy", 26),
        ("short", "easy", 20),
        ("short", "normal", 14),
        ("short", "standard", 14),
        ("classic", "normal", 26),
        ("classic", "standard", 26),
        ("classic", "difficult", 20),
        ("classic", "very_difficult", 14),
    ],
)
def test_module_1_letters_by_mode_and_difficulty(mode: str, difficulty: str, letters: int) -> None:
    """RULES 7.3."""
    assert game.new(2, "seed", {"mode": mode, "difficulty": difficulty}).letters == letters


@pytest.mark.parametrize(
    ("field", "options"),
    [
        ("difficulty", {"mode": "excursion", "difficulty": "easy"}),
        ("difficulty", {"mode": "short", "difficulty": "difficult"}),
        ("difficulty", {"mode": "classic", "difficulty": "easy"}),
        ("ranks", {"ranks": True}),
        ("ranks", {"ranks": True, "mode": "classic", "peripeties": True, "characters": True}),
        ("book", {"book": "no such book"}),
        ("", {"start_page": 13}),
        ("words_per_minute", {"words_per_minute": 79}),
        ("words_per_minute", {"words_per_minute": 301}),
        ("scout_seconds", {"scout_seconds": 1}),
        ("mode", {"mode": "long"}),
        ("timed", {"timed": "yes"}),
    ],
)
def test_what_does_not_go_together_is_refused_by_name(field: str, options: dict[str, Any]) -> None:
    """RULES 7.1, 7.19."""
    assert wrong(**options).field == field


@pytest.mark.parametrize("peripeties", [False, True])
def test_all_six_characters_can_be_chosen_with_any_modules(peripeties: bool) -> None:
    """RULES 7.9, 7.12: the Textplorer is of little use without the péripéties, but may be taken."""
    s = game.new(6, "seed", {"characters": True, "peripeties": peripeties})
    for seat, character in enumerate(CHARACTERS):
        assert character in asked(s)["choose-character"]
        say(s, seat, "choose-character", character)
    assert [player.character for player in s.players] == list(CHARACTERS)


def test_the_textplorer_without_peripeties_has_nothing_to_look_at() -> None:
    """RULES 7.12: nothing is asked of them, and the turn goes on."""
    players = [Player(character="char_textploratrice", know_how=True), Player()]
    s = table(Prepare(), seats=2, players=players, options={"characters": True})
    assert asked(s, 0).keys() == {"set-compass"}


def test_a_book_is_opened_at_random_and_nobody_names_the_page() -> None:
    """RULES 3.2, D14: who could name it could read ahead in a book that is being played."""
    assert "start_page" not in type(game.options({})).__struct_fields__
    starts = {game.new(2, f"seed-{n}", {"book": small_book().fingerprint}).camp for n in range(200)}
    assert len(starts) > 40


def test_a_start_has_a_way_to_the_city() -> None:
    """RULES D14: where all pages up to the city are short there is no start; a book without any is refused."""
    book = small_book(100, short=tuple(range(1, 54)))
    assert {game.new(2, f"seed-{n}", {"book": book.fingerprint}).camp for n in range(40)} == {5, 7, 9}
    barren = small_book(100, short=tuple(range(1, 101)))
    assert wrong(book=barren.fingerprint).field == "book"


@pytest.mark.parametrize("seats", [1, 7])
def test_two_to_six_players(seats: int) -> None:
    """RULES D17."""
    assert wrong(seats).field == "seats"


def test_with_domains_the_joker_starts_in_the_book() -> None:
    """RULES 7.13."""
    s = game.new(3, "seed", {"domains": True})
    assert s.missions == [JOKER]
    assert len(s.mission_pile) + len(s.row) == 28


def test_everyone_picks_a_character_in_seat_order() -> None:
    """RULES 7.9, D31."""
    s = game.new(3, "seed", {"characters": True, "peripeties": True})
    assert s.phase == "characters"
    assert asked(s) == {"choose-character": tuple(CHARACTERS)}
    say(s, 0, "choose-character", "char_souffleur")
    assert refused(s, 1, "choose-character", "char_souffleur") == "not-an-option"
    say(s, 1, "choose-character", "char_textploratrice")
    say(s, 2, "choose-character", "char_arpenteur")
    assert [player.know_how for player in s.players] == [True] * 3
    assert s.phase == "scout_choice"


def test_the_book_may_be_played_with_the_other_language() -> None:
    assert game.new(2, "seed").language == "en"
    assert game.new(2, "seed", {"language": "fr"}).language == "fr"


# -- the shelf of books ------------------------------------------------------------


def test_a_table_whose_book_is_gone_says_so() -> None:
    book = small_book(name="borrowed")
    s = game.new(2, "seed", {"book": book.fingerprint})
    raw = game.save(s)
    assert library.shelved(book.fingerprint)
    library.forget(book.fingerprint)
    assert not library.shelved(book.fingerprint)
    with pytest.raises(MissingBook) as missing:
        game.view(game.load(raw), 0)
    assert missing.value.name == book.fingerprint
    library.shelve(book)
    assert game.view(game.load(raw), 0).book == book.card()


def test_the_state_does_not_hold_the_book() -> None:
    s = game.new(6, "seed", {"characters": True, "peripeties": True})
    assert len(game.save(s)) < 6000


@pytest.mark.parametrize("name", ORIGINALS)
def test_the_built_in_books_are_long_enough_and_speak_of_every_theme(name: str) -> None:
    book, original = library.book(name), ORIGINALS[name]
    assert book.last >= 150
    assert book.fingerprint == original.fingerprint
    assert library.book(original.fingerprint) is book
    assert (book.title, book.language) == (original.title, original.language)
    assert library.built_in()[name] is book
    rich = [any(matching(" ".join(line.text for line in page[:6]), book.language)) for page in book.pages]
    assert sum(rich) / len(rich) > 0.95


def test_so_many_uploads_stay_at_hand() -> None:
    first = small_book(name="first")
    for n in range(library.MOST_SHELVED):
        small_book(name=f"later-{n}")
    assert not library.shelved(first.fingerprint)


def test_the_cards_are_complete() -> None:
    """RULES 1.2, 7.18, D34, D64."""
    values = sorted(card.advance for card in EXPLORATIONS.values())
    assert [values.count(n) for n in range(2, 10)] == [3, 5, 6, 6, 5, 3, 2, 2]
    assert sorted(card.advance_modifier for card in PERIPETIES.values()) == [2] * 6 + [3] * 6 + [4] * 4
    by_domain: dict[str, int] = {}
    for card in EXPLORATIONS.values():
        by_domain[card.domain] = by_domain.get(card.domain, 0) + card.advance
    assert set(by_domain.values()) == {40}
    assert game.cards()["joker"]["id"] == JOKER
    assert "lexicon" not in game.cards()["explorations"][0]


def test_every_card_says_where_it_comes_from() -> None:
    cards = game.cards()
    every = [cards["joker"], *(card for kind in KINDS for card in cards[kind])]
    assert {card["source"] for card in every} == {"rulebook", "house"}
    assert [card["id"] for card in every if card["source"] == "rulebook"] == [JOKER, "exp_joy"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_card_says_its_value(language: Language) -> None:
    cards = game.words(language).cards
    assert [id for id, card in EXPLORATIONS.items() if f" ({card.advance}, " not in cards[id].name] == []
    told = {id: f"{card.advance_modifier} " for id, card in PERIPETIES.items()}
    assert [id for id, value in told.items() if not cards[id].text.startswith(value)] == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_word_lists_and_root_families_are_served_and_shown(language: Language) -> None:
    """RULES D44: on the card itself, or in the rules a player reads."""
    cards = game.cards()
    shown = " ".join((game.folder / "text" / f"rules.{language}.md").read_text("utf-8").split())
    for spoken in LANGUAGES:
        between = " ; " if language == "fr" else "; "
        assert between.join(", ".join(family) for family in cards["root_families"][spoken]) in shown
        assert ", ".join(cards["lists"]["number"][spoken]) in shown
        terms = game.words(language).terms
        assert terms[f"list-number-{spoken}"] == ", ".join(cards["lists"]["number"][spoken])
        assert terms[f"list-roots-{spoken}"].split(between) == [", ".join(f) for f in cards["root_families"][spoken]]
    for name, mission in [("negation", "mis_refus_poli"), ("place_word", "mis_points_cardinaux")]:
        text = game.words(language).cards[mission].text
        for word in cards["lists"][name][language]:
            assert re.split("[ ']", word)[-1] in text or word.endswith("n't")


def test_a_table_in_the_middle_is_a_table() -> None:
    assert game.load(game.save(table())) == table()
