"""RULES 4.12, D44: every mission has something true and something false to say, in both languages."""

from __future__ import annotations

import pytest

from service.games.new_lands.books.book import Book, from_text
from service.games.new_lands.books.pages import Line
from service.games.new_lands.cards import BOX, MISSIONS
from service.games.new_lands.checks import (
    ClosesSentence,
    CountListed,
    CountMarks,
    CountWords,
    Either,
    Every,
    Not,
    SharedRoot,
    Where,
)
from service.games.new_lands.facts import Language
from service.games.new_lands.form import Reading
from service.games.new_lands.missions import holds, true
from service.games.new_lands.words import letters, parts, words
from tests.games.new_lands.table import game


def passage(text: str) -> list[Line]:
    """Lines cut at slashes; a line that begins a paragraph is marked with ¶."""
    lines = [line.strip() for line in text.split(" / ")]
    return [Line(line.removeprefix("¶"), start=line.startswith("¶")) for line in lines]


EXAMPLES: dict[str, dict[Language, tuple[str, str]]] = {
    "mis_boucle": {
        "en": ("Tom went home with his hat", "Tom went home again, alone"),
        "fr": ("Été comme hiver, une école", "Été comme hiver, le matin"),
    },
    "mis_meridien": {
        "en": ("and on / a day / apples fell", "and on / a day / one fell"),
        "fr": ("à la fin / Ami / âne gris", "à la fin / Ami / un âne"),
    },
    "mis_archipel": {
        "en": ("a, b, c, d, e, f, g, h", "a, b, c, d, e, f; g, h"),
        "fr": ("a, b, c, d, e, f, g, h", "a, b, c, d, e; f; g, h"),
    },
    "mis_dun_seul_tenant": {"en": ("one / two", "one / ¶two"), "fr": ("un / deux", "¶un / deux")},
    "mis_finistere": {
        "en": ("He went home.”", "He met Mr."),
        "fr": ("Il rentra… »", "Il vit entrer M."),
    },
    "mis_grand_route": {
        "en": ("He met Mr. Fogg at 3.14, alone... then slept", "He slept. He woke. He"),
        "fr": ("M. Fogg dormait, seul ! et puis", "M. Fogg dormait, seul, et puis"),
    },
    "mis_points_cardinaux": {
        "en": ("far to the north", "far to the mill"),
        "fr": ("là-bas, à gauche", "là-haut, à l'étage"),
    },
    "mis_racines": {
        "en": ("she spoke of the speech", "she said the speech, the speech"),
        "fr": ("lire, c'est la lecture", "un livre, un autre livre"),
    },
    "mis_repousse": {
        "en": ("a captain is a Captain", "a sailor is a sailor"),
        "fr": ("l'étrange île, l'étrange mer", "la maison, la maison"),
    },
    "mis_bourgeons_jumeaux": {
        "en": ("all bees see good wood, free grass, apples", "all bees see good wood, free grass"),
        "fr": (
            "elle cette ville belle comme nulle autre allée donne",
            "elle cette ville belle comme nulle autre allée",
        ),
    },
    "mis_greffe": {
        "en": ("a well-known sailor", "a well--known sailor"),
        "fr": ("peut-être, dit-il", "peut-être, disait on -- non"),
    },
    "mis_haie_taillee": {
        "en": ("big brown bears", "big bears and brown"),
        "fr": ("trois tout tendres", "trois pas tout à fait tendres"),
    },
    "mis_feuillage": {
        "en": ("slowly and softly", "slowly, with a fly"),
        "fr": ("lentement, doucement", "lentement, il ment"),
    },
    "mis_vrilles": {"en": ("big green nets", "big grey nets"), "fr": ("avec ces souliers", "avec une ombre")},
    "mis_lil_desert": {
        "en": ("the lamp is lit", "he's gone"),
        "fr": ("la lampe brûle", "avant qu'il neige"),
    },
    "mis_recensement": {
        "en": (
            "then Ada met Ben and Cleo",
            "then Ada met Ben and Ada. Then",
        ),
        "fr": ("puis Ada vit Paul et l'Afrique", "puis Ada vit Paul. Puis"),
    },
    "mis_enquete": {"en": ("who?", "who!"), "fr": ("qui ?", "qui !")},
    "mis_clameur": {"en": ("who!", "who?"), "fr": ("oh ! ah !", "oh ! ah ?")},
    "mis_refus_poli": {
        "en": ("not without cause", "not with cause"),
        "fr": ("pas sans raison", "pas avec lui"),
    },
    "mis_adresse": {"en": ("where are you going", "where is she going"), "fr": ("où vas-tu", "où va-t-on")},
    "mis_comptine": {
        "en": ("two by the first gate", "two by the gate"),
        "fr": ("vingt-deux lampes", "vingt lampes, une seule"),
    },
    "mis_serpent": {
        "en": ("six sad sails slid south so slowly", "six sad sails slid south so far"),
        "fr": ("six sœurs sages sont sorties sans souliers", "six sœurs sages sont sorties sans elle"),
    },
    "mis_amphisbene": {
        "en": ("that eagle's edge, the area", "that noon, an eye"),
        "fr": ("cela, tant, tout, elle entre", "tant de nuits, l'été"),
    },
    "mis_boa": {
        "en": ("his correspondence", "his letters from home"),
        "fr": ("incompréhensible", "compréhension"),
    },
    "mis_fourmis": {
        "en": ("so it is gone", "so it was so"),
        "fr": ("il a eu froid", "il avait eu froid"),
    },
    "mis_crabe": {"en": ("he did it", "she went"), "fr": ("un été ici", "elle dort")},
    "mis_kangourou": {
        "en": ("light in the lighthouse", "light, and light again"),
        "fr": ("la porte, les portes", "la porte, la porte"),
    },
    "mis_perroquet": {
        "en": ("rain on the roof, rain", "rain on the roof and the old wall, rain"),
        "fr": ("pluie sur pluie", "pluie sur le toit et sur le vieux mur, pluie"),
    },
}

