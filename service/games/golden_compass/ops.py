"""RULES D41: the words in which the powers of allies are written, one Struct per word with its figures."""

from __future__ import annotations

import re

from msgspec import Struct


def snake(name: str) -> str:
    """`TakeDust` is written `take_dust` on the cards."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.rpartition(".")[2]).lower()


class Op(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag=snake):
    """One part of a power; parts are resolved from left to right."""


class Many(Op, frozen=True):
    """A part with a number."""

    n: int


class Draw(Many, frozen=True):
    """Draw `n` Lyra cards."""


class DrawUpTo(Op, frozen=True):
    """Draw Lyra cards until you hold that many."""

    hand: int


class LookAndKeep(Op, frozen=True):
    """Look at the top cards of the draw pile, keep some, discard the others."""

    look: int
    keep: int


class Cycle(Op, frozen=True):
    """Discard up to `max` cards, then draw as many and `bonus` more."""

    max: int
    bonus: int


class Discard(Many, frozen=True):
    """Discard `n` cards of your choice."""


class Recover(Many, frozen=True):
    """Take `n` cards of your choice from the discard pile."""


class StealCard(Many, frozen=True):
    """Take `n` cards at random from the hand of an opponent you name."""


class OpponentsDiscard(Many, frozen=True):
    """Every opponent discards `n` cards at random."""


class PlaceCompass(Many, frozen=True):
    """Place up to `n` compasses on the objective."""


class RemoveCompass(Many, frozen=True):
    """Send `n` compasses of an opponent you name back from the objective."""


class TakeDust(Many, frozen=True):
    """Take `n` Dust tiles."""


class AssignDirigible(Op, frozen=True):
    """Name the player who takes the dirigible."""


class PassDirigible(Op, frozen=True):
    """If the dirigible is yours, hand it to an opponent."""


class ReturnDirigible(Op, frozen=True):
    """If the dirigible is yours, put it back beside the board."""


class AdvanceLyra(Op, frozen=True):
    """Move Lyra by a number of spaces in this range."""

    min: int
    max: int


class PeekExperience(Many, frozen=True):
    """Look at up to `n` face-down tokens of the current town."""


class TakeExperience(Many, frozen=True):
    """Take `n` tokens from the current town."""


class PlaceExperience(Many, frozen=True):
    """Place `n` of your tokens, each for `cost_cards` cards."""

    cost_cards: int


class StealExperience(Many, frozen=True):
    """Steal `n` tokens as flying spies do."""


class GrantShortSymbolSet(Many, frozen=True):
    """This turn `n` of your symbol sets need only two cards."""


class GrantWildCard(Many, frozen=True):
    """This turn `n` of your cards may count as jokers."""


class GrantSymbolBonus(Many, frozen=True):
    """Your first symbol set of this turn places `n` more compasses."""


class ChooseOne(Op, frozen=True):
    """Resolve one of these."""

    options: tuple[tuple[AnyOp, ...], ...]


class IfBehind(Op, frozen=True):
    """Resolve this only if an opponent has more compasses on the objective than you."""

    then: tuple[AnyOp, ...]


AnyOp = (
    Draw
    | DrawUpTo
    | LookAndKeep
    | Cycle
    | Discard
    | Recover
    | StealCard
    | OpponentsDiscard
    | PlaceCompass
    | RemoveCompass
    | TakeDust
    | AssignDirigible
    | PassDirigible
    | ReturnDirigible
    | AdvanceLyra
    | PeekExperience
    | TakeExperience
    | PlaceExperience
    | StealExperience
    | GrantShortSymbolSet
    | GrantWildCard
    | GrantSymbolBonus
    | ChooseOne
    | IfBehind
)
