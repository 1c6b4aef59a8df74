"""A table of The Golden Compass: what lies where, and who knows what of it."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct, field

from service.games.golden_compass.cards import CHARACTERS, COMPASSES, STALL_GUARD, TOWNS, TRACKS, Period, Space, Town
from service.games.golden_compass.rules import AnyStep
from service.games.kit.agenda import GameState
from service.games.kit.decision import Seat

Phase = Literal["allies", "turns", "truth", "over"]

OPPONENTS: Final = {
    seats: [tuple((seat + n) % seats for n in range(1, seats)) for seat in range(seats)] for seats in TRACKS
}
"""The other seats from the left neighbour round, by the number of players and the seat."""


class Options(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """What may be chosen when a table is opened.

    RULES D2: `first_player` takes the first turn of the game, else chance decides. RULES D20: after
    `stall_guard_rounds` rounds without movement Lyra moves by herself; null turns the guard off.
    """

    first_player: Annotated[int, Meta(ge=0, le=3)] | None = None
    stall_guard_rounds: Annotated[int, Meta(ge=1, le=100)] | None = STALL_GUARD


class Player(Struct):
    """One player's things.

    `looking` are cards looked at before some of them are kept. `pair` are the characters dealt, until the
    ally is chosen; `tucked` lies under the ally. `tokens` are unplaced. `knows` are cards in other hands, and
    tokens not the player's own, that the player has seen.
    """

    hand: list[str] = field(default_factory=list)
    looking: list[str] = field(default_factory=list)
    pair: list[str] = field(default_factory=list)
    ally: str | None = None
    tucked: str | None = None
    tokens: list[str] = field(default_factory=list)
    knows: list[str] = field(default_factory=list)
    compasses: int = 0
    markers: int = 0
    dust: int = 0
    truths: list[str] = field(default_factory=list)

    @property
    def supply(self) -> int:
        """Compass tiles that are neither on the objective nor marking a token."""
        return COMPASSES - self.compasses - self.markers

    @property
    def magisterium(self) -> int:
        """RULES 4.4: the Magisterium symbols of the ally and of the card under it."""
        return sum(CHARACTERS[card].magisterium_symbols for card in (self.ally, self.tucked) if card is not None)


class State(GameState[AnyStep], kw_only=True):
    """The whole table. The top of the draw pile and of the bag is their last item.

    `towns` has the face-down tokens by slot, None where a slot is empty; `placed` has those of the red towns and
    their owners. `gone` are tokens that left the game unseen. `lyra` is her place on the track of this game.
    """

    players: list[Player]
    draw_pile: list[str]
    characters: dict[Period, list[str]]
    towns: dict[Town, list[str | None]]
    placed: dict[Town, dict[str, Seat]]
    bag: list[str]
    first: Seat
    guard: int | None = STALL_GUARD
    discards: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    truths: list[str] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)
    passages: list[str] = field(default_factory=list)
    dust: int = 0
    dirigible: Seat | None = None
    lyra: int = 0
    period: Period = "green"
    phase: Phase = "allies"
    active: Seat | None = None
    sector: str | None = None
    turn: int = 0
    moved: bool = False
    still: int = 0
    short_sets: int = 0
    wild_cards: int = 0
    symbol_bonus: int = 0
    renounced: Seat | None = None
    """Who gave up a Truth tile for the dirigible in this count."""
    order: tuple[Seat, ...] = ()
    """The seats in the order in which they take Truth tiles."""

    def everyone(self) -> tuple[Seat, ...]:
        """All seats."""
        return tuple(range(self.seats))

    def opponents(self, seat: Seat) -> tuple[Seat, ...]:
        """The others, from the left neighbour round."""
        return OPPONENTS[self.seats][seat]

    def left(self, seat: Seat) -> Seat:
        """RULES 2.5: the left neighbour, who is the next clockwise."""
        return (seat + 1) % self.seats

    def known(self, seat: Seat | None) -> frozenset[str]:
        """RULES D33, D39: the hidden cards and tokens that `seat` has seen; to a spectator, what every player knows."""
        if seat is not None:
            return frozenset(self.players[seat].knows)
        return frozenset.intersection(*(frozenset(p.knows + p.hand + p.tokens) for p in self.players))

    def knows_tucked(self, seat: Seat | None, receiver: Seat) -> bool:
        """RULES D37, D39: giver and receiver know a card under an ally; with two players that is everybody."""
        return self.seats == 2 or (seat is not None and receiver in (seat, self.left(seat)))

    def whisper(self, to: Seat | tuple[Seat, ...], kind: str, **data: Any) -> None:
        """RULES D39: tell only these players; what every player hears, spectators hear too."""
        if not isinstance(to, int) and len(set(to)) == self.seats:
            self.tell(kind, **data)
        else:
            super().whisper(to, kind, **data)

    @property
    def space(self) -> Space:
        """Where Lyra stands."""
        return TRACKS[self.seats][self.lyra]

    @property
    def arrived(self) -> bool:
        """Whether Lyra has reached the objective of this period."""
        space = self.space
        return space.type == "objective" and space.period == self.period

    @property
    def town(self) -> Town | None:
        """RULES 6.4, D18, D19: Lyra's town; none on the objective just reached, else the first of the period."""
        space = self.space
        if space.town is not None:
            return space.town
        return None if self.arrived else TOWNS[self.period][0]