EVERY = [
    pytest.param(mission, language, n == 0, text, id=f"{mission}-{language}-{'false' if n else 'true'}")
    for mission, both in EXAMPLES.items()
    for language, pair in both.items()
    for n, text in enumerate(pair)
]


def test_every_mission_has_examples() -> None:
    assert set(EXAMPLES) == set(MISSIONS)


@pytest.mark.parametrize(("mission", "language", "expected", "text"), EVERY)
def test_a_mission_is_true_or_false(mission: str, language: Language, expected: bool, text: str) -> None:
    assert holds(mission, passage(text), language) is expected


# -- vectors 1, 9 and 10 -----------------------------------------------------------


def test_vector_1_words() -> None:
    """RULES 2.10, D13: the rulebook's own example."""
    assert words("C'est simple, n'est-il pas ?") == ["C'est", "simple", "n'est-il", "pas"]
    assert words("--Non--dis-je") == ["Non", "dis-je"]
    assert words("'t was 1,000 o’clock — l’été-") == ["t", "was", "1", "000", "o’clock", "l’été"]
    assert parts("n'est-il") == ["n", "est", "il"]
    assert letters("Œuvre-l'Été") == "oeuvrelete"


GUIDE = [
    "tinuer la route ne coûte rien, disait le vieux guide, et",
    "chaque étape nous rapproche du but. La lecture d'une carte",
    "suffit : nous allons lire la nôtre ce soir, puis marcher",
    "vers le col avant qu'il neige. Les mulets sont chargés, la",
    "corde est prête, les lampes aussi ; demain nous verrons la",
    "vallée, les toits rouges, et peut-être la mer",
]


def test_vectors_9_and_10_the_passage_that_starts_in_the_middle_of_a_word() -> None:
    lines = [Line(text) for text in GUIDE]
    assert len(Reading(lines, "fr").words) == 60
    assert {mission for mission in MISSIONS if holds(mission, lines, "fr")} == {
        "mis_archipel",
        "mis_dun_seul_tenant",
        "mis_racines",
    }
    without = [Line(text.replace("qu'il neige", "la neige")) for text in GUIDE]
    assert holds("mis_lil_desert", without, "fr")


# -- the vocabulary ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "Mr. Fogg, at 3.5 miles; no: yes? Oh! Well... so… A. B. end.",
            [
                "comma",
                "semicolon",
                "colon",
                "question",
                "exclamation",
                "ellipsis",
                "ellipsis",
                "period",
            ],
        ),
        ("It was I. Then", ["period"]),
    ],
)
def test_marks_are_counted_without_those_of_abbreviations_numbers_and_initials(text: str, found: list[str]) -> None:
    assert list(Reading(passage(text), "en").marks()) == found


def test_a_word_hyphenated_at_the_line_end_is_one_word() -> None:
    """RULES 2.10, D13: with its hyphen where it is a compound, without where it is merely cut."""
    assert Reading(passage("a well- / known road"), "en").words == ["a", "well-known", "road"]
    cut = passage("a con‐ / tinuous pas‐ / sage")
    assert Reading(cut, "en").words == ["a", "continuous", "passage"]
    assert not holds("mis_greffe", cut, "en")
    assert not holds("mis_refus_poli", passage("il y a pas‐ / sage et pas‐ / sion"), "fr")


def names(text: str, language: Language = "en", book: Book | None = None) -> list[str]:
    """The proper names of a passage."""
    return Reading(passage(text), language, book).names()


def test_three_names_at_the_start_of_sentences_are_names() -> None:
    """RULES D61: mis_recensement; ordinary words have their capital from the sentence."""
    assert names("¶Ada ran. Ben slept. “Cleo sang.” Then all / ¶Were still. You'll see") == ["ada", "ben", "cleo"]
    assert names("Ada courut. Jean dormait. Puis Zoé chanta. Est-ce Ada ?", "fr") == ["ada", "jean", "zoe", "ada"]
    assert holds("mis_recensement", passage("Ada ran. Ben slept. Cleo sang."), "en")
    assert not holds("mis_recensement", passage("Ada ran. Ben slept. Ada's lamp"), "en")


