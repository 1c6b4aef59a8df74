"""The Golden Compass: three periods of Lyra's journey, whose single figure everybody moves."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from service.games.golden_compass import imagine, page, view
from service.games.golden_compass.bots import BOTS
from service.games.golden_compass.cards import (
    BACK,
    BOX,
    CHARACTERS,
    DECKS,
    LYRA,
    PERIODS,
    STARTING_HAND,
    TOWNS,
    TRUTHS,
    Town,
)
from service.games.golden_compass.field_kinds import KINDS
from service.games.golden_compass.rules.periods import FinalCount, Period
from service.games.golden_compass.rules.sets import playable, playable_kinds
from service.games.golden_compass.rules.truth import CleanUp
from service.games.golden_compass.scoring import places, score_pad
from service.games.golden_compass.state import Options, Player, State
from service.games.golden_compass.story import STORY
from service.games.golden_compass.view import View
from service.games.kit.decision import Answer, Decision, Seat
from service.games.kit.dice import Dice
from service.games.kit.game import BadOptions, Game, Result
from service.games.kit.page import PageContext


class GoldenCompass(Game[State, View, Options]):
    """The game of the film; RULES.md in this folder is its specification."""

    name = "golden_compass"
    seats = range(2, 5)
    modes = ("competitive", "turns")
    rules_version = 2
    state_type = State
    view_type = View
    options_type = Options
    story = STORY
    kinds = KINDS
    bots = BOTS
    substitute = "greedy"
    card_decisions = frozenset({"choose-ally", "play-set", "set-kind", "take-truths", "keep"})

    def setup(self, seats: int, dice: Dice, options: Options) -> State:
        """RULES 3.1, 3.2, 3.5, 3.6, 3.7: everything in its place, four Lyra cards each, and three periods to come."""
        if options.first_player is not None and options.first_player >= seats:
            raise BadOptions("first_player", f"there is no seat {options.first_player} at a table of {seats}")
        # RULES 2.3, D2: the seat named when the table was opened, else chance.
        first = dice.below(seats) if options.first_player is None else options.first_player
        deck = [card.id for card in LYRA.values() if card.deck in "ab"[: DECKS[str(seats)]]]
        bag = list(TRUTHS)
        dice.shuffle(deck)
        dice.shuffle(bag)
        s = State(
            seats=seats,
            dice=dice,
            players=[Player(hand=[deck.pop() for _ in range(STARTING_HAND)]) for _ in range(seats)],
            draw_pile=deck,
            characters={period: [] for period in PERIODS},
            towns={},
            placed={town: {} for town in TOWNS["red"]},
            bag=bag,
            first=first,
            guard=options.stall_guard_rounds,
            dust=BOX.dust_tiles.count,
        )
        # RULES 3.3: a shuffled pile of each colour.
        for character in CHARACTERS.values():
            s.characters[character.colour].append(character.id)
        for pile in s.characters.values():
            dice.shuffle(pile)
        for town in (*TOWNS["green"], *TOWNS["blue"]):
            s.towns[town] = _laid_out(town, dice)
        s.plan(Period("green"), CleanUp(), Period("blue"), CleanUp(), Period("red"), FinalCount())
        return s

    def view(self, s: State, seat: Seat | None) -> View:
        """Chapter 10 of RULES.md: what each viewer sees."""
        return view.view(s, seat)

    def page(self, view: View, context: PageContext) -> str:
        """The table in words."""
        return page.page(view, context)

    def option_text(self, view: View, context: PageContext, question: Decision, option: str) -> str:
        """An option in words, as on the page."""
        return page.option(view, context, question, option) or super().option_text(view, context, question, option)

    def redeal(self, s: State, seat: Seat | None, random: Random) -> None:
        """Chapter 10 of RULES.md, turned around."""
        imagine.redeal(s, seat, random)

    def result(self, s: State) -> Result | None:
        """RULES 9.7, D27: the most points win, and equal points share."""
        if s.phase != "over":
            return None
        ranked = places(s)
        winners = tuple(seat for seat, place in enumerate(ranked) if place == 1)
        return Result(winners, ranked, tuple(line.total for line in score_pad(s)))

    def card_of(self, s: State, kind: str, option: str) -> str | None:
        """The two copies of a Lyra card are one card; a kind of set counts as a card too."""
        if kind == "set-kind":
            return option
        return super().card_of(s, kind, f"{option[:-2]}-a" if option.endswith("-b") else option)

    def combinations(self, s: State, answer: Answer) -> tuple[str, Iterable[str], Iterable[str]] | None:
        """The kinds of set that could be played, and the one that was; if the cards form several, it is asked next."""
        if answer.kind != "play-set":
            return None
        played, possible = playable(s, answer.seat, answer.picks), playable_kinds(s, answer.seat)
        return ("set-kind", possible, played) if len(played) < 2 else ("set-kind", possible.difference(played), ())

    def cards(self) -> Any:
        """The facts of the board and of everything on it, each with its id and where its facts come from."""
        return {
            "track": BOX.board.track,
            "sectors": BOX.spinner.sectors,
            "lyra_cards": tuple(LYRA.values()),
            "characters": BOX.characters,
            "experience_tokens": BOX.experience_tokens.tokens,
            "truth_tiles": BOX.truth_tiles.tiles,
            "passage_tiles": tuple({"id": tile, "source": BOX.passage_tiles.source} for tile in BOX.passage_tiles.ids),
        }


def _laid_out(town: Town, dice: Dice) -> list[str | None]:
    """RULES 3.4: the six tokens of a town, face down on its slots."""
    tokens = [token for token, back in BACK.items() if back == town]
    dice.shuffle(tokens)
    return [*tokens]
