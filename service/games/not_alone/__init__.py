"""Not Alone: one Creature against the castaways it hunts, with the Exploration expansion."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from service.games.kit.decision import Decision, Seat
from service.games.kit.dice import Dice
from service.games.kit.game import Game, Result
from service.games.kit.page import PageContext
from service.games.not_alone import imagine, options, page, planet, view
from service.games.not_alone.bots import BOTS
from service.games.not_alone.cards import BOX
from service.games.not_alone.field_kinds import KINDS
from service.games.not_alone.options import Options
from service.games.not_alone.rules.windows import CARDS_OF
from service.games.not_alone.setup import lay_out
from service.games.not_alone.state import State
from service.games.not_alone.story import STORY
from service.games.not_alone.view import View


class NotAlone(Game[State, View, Options]):
    """The base game and Exploration; RULES.md in this folder is the register of its rules.

    RULES 10.1, 10.8, D3, D62: one Creature against all others; one room that all hear; defaults of the kit.
    """

    name = "not_alone"
    seats = range(2, 8)
    modes = ("one-against-all", "hidden")
    rules_version = 2
    state_type = State
    view_type = View
    options_type = Options
    story = STORY
    kinds = KINDS
    bots = BOTS
    substitute = "sensible"
    card_decisions = frozenset({*CARDS_OF, "take-reserve", "keep-survival"})

    def options(self, raw: Mapping[str, Any]) -> Options:
        """RULES 2.2, 2.3: the options, and whether they go together."""
        return options.check(super().options(raw))

    def setup(self, seats: int, dice: Dice, options: Options) -> State:
        """RULES 2.1, 7.1: a table as the options say."""
        return lay_out(seats, dice, options)

    def view(self, s: State, seat: Seat | None) -> View:
        """RULES 10.7: what a seat may see."""
        return view.view(s, seat)

    def page(self, view: View, context: PageContext) -> str:
        """The tracks, the planet and the cards, for whoever reads."""
        return page.page(view, context)

    def option_text(self, view: View, context: PageContext, question: Decision, option: str) -> str:
        """An option in words, as on the page."""
        return page.option(view, context, question, option) or super().option_text(view, context, question, option)

    def redeal(self, s: State, seat: Seat | None, random: Random) -> None:
        """RULES 10.7, turned around."""
        imagine.redeal(s, seat, random)

    def result(self, s: State) -> Result | None:
        """RULES 9.1: the Creature wins alone, the Hunted win together."""
        return won_by(s, s.winner == "creature", "") if s.winner else None

    def without(self, s: State, forfeits: frozenset[Seat]) -> Result | None:
        """A Creature that gives up loses to all Hunted; it wins once no Hunted is left."""
        if s.creature in forfeits:
            return won_by(s, False, "forfeit")
        if all(hunted.seat in forfeits for hunted in s.hunted):
            return won_by(s, True, "forfeit")
        return None

    def roles(self, s: State) -> tuple[str, ...]:
        """One Creature, and those it hunts."""
        return tuple(["creature" if seat == s.creature else "hunted" for seat in range(s.seats)])

    def cards(self) -> Any:
        """The facts of the board, and of all places, Hunt cards and Survival cards."""
        return {
            "board": planet.BOARD,
            "presets": BOX.presets,
            "places": BOX.places,
            "hunt_cards": BOX.hunt_cards,
            "survival_cards": BOX.survival_cards,
        }


def won_by(s: State, creature: bool, reason: str) -> Result:
    """The result for one of the two sides."""
    winners = tuple([seat for seat in range(s.seats) if (seat == s.creature) == creature])
    places = tuple([1 if seat in winners else 2 for seat in range(s.seats)])
    return Result(winners=winners, places=places, reason=reason)
