"""RULES 4.5, 5.12, 6.14, 9.3: the six leadership tokens, where they go, and what ends the game at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.mountains_of_madness.cards import Use

if TYPE_CHECKING:
    from service.games.mountains_of_madness.state import Ending, State


def may_spend(s: State, use: Use) -> bool:
    """RULES 8.1, D16: a token lies on the sled, and no specimen of the Leader covers this use."""
    return s.sled > 0 and not s.players[s.leader].covers(f"leadership:{use}")


def spend(s: State, use: Use) -> None:
    """RULES 4.5: one token from the sled to the token discard."""
    s.sled -= 1
    s.spent += 1
    s.tell("token-spent", seat=s.leader, use=f"for-{use}", sled=s.sled)


def box_token(s: State, place: str) -> bool:
    """RULES 10.1: one token is out of the game; False if it was the last of all, which is a defeat."""
    if place == "sled":
        s.sled -= 1
    else:
        s.spent -= 1
    s.boxed += 1
    s.tell("token-boxed", place=place, left=s.sled + s.spent)
    if s.sled + s.spent == 0:
        end(s, "out-of-tokens")
        return False
    return True


def wound(s: State) -> bool:
    """RULES 6.11, 10.2: a wound from the pile to the discard; False if there is none left, which is a defeat."""
    if not s.wounds:
        end(s, "out-of-wounds")
        return False
    s.discard.append(s.wounds.pop(0))
    return True


def end(s: State, ending: Ending) -> None:
    """RULES 10.1, 10.2: the game is over, also in the middle of a step."""
    s.phase, s.ending = "over", ending
    s.rolled = None
    s.agenda.clear()
    for seat, player in enumerate(s.players):
        s.tell("madness-shown", seat=seat, cards=(*player.former, *player.madness))
    s.tell("ended", ending=ending)
