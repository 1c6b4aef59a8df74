"""A table of Not Alone: what lies where."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field

from service.games.kit.agenda import GameState
from service.games.kit.decision import Seat
from service.games.not_alone.cards import HUNT, NUMBER, Token
from service.games.not_alone.pieces import Hunted, Presence, ThisTurn
from service.games.not_alone.rules import AnyStep

Phase = Literal["setup", "exploration", "hunting", "reckoning", "end", "over"]
Winner = Literal["", "creature", "hunted"]


class Variants(Struct, frozen=True):
    """What was chosen when the table was opened and still matters."""

    expert_will: bool = False
    labyrinth_variant: bool = False


class State(GameState[AnyStep], kw_only=True):
    """The whole table. The Hunted sit clockwise from the Creature's left; a deck's top is its first card.

    `hidden` are slots whose card lies face down. Counters are distances to victory. `sunk` and `sunk_places` count
    the cards at the bottom of their pile that everybody saw go there; `scanned` are cards of the Creature's hand
    that all Hunted have seen.
    """

    creature: Seat
    hunted: list[Hunted]
    variants: Variants = Variants()
    side: int = 0
    turn: int = 1
    phase: Phase = "setup"
    winner: Winner = ""

    planet: list[str | None]
    hidden: list[int] = field(default_factory=list)
    tokens: dict[Token, list[int]] = field(default_factory=dict)
    presences: list[Presence] = field(default_factory=list)
    reserve: dict[str, int]

    rescue: int
    assimilation: int
    will_reserve: int = 0
    track: list[int] = field(default_factory=list)
    """The Rescue spaces that hold a Will counter."""
    marker: Literal["none", "off", "on"] = "none"
    shield: int = 0

    hunt_hand: list[str] = field(default_factory=list)
    hunt_deck: list[str] = field(default_factory=list)
    hunt_discard: list[str] = field(default_factory=list)
    sunk: int = 0
    scanned: list[str] = field(default_factory=list)
    survival_deck: list[str] = field(default_factory=list)
    survival_discard: list[str] = field(default_factory=list)

    place_pile: list[str] = field(default_factory=list)
    place_discard: list[str] = field(default_factory=list)
    drawn_places: list[str] = field(default_factory=list)
    sunk_places: int = 0

    now: ThisTurn = field(default_factory=ThisTurn)
    next_limit: int = 1
    despondent: bool = False
    """Despondency was played in the turn before: nobody may Resist."""

    def plan(self, *steps: AnyStep) -> None:
        """Put steps on the agenda; once somebody has won nothing is left to do."""
        if not self.winner:
            self.agenda.extend(reversed(steps))

    def at(self, seat: Seat) -> Hunted:
        """The Hunted in this seat."""
        return self.hunted[(seat - self.creature - 1) % self.seats]

    def hunted_seats(self) -> tuple[Seat, ...]:
        """All Hunted, clockwise from the Creature's left."""
        return tuple([hunted.seat for hunted in self.hunted])

    def place(self, slot: int) -> str | None:
        """The place to be seen in a slot, or None while it is unrevealed."""
        return None if slot in self.hidden else self.planet[slot - 1]

    def slot(self, place: str) -> int:
        """The slot of a place of the planet."""
        return self.planet.index(place) + 1

    def revealed(self) -> list[str]:
        """The places of the planet that are face up."""
        return [place for slot, place in enumerate(self.planet, 1) if place is not None and slot not in self.hidden]

    def numbered(self, number: int) -> str | None:
        """The revealed place with this printed number, wherever it lies."""
        return next((place for place in self.revealed() if NUMBER[place] == number), None)

    def acts(self, card: str) -> bool:
        """Whether a Hunt card is in force this turn, played itself or by Flashback; asked in `passive.py` alone."""
        return card in self.now.in_force

    def hunt_plays_left(self) -> int:
        """RULES 10.9, 16.19: how many Hunt cards the Creature may still play this turn."""
        return 0 if self.now.sacrificed else self.now.hunt_limit - len(self.now.played)

    def symbol_in_force(self, token: Token) -> bool:
        """Whether a Hunt card with this token's symbol was played this turn."""
        return any(HUNT[card].symbol == token for card in self.now.in_force)

    def tell_hunted(self, kind: str, **data: Any) -> None:
        """Tell all Hunted, and not the Creature."""
        self.whisper(self.hunted_seats(), kind, **data)
