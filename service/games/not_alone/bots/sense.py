"""What everybody at the table can reckon: what a place promises to a Hunted, and where they are likely to be.

Only public facts are used here: what a Hunted owns, how many cards lie where, the discard piles as the Creature sees
them. So the Creature may reckon with it, and a Hunted may reckon what the Creature will think.
"""

from __future__ import annotations

from math import exp
from random import Random
from typing import Final, NamedTuple, TypeVar

from service.games.kit import agenda
from service.games.kit.decision import Seat
from service.games.not_alone.pieces import MAX_WILL, Hunted
from service.games.not_alone.planet import SLOTS
from service.games.not_alone.rules.hands import in_reserve
from service.games.not_alone.rules.passive import smokescreen, telepathy
from service.games.not_alone.rules.where import accessible_cards
from service.games.not_alone.state import State

CARD: Final = 0.16
"""What a Place card back in hand is worth, in spaces of a counter."""

WILL: Final = 0.4
"""What a Will is worth."""

CATCH: Final = 0.9
"""What a catch costs the Hunted besides the Will."""

HEDGE: Final = 0.12
"""How readily a Hunted plays a worse place, so that nobody can be sure."""

HUNGER: Final = 0.12
"""How readily the Creature goes to a worse slot."""

THOUGHTS: Final = 8
"""How often each side thinks of what the other thinks."""

Key = TypeVar("Key", str, int)


def allure(s: State, hunted: Hunted, place: str) -> float:
    """What the power of a place promises to this Hunted, in spaces of a counter."""
    lost = len(hunted.discard)
    missing = MAX_WILL - hunted.will
    match place:
        case "lair" | "nexus":
            return CARD * lost - 0.05
        case "jungle":
            return CARD * (1 + min(1, lost)) + 0.1
        case "oasis":
            return CARD * (1 + min(2, lost, missing)) + 0.1
        case "swamp":
            return CARD * (1 + min(2, lost)) + 0.1
        case "mangrove":
            return CARD * (2 + min(1, lost)) + 0.1
        case "river":
            return 0.4 if hunted.pending == "none" else 0.0
        case "fjord":
            return 0.3 if hunted.pending == "none" else 0.0
        case "artefact":
            return 0.7 if hunted.pending == "none" else 0.0
        case "rover":
            return 0.12 * min(s.rescue, 6) if in_reserve(s, hunted) else 0.0
        case "labyrinth":
            return 0.7 if s.hidden or s.place_pile else 0.3
    return _allure_of_team_places(s, hunted, place, missing)


def _allure_of_team_places(s: State, hunted: Hunted, place: str, missing: int) -> float:
    if place in s.now.used:
        return 0.0
    match place:
        case "beach":
            return 0.8 if s.marker == "on" else 0.45
        case "dome":
            return 1.6 if s.shield == 3 else 0.55
        case "wreck":
            return 1.0
        case "pole":
            return 1.4 if hunted.will > 1 or s.rescue <= 2 else 0.4
        case "source":
            return 0.2 + WILL * min(1, missing)
        case "archipelago":
            return 0.25 + 0.2 * min(1, missing)
        case "shelter":
            return 0.35
        case "fungi":
            return 0.25 + 0.1 * min(2, s.will_reserve)
    return 0.3


def cover(s: State, hunted: Hunted) -> list[str]:
    """The places where a Hunted may be, as far as the Creature knows."""
    if hunted.open:
        return hunted.open
    if smokescreen(s):
        cards = hunted.hand + hunted.played + hunted.discard
    else:
        cards = hunted.hand + hunted.played
        if hunted.known and len(hunted.played) == len(hunted.known):
            cards = hunted.known
    shown = hunted.turn.exposed
    cards = accessible_cards(s, [card for card in cards if card not in shown])
    if len(hunted.played) < 2:
        cards = [card for card in cards if telepathy(hunted, card)] or cards
    return cards


class Reckoning(NamedTuple):
    """Where each Hunted is likely to be, and how likely the Creature token comes to each slot."""

    likely: dict[Seat, dict[str, float]]
    fear: dict[int, float]


def reckon(s: State) -> Reckoning:
    """I think that you think: both sides answer each other's average a few times over."""
    promise = {each.seat: {card: allure(s, each, card) for card in cover(s, each)} for each in s.hunted}
    cost = {each.seat: {card: price(each, card) for card in promise[each.seat]} for each in s.hunted}
    likely = {seat: dict.fromkeys(cards, 0.0) for seat, cards in promise.items()}
    fear = dict.fromkeys(SLOTS, 1 / len(SLOTS))
    for turn in range(1, THOUGHTS + 1):
        for seat, cards in promise.items():
            bold = {
                card: (1 - fear[s.slot(card)]) * gain - fear[s.slot(card)] * cost[seat][card]
                for card, gain in cards.items()
            }
            for card, chance in shares(bold, HEDGE).items():
                likely[seat][card] += (chance - likely[seat][card]) / turn
        for slot, chance in shares(heat(s, likely, promise), HUNGER).items():
            fear[slot] += (chance - fear[slot]) / (turn + 1)
    return Reckoning(likely, fear)


def heat(s: State, likely: dict[Seat, dict[str, float]], promise: dict[Seat, dict[str, float]]) -> dict[int, float]:
    """What the Creature gains with its token on each slot: prey, and powers that are not used."""
    warm = dict.fromkeys(SLOTS, 0.0)
    for hunted in s.hunted:
        # Who holds two cards will see the token and choose the other one, or is in two places.
        share = {"none": 1.0, "river": 0.4, "fjord": 0.4, "artefact": 1.6}[hunted.pending]
        for card, chance in likely[hunted.seat].items():
            loss = WILL * (2 if card == "lair" else 1)
            warm[s.slot(card)] += share * chance * (CATCH + loss + 0.5 * max(0.0, promise[hunted.seat][card]))
    return warm


def price(hunted: Hunted, card: str) -> float:
    """What it costs a Hunted to be caught with this card."""
    loss = 2 if card == "lair" else 1
    return CATCH + WILL * loss + (0.5 if hunted.will <= loss else 0.0)


def shares(worth: dict[Key, float], warmth: float) -> dict[Key, float]:
    """How likely each of these is chosen: the better, the likelier."""
    if not worth:
        return {}
    best = max(worth.values())
    drawn = {key: exp((each - best) / warmth) for key, each in worth.items()}
    total = sum(drawn.values())
    return {key: weight / total for key, weight in drawn.items()}


def believe(s: State, seat: Seat, random: Random) -> None:
    """Make an imagined table likelier: the others' face-down cards are those they would rather have played."""
    thought, sealed = reckon(s), agenda.sealed(s)
    for hunted in s.hunted:
        down = [card for card in hunted.played if card not in hunted.open and card not in hunted.known]
        if hunted.seat == seat or len(down) != 1 or hunted.seat in sealed:
            continue
        chances = {
            card: chance for card, chance in thought.likely[hunted.seat].items() if card in hunted.hand or card in down
        }
        if chances:
            [card] = random.choices(list(chances), list(chances.values()))
            if card not in down:
                hunted.hand[hunted.hand.index(card)] = down[0]
                hunted.played[hunted.played.index(down[0])] = card


def draw(random: Random, worth: dict[str, float], warmth: float) -> str:
    """One of these, the better the likelier."""
    chances = shares(worth, warmth)
    return random.choices(list(chances), list(chances.values()))[0]
