"""RULES 2.3, 2.4, 5.1: on which page the Scout reads, and which lines."""

from __future__ import annotations

from collections.abc import Iterator

from service.games.new_lands.books.book import Book
from service.games.new_lands.books.pages import Line


def ahead(book: Book, camp: int, city: int, sheets: int) -> int:
    """RULES 2.2, 5.1: the page after turning so many sheets; the city stops the Scout."""
    target = camp + 2 * sheets
    return city if target >= city else long_enough(book, target, camp, city)


def long_enough(book: Book, target: int, camp: int, city: int) -> int:
    """RULES 2.4, D10: from a short page back sheet by sheet to the Camp, else on to the first long enough one."""
    page: int
    for page in (*range(target, camp - 1, -2), *range(target + 2, city, 2)):
        if book.readable(page):
            return page
    return city


def one_back(book: Book, page: int, floor: int) -> int | None:
    """The page before this one, or the first before it that has six lines; None below the floor."""
    return next((before for before in range(page - 2, floor - 1, -2) if book.readable(before)), None)


def city_page(book: Book, start: int, distance: int) -> int:
    """RULES 3.5, D15: the city lies so many pages on, and steps back from a page that is too short."""
    page = start + distance
    found = page if book.readable(page) else one_back(book, page, start)
    return start if found is None else found


def starts(book: Book, pages_after: int) -> range:
    """RULES 3.2, D14: the right-hand pages that leave enough of the book."""
    return range(1, book.last - pages_after + 1, 2)


def lines(book: Book, page: int, count: int) -> tuple[Line, ...]:
    """RULES 2.3: the first body lines of a page; they may begin and end in the middle of a sentence or a word."""
    return book.page(page)[:count]


def elsewhere(book: Book, count: int) -> Iterator[int]:
    """The right-hand pages that have so many lines to read."""
    return (page for page in range(1, book.last + 1, 2) if len(book.page(page)) >= count)
