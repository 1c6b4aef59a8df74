"""New Lands (Nouvelles Contrées): a novel is the board, and six lines of it are a turn."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import msgspec

from service.games.kit.decision import Decision, Seat
from service.games.kit.dice import Dice
from service.games.kit.game import Game, Result, Room
from service.games.kit.page import PageContext
from service.games.kit.texts import HiddenMeaning, Library
from service.games.new_lands import imagine, page, setup, view
from service.games.new_lands import library as book_library
from service.games.new_lands.bots import BOTS
from service.games.new_lands.cards import BOX
from service.games.new_lands.field_kinds import KINDS
from service.games.new_lands.rules.ending import points, rank_number
from service.games.new_lands.state import Options, State
from service.games.new_lands.story import ONCE, STORY
from service.games.new_lands.view import View


class NewLands(Game[State, View, Options]):
    """The co-operative reading game with modules I to V; RULES.md in this folder is the register of its rules."""

    name = "new_lands"
    seats = range(2, 7)
    # RULES D17: two to six players.
    modes = ("cooperative", "simultaneous")
    rules_version = 2
    state_type = State
    view_type = View
    options_type = Options
    story = STORY
    kinds = KINDS
    told_once = ONCE
    told_anew = "passage-revealed"
    told_until = "turn-began"
    library: ClassVar[Library | None] = book_library
    text_options = ("book",)
    bots = BOTS
    substitute = "sharp"
    card_decisions = frozenset({"take-mission", "choose-character"})

    def setup(self, seats: int, dice: Dice, options: Options) -> State:
        """RULES 3.1."""
        return setup.lay_out(seats, dice, options)

    def view(self, s: State, seat: Seat | None) -> View:
        """RULES D38."""
        return view.view(s, seat)

    def page(self, view: View, context: PageContext) -> str:
        """The way, the explorations and the missions, for whoever reads."""
        return page.page(view, context)

    def option_text(self, view: View, context: PageContext, question: Decision, option: str) -> str:
        """An option in words, as on the page."""
        return page.option(view, context, question, option) or super().option_text(view, context, question, option)

    def redeal(self, s: State, seat: Seat | None, random: Random) -> None:
        """RULES D38, turned around."""
        imagine.redeal(s, seat, random)

    def result(self, s: State) -> Result | None:
        """RULES 1.1, 6.1, 6.3, 7.20, D58: all win or all lose; with module V everyone has the expedition's points."""
        if s.phase != "finished":
            return None
        scores = (points(s),) * s.seats if s.options.ranks else ()
        if s.won:
            return Result(s.everyone(), (1,) * s.seats, scores, "city-explored")
        return Result((), (2,) * s.seats, scores, "letters-ran-out")

    def rooms(self, s: State) -> tuple[Room, ...]:
        """RULES D38, D46: who has seen the passage is silent until the compass is shown; the Group talks freely."""
        everyone = s.everyone()
        silent = s.turn is not None and bool(s.turn.passage) and s.turn.chosen is None
        speak = s.group() if silent else everyone
        return (Room("table", tuple(sorted(speak)), everyone),)

    def hidden_meaning(self, s: State) -> HiddenMeaning | None:
        """RULES 6.6, D28: the sentence that was won."""
        if s.meaning is None:
            return None
        book = s.text()
        return HiddenMeaning(
            sentence=s.meaning.sentence,
            title=book.title,
            author=book.author,
            language=s.language,
            book=book.fingerprint,
            page=s.meaning.page,
            theme=s.meaning.exploration,
            mode=s.options.mode,
            difficulty=s.options.level,
            rank=f"rank-{rank_number(points(s))}" if s.options.ranks else None,
        )

    def cards(self) -> Any:
        """All bookmarks and characters, and the word lists and families that the missions go by (RULES D44)."""
        facts = msgspec.to_builtins(BOX)
        for exploration in facts["explorations"]:
            # What bots think of is their own affair.
            del exploration["lexicon"]
        kept = ("explorations", "missions", "joker", "lost_cities", "peripeties", "characters")
        return {name: facts[name] for name in (*kept, "lists", "root_families")}
