"""RULES D13, D14: who may see what. Every field is written here by name, so nothing is seen by accident."""

from __future__ import annotations

from msgspec import Struct

from service.games.faraway.scoring import Sheet
from service.games.faraway.state import Phase, Player, State
from service.games.kit import agenda
from service.games.kit.decision import Picks, Seat


class Traveller(Struct, frozen=True):
    """What everybody sees of a player.

    `hand` is the number of regions held; `known` are those of them that came from the market. `found` counts
    the sanctuaries dealt and not yet placed, `owed` those the pile was too short for.
    """

    seat: Seat
    row: tuple[str, ...]
    sanctuaries: tuple[str, ...]
    clues: int
    hand: int
    known: tuple[str, ...]
    found: int
    owed: int
    submitted: bool


class Mine(Struct, frozen=True):
    """What a player sees of their own cards. `submitted` is the answer sealed and not yet revealed."""

    seat: Seat
    hand: tuple[str, ...]
    found: tuple[str, ...]
    submitted: Picks | None


class Ending(Struct, frozen=True):
    """RULES D15, after the end: the score pad, and the regions that nobody played."""

    sheets: tuple[Sheet, ...]
    hands: tuple[tuple[str, ...], ...]


class View(Struct, frozen=True):
    """The table as one viewer sees it. `turn` is the seat whose turn it is, in the phase of turns."""

    round: int
    phase: Phase
    market: tuple[str, ...]
    deck: int
    pile: int
    removed: tuple[str, ...]
    order: tuple[Seat, ...]
    turn: Seat | None
    players: tuple[Traveller, ...]
    me: Mine | None
    ending: Ending | None


def view(s: State, seat: Seat | None) -> View:
    """What `seat` may see; None is a spectator."""
    sealed = agenda.sealed(s)
    return View(
        round=s.round,
        phase=s.phase,
        market=tuple(s.market),
        deck=len(s.deck),
        pile=len(s.pile),
        removed=tuple(s.removed),
        order=s.order,
        turn=_turn(s),
        players=tuple(_traveller(n, player, n in sealed) for n, player in enumerate(s.players)),
        me=None if seat is None else _mine(seat, s.players[seat], sealed.get(seat)),
        ending=_ending(s) if s.phase == "over" else None,
    )


def _turn(s: State) -> Seat | None:
    turns = agenda.decisions(s) if s.phase == "turns" else []
    return turns[0].seat if turns else None


def _traveller(seat: Seat, player: Player, submitted: bool) -> Traveller:
    return Traveller(
        seat=seat,
        row=tuple(player.row),
        sanctuaries=tuple(player.sanctuaries),
        clues=player.clues(),
        hand=len(player.hand),
        known=tuple(player.known),
        found=len(player.found),
        owed=player.owed,
        submitted=submitted,
    )


def _mine(seat: Seat, player: Player, submitted: Picks | None) -> Mine:
    return Mine(seat=seat, hand=tuple(player.hand), found=tuple(player.found), submitted=submitted)


def _ending(s: State) -> Ending:
    return Ending(
        sheets=tuple(player.sheet() for player in s.players),
        hands=tuple(tuple(player.hand) for player in s.players),
    )
