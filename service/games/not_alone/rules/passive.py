"""Cards that hold for a while instead of doing something at once: one function per card, named after its id.

The rules ask these functions where the card matters, so that everything a card changes is found by its id. Cards that
do something when they are played are in `hunt_cards.py` and `survival_cards.py`, the powers of the places in
`upper_places.py` and `lower_places.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.games.not_alone.cards import HUNT, NUMBER, TARGET, Token
from service.games.not_alone.pieces import Hunted

if TYPE_CHECKING:
    from collections.abc import Collection

    from service.games.kit.decision import Seat
    from service.games.not_alone.state import State


# -- Hunt cards of phase 1 ---------------------------------------------------------


def despair(s: State) -> bool:
    """RULES 16.1: nobody plays or draws Survival cards."""
    return s.acts("despair")


def force_field(s: State, slot: int) -> bool:
    """RULES 16.2: no Hunted may be on the slots under the Target token."""
    return s.acts("force_field") and slot in s.tokens.get(TARGET, ())


# -- Hunt cards of phase 2 ---------------------------------------------------------


def anticipation(s: State, caught: Collection[Seat]) -> int:
    """RULES 16.3: one space more if the Hunted who was named is caught by a Creature token."""
    return int(s.now.anticipated in caught)


def fierceness(s: State) -> int:
    """RULES 16.5: each Hunted caught by a Creature token loses one Will more."""
    return int(s.acts("fierceness"))


def feeding_frenzy(s: State, caught: Collection[Seat]) -> int:
    """RULES D60.12: one space more if a Creature token catches at least half of the Hunted."""
    return int(s.acts("feeding_frenzy") and bool(caught) and len(caught) * 2 >= len(s.hunted))


def interference(s: State, place: str) -> bool:
    """RULES 16.7, D60.1: the places numbered 4 and 8 cannot be used: in the base game Beach and Wreck."""
    return (s.acts("interference") or s.acts("interference_x")) and NUMBER[place] in (4, 8)


def persecution(s: State) -> bool:
    """RULES 16.8: a power of a place brings back one Place card at most."""
    return s.acts("persecution")


def mutation(s: State) -> int:
    """RULES 16.9: being caught by the Artemia token costs a Will as well."""
    return int(s.acts("mutation"))


def miasma(s: State) -> int:
    """RULES D60.10: how many Place cards the Artemia token costs: two instead of one."""
    return 2 if s.acts("miasma") else 1


def clone(s: State) -> bool:
    """RULES 16.12: the Target token is a Creature token too."""
    return s.acts("clone")


def mirage(s: State, slot: int) -> bool:
    """RULES 16.13: the places under the Target token cannot be used."""
    return s.acts("mirage") and slot in s.tokens.get(TARGET, ())


def toxin(s: State, slot: int) -> bool:
    """RULES 16.15: the place under the Target token cannot be used; what Toxin costs is in `target_cards.py`."""
    return s.acts("toxin") and slot in s.tokens.get(TARGET, ())


def quicksand(hunted: Hunted) -> bool:
    """RULES D60.8: whoever was struck takes no Place card back for the rest of the turn."""
    return hunted.turn.mired


def paralysis(hunted: Hunted) -> bool:
    """RULES D60.11: whoever was named plays no Survival card for the rest of the turn."""
    return hunted.turn.paralysed


def phobia(hunted: Hunted) -> list[str]:
    """RULES 16.10: the cards shown to the Creature, as far as they are still in hand."""
    return [card for card in hunted.turn.exposed if card in hunted.hand]


def telepathy(hunted: Hunted, card: str) -> bool:
    """RULES D60.6: whether the answer that was given allows that this card was played."""
    return not hunted.turn.named or (card in hunted.turn.named) == hunted.turn.admitted


def forget(hunted: Hunted) -> None:
    """RULES 16.10, D60.6: what they told no longer holds once played cards are exchanged."""
    hunted.turn.exposed, hunted.turn.named = [], []


# -- Hunt cards of phase 4, and Flashback ------------------------------------------


def stasis(s: State) -> bool:
    """RULES 16.18, D36: the Rescue counter does not move from when the card is played."""
    return s.acts("stasis")


def despondency(s: State) -> bool:
    """RULES D60.13: nobody may resist in the next phase 1; `State.despondent` keeps it until then."""
    return s.acts("despondency")


def flashback(s: State) -> str | None:
    """RULES 16.20, D37: the newest card of the Hunt discard pile that is not a Flashback."""
    return next((card for card in reversed(s.hunt_discard) if card != "flashback"), None)


def acts_as(s: State, card: str) -> str | None:
    """Which Hunt card a card of the hand acts as: itself, unless it is a Flashback."""
    return flashback(s) if card == "flashback" else card


# -- Survival cards ----------------------------------------------------------------


def smokescreen(s: State) -> bool:
    """RULES 17.5: the Creature sees no Place discard pile."""
    return s.now.smoke


def sacrifice(s: State) -> bool:
    """RULES 17.3: the Creature plays no more Hunt cards this turn."""
    return s.now.sacrificed


def composure(hunted: Hunted, loss: int) -> int:
    """RULES D26, D61.12: how much of a loss of Will is left; what was saved is used up."""
    saved = min(hunted.turn.composed, loss)
    hunted.turn.composed -= saved
    return loss - saved


IGNORED_BY: Final[dict[str, Token]] = {"dodge": "creature", "detector": "artemia", "camouflage": "target"}
"""The token that each of these cards makes its player ignore."""


def ignores(hunted: Hunted, token: Token) -> bool:
    """RULES 17.8, 17.9, D61.5: the token counts as absent for this Hunted."""
    return token in hunted.turn.ignores


# -- what several cards have in common ---------------------------------------------


def covers_two(s: State, token: Token) -> bool:
    """RULES 16.2, 16.11, 16.13, D60.3: the token is placed across two adjacent slots."""
    return any(HUNT[card].covers_two == token for card in s.now.in_force)
