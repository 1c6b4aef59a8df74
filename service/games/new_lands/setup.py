"""RULES 3: laying out the table, and what cannot be laid out."""

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
    """RULES 3, with chance in the order of D16: start, explorations, missions, péripéties, city."""
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
    """RULES 7: what does not go together."""
    if options.letters is None:
        offered = ", ".join(BOX.modes[options.mode].letters)
        raise BadOptions("difficulty", f"{options.mode} may be {offered}, not {options.difficulty}")
    whole = options.mode == "classic" and options.peripeties and options.characters and options.domains
    if options.ranks and not whole:
        raise BadOptions("ranks", "ranks need the classic mode with péripéties, characters and domains")
    tiles = sum(card.requires_module is None or options.peripeties for card in BOX.characters)
    if options.characters and seats > tiles:
        raise BadOptions("characters", f"without péripéties there are {tiles} characters, too few for {seats} players")


def find(options: Options) -> Book:
    """The book, if it is there and long enough for the mode."""
    try:
        book = library.book(options.book)
    except MissingBook as missing:
        raise BadOptions("book", str(missing)) from None
    needed = BOX.modes[options.mode].min_pages
    if book.last < needed:
        raise BadOptions("book", f"{options.mode} needs {needed} pages, the book has {book.last}")
    return book


def start_page(book: Book, options: Options, dice: Dice) -> int:
    """D14: drawn evenly from the pages that leave enough of the book, or named by the players."""
    allowed = passage.starts(book, BOX.modes[options.mode].min_pages_after_start)
    if options.start_page is None:
        return dice.choice(allowed)
    if options.start_page not in allowed:
        raise BadOptions("start_page", f"start on a right-hand page from {allowed[0]} to {allowed[-1]}")
    return options.start_page
