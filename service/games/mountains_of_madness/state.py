"""A table of Mountains of Madness: what lies where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from service.games.kit.agenda import GameState
from service.games.kit.decision import Seat
from service.games.mountains_of_madness.cards import BOX, SPACES, TILES, WOUNDS, Face, Trial
from service.games.mountains_of_madness.expedition import Encounter, Faced, Player
from service.games.mountains_of_madness.rules import AnyStep

Phase = Literal["movement", "encounter", "window", "reward", "failures", "draw", "rest", "over"]
Ending = Literal["out-of-tokens", "out-of-wounds", "defeat", "faint", "small", "fair", "great", "resounding"]


class Options(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """RULES 11.1, D8, D27, D28, D32: what may be chosen when a table is opened."""

    mode: Literal["timed", "relaxed"] = "timed"
    expert: bool = False
    gentle: bool = False
    strict_silence: bool = True
    timer_s: Annotated[int, Meta(ge=10, le=600)] = 30
    first_leader: Annotated[int, Meta(ge=0, le=4)] | None = None
    characters: tuple[str, ...] = ()
    language: Literal["en", "fr"] = "en"


class State(GameState[AnyStep], kw_only=True):
    """The whole table. The top of a pile is its first card."""

    timed: bool
    expert: bool
    strict: bool
    timer_s: int
    language: Literal["en", "fr"] = "en"
    """In what language bots speak until they hear another."""
    players: list[Player]
    leader: Seat
    draw: list[str]
    wounds: list[str]
    esoteric: list[str]
    relics: list[str]
    piles: list[list[str]]
    """The madness cards not drawn yet, by level."""
    board: dict[str, str]
    """The tiles that lie face down, by space."""
    unused: list[str]
    """The tiles that stayed in the box, unseen."""
    base_limit: int
    limit: int
    discard: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    airplane: str | None = None
    sled: int = 6
    spent: int = 0
    boxed: int = 0
    turn: int = 1
    phase: Phase = "movement"
    encounter: Encounter | None = None
    last: Faced | None = None
    searched: str | None = None
    """The space whose tile all may look at now."""
    rolled: Face | None = None
    ending: Ending | None = None
    difference: int | None = None

    def everyone(self) -> range:
        """All seats."""
        return range(self.seats)

    def clockwise(self) -> Iterator[Seat]:
        """All seats, from the Leader on."""
        return ((self.leader + n) % self.seats for n in range(self.seats))

    @property
    def faced(self) -> Encounter:
        """The encounter that is going on."""
        if self.encounter is None:
            raise AssertionError("no place is faced now")
        return self.encounter

    @property
    def patience(self) -> int | None:
        """RULES D29: how long the Leader may ponder a choice that no sand runs for."""
        return BOX.defaults.idle_timeout_s if self.timed else None

    def trials(self) -> tuple[Trial, ...]:
        """RULES 4.6, 5.2: the trials of the place that is faced."""
        tile = self.faced.tile
        if tile is not None:
            return TILES[tile].trials
        return SPACES[self.airplane or ""].empty_trials or ()

    def wounds_about(self) -> int:
        """RULES 10.3: the wounds in draw pile, discard and hands."""
        hands = [card for player in self.players for card in player.hand]
        return sum([card in WOUNDS for card in (*self.draw, *self.discard, *hands)])