def test_at_the_start_of_a_sentence_the_book_tells_a_name_from_a_word() -> None:
    """RULES D61: a word that the book writes small more often than with a capital is no name there."""
    text = "we saw the lantern of Bill, and Bill saw the bill. Lantern in hand he met Captain Bill, our captain. "
    book = from_text(text * 2400, "Bill")
    assert names("on deck. Bill ran. Lantern oil", book=book) == ["bill"]
    assert names("on deck. Bill ran. Lantern oil") == ["bill", "lantern"]


@pytest.mark.parametrize(
    ("mission", "language", "expected", "text"),
    [
        ("mis_points_cardinaux", "fr", False, "il est là, elle est ici et c'est bien, il l'est"),
        ("mis_points_cardinaux", "fr", True, "ils vont à l'est, puis au nord-est"),
        ("mis_points_cardinaux", "fr", True, "un vent d'est, un pays vers l’Est"),
        ("mis_refus_poli", "en", True, "I don't, I won’t"),
        ("mis_refus_poli", "en", False, "I do, as was his wont, and shed a tear"),
        ("mis_comptine", "fr", True, "une quinzaine, puis une trentaine de pas"),
        ("mis_comptine", "en", True, "they came one by one"),
        ("mis_comptine", "fr", False, "une lampe, un livre, 12 pas et 15 pas"),
    ],
)
def test_word_lists_mean_what_the_card_says(mission: str, language: Language, expected: bool, text: str) -> None:
    """RULES D44: the verb is not the compass point, a contraction is a denial, and numbers are words of the list."""
    assert holds(mission, passage(text), language) is expected


@pytest.mark.parametrize(
    ("mission", "text"),
    [
        ("mis_boa", "in 12345678901234"),
        ("mis_amphisbene", "in 1881 and 2002 and 3113"),
        ("mis_crabe", "in 1881"),
        ("mis_haie_taillee", "10 11 12"),
        ("mis_vrilles", "121 131 141"),
        ("mis_fourmis", "at 10 12 14"),
        ("mis_meridien", "12th / 13th / 15th"),
        ("mis_repousse", "1234567 and 1234567"),
        ("mis_boucle", "1 lamp in 1851"),
    ],
)
def test_digits_are_not_letters(mission: str, text: str) -> None:
    """RULES D55."""
    assert not holds(mission, passage(text), "en")


def test_doubled_letters_do_not_span_an_apostrophe_or_a_hyphen() -> None:
    """RULES D55: they are two letters of one word, side by side."""
    spanning = "o'or d'dim s's qu'un-nez e-e l'le a-an n'ni m'm t't"
    assert not holds("mis_bourgeons_jumeaux", passage(spanning), "fr")
    assert holds("mis_bourgeons_jumeaux", passage("l'allée " * 8), "fr")


@pytest.mark.parametrize(("text", "palindrome"), [("d'été", False), ("s'es", True), ("rare-ment", False)])
def test_joined_words_are_one_word_in_every_mission(text: str, palindrome: bool) -> None:
    """RULES 2.10: unless a card says that parts count, as that of L'il désert does."""
    assert holds("mis_crabe", passage(text), "fr") is palindrome


def test_a_card_that_looks_inside_joined_words_says_so() -> None:
    """RULES 2.10, D44."""
    inside = {m.id for m in MISSIONS.values() if isinstance(m.check["fr"], CountListed | SharedRoot)}
    for mission in MISSIONS.values():
        assert ("mot joint" in game.words("fr").cards[mission.id].text) is (mission.id in inside)
        assert ("joined word" in game.words("en").cards[mission.id].text) is (mission.id in inside)


def test_a_verse_without_punctuation_closes_a_sentence() -> None:
    """RULES 2.8: mis_finistere; and the names of verses may stand at their start."""
    verse = [Line("Sous le pont Mirabeau", True, True, True), Line("coule la Seine", True, True, True)]
    assert holds("mis_finistere", verse, "fr")
    assert not holds("mis_finistere", [Line("Sous le pont"), Line("coule la Seine")], "fr")


def test_checks_may_be_joined() -> None:
    comma = CountMarks(marks=("comma",), cmp=">=", n=1)
    reading, bare = Reading(passage("a, b."), "en"), Reading(passage("a b."), "en")
    assert true(Every((comma, ClosesSentence())), reading)
    assert not true(Every((comma, ClosesSentence())), bare)
    assert true(Either((comma, ClosesSentence())), bare)
    assert true(Not(comma), bare)


@pytest.mark.parametrize(
    ("where", "count"),
    [
        (Where(joiner="apostrophe"), 2),
        (Where(joiner="hyphen"), 1),
        (Where(len_max=2), 1),
        (Where(ends=("il",)), 2),
        (Where(not_in=("pas",)), 3),
    ],
)
def test_words_are_counted_by_every_key(where: Where, count: int) -> None:
    check = CountWords(where=where, cmp="==", n=count)
    assert true(check, Reading(passage("Qu'il n'est-il pas là"), "fr"))


def test_no_mission_without_words() -> None:
    for mission in BOX.missions:
        for language in ("en", "fr"):
            assert isinstance(holds(mission.id, [Line("…")], language), bool)
