"""Parse what a person types into picks."""

from collections.abc import Sequence

from farshore.agents.loading import UsageError
from farshore.models import Decision


class Unclear(UsageError):
    """The line is not an answer; `key` and `params` are the message that says why."""


def parse_picks(line: str, question: Decision) -> tuple[str, ...]:
    """The picks of a line: positions in the list or ids of cards, separated by spaces."""
    picks = tuple(find_option(word, question.options) for word in line.replace(",", " ").split())
    if len(set(picks)) < len(picks):
        raise Unclear("picked-twice")
    if not question.least <= len(picks) <= question.most:
        if question.least == question.most:
            raise Unclear("pick-one" if question.most == 1 else "pick-exactly", most=question.most, given=len(picks))
        raise Unclear("pick-between", least=question.least, most=question.most, given=len(picks))
    return picks


def find_option(word: str, options: Sequence[str]) -> str:
    """The option a word stands for: `2` or `#2` is the second of the list, `r21` or `21` the card of that name."""
    number = word.removeprefix("#")
    place = int(number) if number.isascii() and number.isdigit() else 0
    meant = {options[place - 1]} if 0 < place <= len(options) else set()
    if not word.startswith("#"):
        named = {option for option in options if option.casefold() == word.casefold()}
        if named and not place:
            return named.pop()
        meant |= named | ({option for option in options if _figures(option) == place} if place else set())
    if not meant and not place:
        begins = [option for option in options if option.casefold().startswith(word.casefold())]
        if len(begins) > 1:
            raise Unclear("several-fit", word=word, options=", ".join(begins))
        meant = set(begins)
    if not meant:
        raise Unclear("not-an-option", word=word, last=len(options))
    if len(meant) > 1:
        raise Unclear("ambiguous", word=word, place=options[place - 1], card=(meant - {options[place - 1]}).pop())
    return meant.pop()


def _figures(option: str) -> int:
    """The number of a card: 21 for `r21`; 0 if it has none."""
    figures = option.lstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return int(figures) if figures.isascii() and figures.isdigit() else 0
