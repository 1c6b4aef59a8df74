"""RULES 3.1: laying out the table, and what cannot be laid out."""

from __future__ import annotations

from service.games.kit.dice import Dice
from service.games.kit.game import BadOptions
from service.games.new_lands import library, passage
from service.games.new_lands.books.book import Book
from service.games.new_lands.cards import BOX, CITIES, EXPLORATIONS, JOKER, MISSIONS, PERIPETIES
from service.games.new_lands.library import MissingBook
from service.games.new_lands.rules import rest
from service.games.new_lands.rules.choice import ChooseCharacter, TurnBegins
from service.games.new_lands.state import Options, Player, State


def lay_out(seats: int, dice: Dice, options: Options) -> State:
    """RULES 3.3, 3.4, 3.5, 3.6, 3.7, 3.8, with chance in the order of RULES D16."""
    check(seats, options)
    book = find(options)
    mode = BOX.modes[options.mode]
    start = start_page(book, options, dice)
    pile, missions, peripeties = list(EXPLORATIONS), list(MISSIONS), list(PERIPETIES)
    dice.shuffle(pile)
    dice.shuffle(missions)
    if options.peripeties:
        dice.shuffle(peripeties)
    city = dice.choice(list(CITIES))
    s = State(
        seats=seats,
        dice=dice,
        options=options,
        book=book.fingerprint,
        language=book.language if options.language == "book" else options.language,
        players=[Player() for _ in range(seats)],
        camp=start,
        start=start,
        city_page=passage.city_page(book, start, mode.city_distance_pages),
        city=city,
        letters=options.letters or 0,
        pile=pile,
        mission_pile=missions,
        peripetia_pile=peripeties if options.peripeties else [],
        missions=[JOKER] if options.domains else [missions.pop(0)],
    )
    s.tell("camp-pitched", page=s.camp, city_page=s.city_page, letters=s.letters)
    rest.fill_explorations(s)
    rest.fill_missions(s)
    s.plan(TurnBegins())
    if options.characters:
        s.phase = "characters"
        s.plan(*(ChooseCharacter(seat) for seat in range(seats)))
    return s


def check(seats: int, options: Options) -> None:
    """RULES 7.3, 7.19: what does not go together."""
    if options.letters is None:
        offered = ", ".join(BOX.modes[options.mode].letters)
        raise BadOptions("difficulty", f"{options.mode} may be {offered}, not {options.difficulty}")
    whole = options.mode == "classic" and options.peripeties and options.characters and options.domains
    if options.ranks and not whole:
        raise BadOptions("ranks", "ranks need the classic mode with péripéties, characters and domains")


def find(options: Options) -> Book:
    """RULES 3.1, 7.2: the book, if it is there and long enough for the mode."""
    try:
        book = library.book(options.book)
    except MissingBook as missing:
        raise BadOptions("book", str(missing)) from None
    needed = BOX.modes[options.mode].min_pages
    if book.last < needed:
        raise BadOptions("book", f"{options.mode} needs {needed} pages, the book has {book.last}")
    return book


def start_page(book: Book, options: Options, dice: Dice) -> int:
    """RULES 3.2, D14: drawn evenly from the right-hand pages that leave enough of the book and a way to the city."""
    mode = BOX.modes[options.mode]
    allowed = [
        page
        for page in passage.starts(book, mode.min_pages_after_start)
        if passage.city_page(book, page, mode.city_distance_pages) > page
    ]
    if not allowed:
        raise BadOptions("book", f"no way of {mode.city_distance_pages} pages in this book has pages of six lines")
    return dice.choice(allowed)
