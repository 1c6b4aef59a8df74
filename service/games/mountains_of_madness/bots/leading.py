"""What a bot does as Leader: the way, the tokens, the price of failures, the camp."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from service.games.kit.decision import Decision, Picks
from service.games.mountains_of_madness.cards import BOX, LAST_SPACE, SPACES, WOUNDS
from service.games.mountains_of_madness.rules.failures import distance
from service.games.mountains_of_madness.state import State

ROUTES: Final[dict[int, dict[str, int]]] = {
    3: {"coast": 2, "mountains": 3, "city": 2},
    4: {"coast": 2, "mountains": 2, "city": 2},
    5: {"coast": 2, "mountains": 3, "city": 2},
}
"""How many places of each region a team of this size visits before it climbs on."""

SPARE: Final = 4
"""Tokens on the sled above this number calm the mad; cards are worth more than sanity."""
ENOUGH_FOR_THE_DIE: Final = 3
"""With so many tokens on the sled the die is dared: they void an accident, and morale can be lost."""
TOKENS_FOR_A_REST: Final = 3
LATE: Final = ("gates", "escape")


def lead(s: State, question: Decision) -> Picks:
    """The Leader's answer to any of his questions."""
    options = question.options
    match question.kind:
        case "move":
            return (_calm(s, options) or _move(s, options),)
        case "flip":
            return (_calm(s, options) or "flip",)
        case "give-relic":
            return (_receiver(s, options),)
        case "consequence":
            return (_consequence(s, options),)
        case "reroll":
            return (_reroll(s),)
        case "raise-limits":
            return ("raise" if _raise(s) else "enough",)
        case "rest":
            return (_rest(s, options),)
        case "take-esoteric":
            return (options[0],)
    return question.on_timeout


# -- movement ----------------------------------------------------------------------


def _calm(s: State, options: Sequence[str]) -> str | None:
    """Calm the maddest while tokens are plenty."""
    mad = [option for option in options if option.startswith("calm-") and s.players[int(option[5:])].level >= 2]
    if s.sled <= SPARE or not mad:
        return None
    return max(mad, key=lambda option: s.players[int(option[5:])].level)


def _move(s: State, options: Sequence[str]) -> str:
    """Visit as many places of each region as the route says, never an empty space if it can be helped."""
    spaces = [option for option in options if option in SPACES]
    if s.airplane is None:
        return "C3"
    here = SPACES[s.airplane]
    visited = sum(tile.startswith(_PREFIX[here.region]) for tile in s.gone)
    stay = visited < ROUTES[s.seats].get(here.region, 0)
    rows = {"coast": 2, "mountains": 4, "city": 6}

    def worth(space: str) -> tuple[bool, bool, int, int]:
        there = SPACES[space]
        same = there.region == here.region
        # Staying means sideways or on within the region; climbing on means the next row.
        left = ROUTES[s.seats].get(here.region, 0) - visited
        late = same and stay and there.row == rows.get(here.region, 0) and here.row != there.row and left > 1
        return (space in s.board, same == stay and there.row >= here.row and not late, there.row, _ahead(s, space))

    return max(spaces, key=worth)


_PREFIX: Final = {"coast": "coast", "mountains": "mount", "city": "city", "gates": "gates", "escape": "escape"}


def _ahead(s: State, space: str) -> int:
    """How many tiles can be reached from there."""
    return sum(next_one in s.board for next_one in BOX.board.ways[space])


# -- resolution --------------------------------------------------------------------


def _receiver(s: State, options: Sequence[str]) -> str:
    """The sanest takes the relic."""
    return min(options, key=lambda option: _burden(s, int(option.removeprefix("seat-"))))


def _burden(s: State, seat: int) -> tuple[int, int]:
    """Who takes the next madness: the sanest, and of these the one who leads last."""
    return (s.players[seat].level, -((seat - s.leader) % s.seats))


def _consequence(s: State, options: Sequence[str]) -> str:
    """Light madness first; then the die while tokens can mend it. Near the end madness costs nothing any more."""
    mad = [option for option in options if "-madness-" in option]
    dice = [option for option in options if option.endswith("-die")]
    away = {option: next(distance(s, kind) for kind in s.faced.failed if option.startswith(kind)) for option in dice}
    die = min(dice, key=lambda option: away[option])
    if not mad:
        return die
    lightest = min(mad, key=lambda option: _burden(s, int(option.rsplit("-", 1)[1])))
    level = s.players[int(lightest.rsplit("-", 1)[1])].level
    late = SPACES[s.airplane or ""].region in LATE
    if level == 0 or late or s.sled < ENOUGH_FOR_THE_DIE or len(s.draw) < away[die]:
        return lightest
    return die


def _reroll(s: State) -> str:
    return "reroll" if s.rolled == "accident" and s.sled >= 1 else "accept"


# -- camp --------------------------------------------------------------------------


def _raise(s: State) -> bool:
    """Full hands meet trials: every token goes into cards, since a Rest brings it back."""
    return len(s.draw) >= s.seats and s.airplane != LAST_SPACE


def _rest(s: State, options: Sequence[str]) -> str:
    """Rest when the draw pile cannot fill the hands again."""
    tokens = s.sled + s.spent
    short = len(s.draw) < 2 * s.seats
    worth = sum(card not in WOUNDS for card in s.discard) >= 8
    if short and worth and tokens >= TOKENS_FOR_A_REST and s.airplane not in ("E2", "E3"):
        return "rest-discard" if "rest-discard" in options else "rest-sled"
    return "no-rest"
