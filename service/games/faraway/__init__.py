"""Faraway: eight regions explored from left to right, and told from right to left."""

from __future__ import annotations

from random import Random
from typing import Any

from service.games.faraway import imagine, page, view
from service.games.faraway.bots import BOTS
from service.games.faraway.cards import BOX, REGIONS, SANCTUARIES
from service.games.faraway.field_kinds import KINDS
from service.games.faraway.rules import KEPT, KeepRegions, RevealMarket, Round
from service.games.faraway.scoring import ranking
from service.games.faraway.state import Options, Player, State
from service.games.faraway.story import STORY
from service.games.faraway.view import View
from service.games.kit.decision import Decision, Seat
from service.games.kit.dice import Dice
from service.games.kit.game import Game, Result
from service.games.kit.page import PageContext


class Faraway(Game[State, View, Options]):
    """RULES 1.2, D1: the base game for 2 to 6 players, with its advanced variant."""

    name = "faraway"
    seats = range(2, 7)
    modes = ("competitive", "simultaneous")
    rules_version = 1
    state_type = State
    view_type = View
    options_type = Options
    story = STORY
    kinds = KINDS
    bots = BOTS
    substitute = "greedy"
    card_decisions = frozenset({"keep-regions", "explore", "take-region", "keep-sanctuary"})

    def setup(self, seats: int, dice: Dice, options: Options) -> State:
        """RULES 3.1, 3.2, 3.3, 3.4: shuffle, deal, and reveal the first market, after the advanced variant."""
        deck, pile = list(REGIONS), list(SANCTUARIES)
        dice.shuffle(deck)
        dice.shuffle(pile)
        size = KEPT + 2 if options.advanced else KEPT
        players = [Player(hand=deck[size * seat : size * (seat + 1)]) for seat in range(seats)]
        s = State(seats=seats, dice=dice, players=players, deck=deck[size * seats :], pile=pile)
        if options.advanced:
            s.phase = "keep"
            s.plan(KeepRegions(s.everyone()), RevealMarket(), Round())
        else:
            s.plan(RevealMarket(), Round())
        return s

    def view(self, s: State, seat: Seat | None) -> View:
        """RULES D13, D14, D15: what everybody sees, and what only the owner of a card."""
        return view.view(s, seat)

    def page(self, view: View, context: PageContext) -> str:
        """The table in words."""
        return page.page(view, context)

    def option_text(self, view: View, context: PageContext, question: Decision, option: str) -> str:
        """An option in words, as on the page."""
        return page.option(view, context, question, option) or super().option_text(view, context, question, option)

    def redeal(self, s: State, seat: Seat | None, random: Random) -> None:
        """RULES D14, turned around: all that `seat` cannot see is dealt anew."""
        imagine.redeal(s, seat, random)

    def result(self, s: State) -> Result | None:
        """RULES 5.6, 5.7: most fame; of equals, the one who explored the smallest region."""
        if s.phase != "over":
            return None
        scores = tuple(player.sheet().total for player in s.players)
        seats = ranking([player.row for player in s.players], scores)
        places = tuple(seats.index(seat) + 1 for seat in range(s.seats))
        return Result(winners=(seats[0],), places=places, scores=scores)

    def cards(self) -> Any:
        """The facts of all regions and sanctuaries, each with its id."""
        return {"regions": BOX.regions, "sanctuaries": BOX.sanctuaries}
