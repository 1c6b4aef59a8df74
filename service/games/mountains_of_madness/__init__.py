"""Mountains of Madness: climb together against the sand, while madness takes your words away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, ClassVar

from service.games.kit import agenda
from service.games.kit.bots import Bot, RandomBot
from service.games.kit.decision import Decision, Seat
from service.games.kit.dice import Dice
from service.games.kit.event import Event
from service.games.kit.game import BadOptions, Game, Result
from service.games.kit.page import PageContext
from service.games.mountains_of_madness import imagine, page, view
from service.games.mountains_of_madness.bots.guide import Guide
from service.games.mountains_of_madness.cards import BOX, TILES
from service.games.mountains_of_madness.expedition import Player
from service.games.mountains_of_madness.field_kinds import KINDS
from service.games.mountains_of_madness.policy import policy
from service.games.mountains_of_madness.rules.madness import go_mad
from service.games.mountains_of_madness.rules.turn import Turn
from service.games.mountains_of_madness.state import Options, State
from service.games.mountains_of_madness.story import STORY
from service.games.mountains_of_madness.talk import speaking
from service.games.mountains_of_madness.view import View

LOST = ("out-of-tokens", "out-of-wounds", "defeat")


class MountainsOfMadness(Game[State, View, Options]):
    """The whole game with its expert variant; RULES.md in this folder is its specification."""

    name = "mountains_of_madness"
    seats = range(3, 6)
    modes = ("cooperative", "real-time", "simultaneous", "talk")
    rules_version = 2
    state_type = State
    view_type = View
    options_type = Options
    story = STORY
    kinds = KINDS
    talk_counts = True
    bots: ClassVar[Mapping[str, Bot]] = {"random": RandomBot(), "guide": Guide()}
    substitute = "guide"
    card_decisions = frozenset({"move", "consequence"})
    dealt_kinds = frozenset({"madness"})

    def setup(self, seats: int, dice: Dice, options: Options) -> State:
        """RULES 2.3, 2.4, 2.5, 2.6, 2.7, 2.8, 2.10, 2.11, D1, D2: lay the tiles, shuffle, deal hands and madness."""
        characters = _characters(seats, options)
        limit = BOX.setup.hand_limit[seats]
        draw = [card.id for card in BOX.equipment]
        dice.shuffle(draw)
        wounds = [wound.id for wound in BOX.wounds]
        hurt = BOX.setup.starting_wounds_in_discard[seats] - options.gentle
        board, unused = _tiles(dice)
        piles: list[list[str]] = [[card.id for card in BOX.madness if card.level == level] for level in (1, 2, 3)]
        for pile in piles:
            dice.shuffle(pile)
        s = State(
            seats=seats,
            dice=dice,
            timed=options.mode == "timed",
            expert=options.expert,
            strict=options.strict_silence,
            timer_s=options.timer_s,
            language=options.language,
            players=[Player(name, draw[limit * n : limit * (n + 1)]) for n, name in enumerate(characters)],
            leader=dice.below(seats) if options.first_leader is None else options.first_leader,
            draw=draw[limit * seats :],
            wounds=wounds[hurt:],
            discard=wounds[:hurt],
            esoteric=[card.id for card in BOX.esoteric],
            relics=[relic.id for relic in BOX.relics],
            piles=piles,
            board=board,
            unused=unused,
            base_limit=limit,
            limit=limit,
        )
        for seat in s.everyone():
            if seats == 5 or (seats == 4 and seat != s.leader):
                go_mad(s, seat)
        s.plan(Turn())
        return s

    def view(self, s: State, seat: Seat | None) -> View:
        """RULES 5.5, 7.5."""
        return view.view(s, seat)

    def page(self, view: View, context: PageContext) -> str:
        """The mountain or the place, the expedition, what was said, madness, hand and question."""
        return page.page(view, context)

    def option_text(self, view: View, context: PageContext, question: Decision, option: str) -> str:
        """An option in words, as on the page."""
        return page.option(view, context, question, option) or super().option_text(view, context, question, option)

    def event_text(self, event: Event, context: PageContext) -> str:
        """An event as a sentence, with its signals in words."""
        return page.event_text(event, context)

    def redeal(self, s: State, seat: Seat | None, random: Random) -> None:
        """RULES D30, turned around."""
        imagine.redeal(s, seat, random)

    def result(self, s: State) -> Result | None:
        """RULES 1.1, 10.4: all win or all lose."""
        if s.ending is None:
            return None
        won = s.ending not in LOST
        everyone = tuple(s.everyone())
        return Result(
            winners=everyone if won else (),
            places=tuple(1 if won else 2 for _ in everyone),
            scores=() if s.difference is None else tuple(s.difference for _ in everyone),
            reason=s.ending,
        )

    def card_of(self, s: State, kind: str, option: str) -> str | None:
        """Where the airplane goes, the tile that lies there; after a failed trial, madness or the penalty die."""
        return s.board.get(option) if kind == "move" else option.split("-")[1]

    def dealt_cards(self, s: State) -> Iterable[tuple[str, Seat, str]]:
        """Every madness card that a player had, at the end or before."""
        return [
            ("madness", seat, card)
            for seat, player in enumerate(s.players)
            for card in dict.fromkeys((*player.madness, *player.former))
        ]

    def cards(self) -> Any:
        """The facts of the whole box, each with its id."""
        return BOX

    def speak(self, s: State, seat: Seat, room: str, text: str) -> list[Event]:
        """RULES 5.3, 7.6: what is heard of a message, by whom, and what it changes."""
        speaking.say(s, seat, room, text)
        return agenda.settle(s)

    def check_speech(self, s: State, seat: Seat, room: str, text: str) -> None:
        """RULES 5.3, 5.8, 7.6: whether a message may be said now."""
        speaking.checked(s, seat, room, text)

    def talk_policy(self, s: State, seat: Seat | None) -> dict[str, Any]:
        """RULES 5.3: what the caller may say now, for programs."""
        return policy(s, seat)


def _characters(seats: int, options: Options) -> tuple[str, ...]:
    """RULES 2.2, D3: everyone takes a board and a side of it; the name there is the one that counts in talk."""
    if options.mode == "relaxed" and options.timer_s != BOX.defaults.timer_s:
        raise BadOptions("timer_s", "a relaxed table has no timer")
    if options.first_leader is not None and options.first_leader >= seats:
        raise BadOptions("first_leader", f"there are {seats} seats, from 0 on")
    if not options.characters:
        return tuple(board.sides[0].name for board in BOX.player_boards[:seats])
    known = {side.name for board in BOX.player_boards for side in board.sides}
    if len(options.characters) != seats or len(set(options.characters)) < seats or set(options.characters) - known:
        raise BadOptions("characters", f"{seats} different characters of {', '.join(sorted(known))}")
    for board in BOX.player_boards:
        sides = [side.name for side in board.sides]
        if set(sides) <= set(options.characters):
            raise BadOptions("characters", f"{' and '.join(sides)} are the two sides of one player board")
    return options.characters


def _tiles(dice: Dice) -> tuple[dict[str, str], list[str]]:
    """RULES 2.3: one tile face down on every space; the others stay in the box, unseen."""
    board, unused = {}, []
    for region in BOX.tile_counts:
        tiles = [tile.id for tile in TILES.values() if tile.region == region]
        dice.shuffle(tiles)
        for space in BOX.board.spaces:
            if space.region == region:
                board[space.id] = tiles.pop()
        unused += tiles
    return board, unused
