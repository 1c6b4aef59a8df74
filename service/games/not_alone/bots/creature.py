"""A sensible Creature: reckons from what is owned and discarded where the Hunted are, and strikes there."""

from __future__ import annotations

from random import Random
from typing import Final

from service.games.kit.decision import Decision, Picks
from service.games.not_alone.bots.sense import CARD, WILL, allure, draw, heat, reckon
from service.games.not_alone.cards import CREATURE, TARGET
from service.games.not_alone.planet import SLOTS, seat_of, slots_of
from service.games.not_alone.rules.passive import clone, flashback, mutation
from service.games.not_alone.rules.where import caught_by_creature, creature_slots, free, ways_on
from service.games.not_alone.state import State

WHIM: Final = 0.06
"""How readily a slot is chosen that is not quite the best, so that nobody can be sure."""

LATER: Final[dict[str, float]] = {"stasis": 0.75, "detour": 0.5, "tornado": 0.45, "cataclysm": 0.35, "tracking": 0.35}
"""What cards are worth that are played after the tokens are placed."""

PLAIN: Final[dict[str, float]] = {
    "clone": 1.0,
    "gargantua": 0.9,
    "virus": 0.6,
    "mutation": 0.55,
    "miasma": 0.5,
    "tentacles": 0.55,
    "scream": 0.5,
    "quicksand": 0.5,
    "mirage": 0.55,
    "toxin": 0.5,
    "inertia": 0.6,
    "ubiquity": 0.55,
    "persecution": 0.4,
    "fierceness": 0.55,
    "anticipation": 0.6,
    "feeding_frenzy": 0.5,
    "interference": 0.5,
    "interference_x": 0.5,
    "telepathy": 0.5,
    "despondency": 0.4,
    "paralysis": 0.2,
    "force_field": 0.45,
    "despair": 0.5,
}
"""What cards are worth before they are looked at more closely."""


def answer(s: State, question: Decision, random: Random) -> Picks:
    """What a sensible Creature answers."""
    options = question.options
    match question.kind:
        case "choose-side":
            return ("side-2",)
        case "hunt":
            return (hunt(s, options),)
        case "place-token":
            token = str(question.about["token"])
            return (draw(random, grips(s, token, options), WHIM),)
        case "name-hunted":
            card = str(question.about["card"])
            return (max(options, key=lambda pick: prey(s, card, pick)),)
        case "ask-places":
            chances = reckon(s).likely[question.about["seat"]]
            return tuple(sorted(options, key=lambda place: -chances.get(place, 0.0))[: question.least])
        case "name-slot":
            return (max(options, key=lambda pick: ruin(s, pick)),)
        case "name-pair" | "move-where" | "move-token" | "ubiquity":
            return (max(options, key=lambda pick: after(s, question, pick)),)
    if question.kind.endswith("-window"):
        return (window(s, question),)
    return question.on_timeout


# -- Hunt cards --------------------------------------------------------------------


def worth(s: State, card: str) -> float:
    """What a Hunt card is worth now."""
    match card:
        case "flashback":
            last = flashback(s)
            return 0.0 if last is None else worth(s, last) - 0.01
        case "ascendancy":
            return 0.2 * (max([len(hunted.hand) for hunted in s.hunted]) - 2)
        case "forbidden_zone":
            return CARD * sum([bool(hunted.hand) for hunted in s.hunted])
        case "phobia":
            return 0.3 + 0.1 * max([len(hunted.hand) for hunted in s.hunted])
        case "time_rift":
            return 2.0 if s.assimilation == 1 else -0.5
        case "detour" | "tornado":
            return 1.2 if s.presences and not caught(s) and within_reach(s, card) else LATER[card]
        case "cataclysm":
            return max([ruin(s, f"s{slot}") for slot in range(1, 11)]) if s.presences else LATER[card]
    return PLAIN.get(card, LATER.get(card, 0.3))


def hunt(s: State, options: Picks) -> str:
    """The best card, if none of those for later is better; then the tokens."""
    later = max([LATER.get(card, 0.0) for card in s.hunt_hand]) if s.hunt_plays_left() == 1 else 0.0
    cards = [card for card in options if card in s.hunt_hand and worth(s, card) > max(later, 0.3)]
    return max(cards, key=lambda card: worth(s, card)) if cards else options[0]


def window(s: State, question: Decision) -> str:
    """The best card for this window, if it is worth more than waiting."""
    cards = [card for card in question.options if card != "pass"]
    if not cards:
        return "pass"
    best = max(cards, key=lambda card: worth(s, card))
    others = [worth(s, card) for card in s.hunt_hand if card != best]
    match question.kind:
        case "exploration-window":
            ready = worth(s, best) >= max([0.0, *others])
        case "opening-window" | "target-window" | "artemia-window" | "creature-window":
            ready = worth(s, best) > (0.75 if "stasis" in s.hunt_hand else 0.5)
        case _:
            ready = True
    return best if ready else "pass"


# -- tokens ------------------------------------------------------------------------


def grips(s: State, token: str, options: Picks) -> dict[str, float]:
    """What a token is worth on each of these slots, or pairs of slots."""
    likely = reckon(s).likely
    if token == CREATURE or (token == TARGET and clone(s)):
        promise = {each.seat: {card: allure(s, each, card) for card in likely[each.seat]} for each in s.hunted}
        warm = heat(s, likely, promise)
        taken = creature_slots(s)
        return {pick: sum([warm[slot] for slot in slots_of(pick) if slot not in taken]) for pick in options}
    pain = CARD + (WILL if mutation(s) or "scream" in s.now.in_force else 0.0)
    hurt = dict.fromkeys(SLOTS, 0.0)
    for hunted in s.hunted:
        for card, chance in likely[hunted.seat].items():
            hurt[s.slot(card)] += chance * (pain + max(0.0, allure(s, hunted, card)))
    for slot in creature_slots(s):
        hurt[slot] *= 0.4
    return {pick: sum([hurt[slot] for slot in slots_of(pick)]) for pick in options}


def prey(s: State, card: str, pick: str) -> float:
    """Whom a card names best."""
    hunted = s.at(seat_of(pick))
    match card:
        case "anticipation":
            covered = s.tokens.get("creature", [])
            chances = reckon(s).likely[hunted.seat]
            if not covered:
                return max(chances.values(), default=0.0)
            return sum([chance for place, chance in chances.items() if s.slot(place) in covered])
        case "paralysis":
            return len(hunted.survival)
        case "detour":
            near = [slot for each in s.presences if each.seat == hunted.seat for slot in ways_on(s, each.slot)]
            return float(any(caught_by_creature(s, hunted, slot) for slot in near)) - 2.0 * is_caught(s, hunted.seat)
    return len(hunted.hand)


# -- phase 3 -----------------------------------------------------------------------


def is_caught(s: State, seat: int) -> bool:
    """Whether a Creature token has this Hunted."""
    return any(each.seat == seat and caught_by_creature(s, s.at(seat), each.slot) for each in s.presences)


def caught(s: State) -> bool:
    """Whether a Creature token has anybody."""
    return any(is_caught(s, hunted.seat) for hunted in s.hunted)


def within_reach(s: State, card: str) -> bool:
    """Whether somebody could be moved under a Creature token."""
    covered = creature_slots(s)
    return any(slot in covered for each in s.presences for slot in ways_on(s, each.slot))


def ruin(s: State, pick: str) -> float:
    """What the powers on a slot still promise to those there."""
    [slot] = slots_of(pick)
    place = s.place(slot)
    if place is None:
        return 0.0
    there = [each for each in s.presences if each.slot == slot and not each.spent and free(s, each)]
    return sum([allure(s, s.at(each.seat), place) for each in there])


def after(s: State, question: Decision, pick: str) -> float:
    """How many are caught once this has moved."""
    if pick == "nothing":
        return float(sum([is_caught(s, hunted.seat) for hunted in s.hunted]))
    covered = creature_slots(s)
    match question.kind:
        case "move-where":
            return float(slots_of(pick)[0] in covered)
        case "name-pair":
            one, two = slots_of(pick)
            moved = {one: two, two: one}
            return float(sum([moved.get(each.slot, each.slot) in covered for each in s.presences]))
        case "move-token":
            return float(sum([each.slot in slots_of(pick) for each in s.presences]))
    if pick == "creature":
        return float(sum([each.slot in s.tokens["target"] for each in s.presences]))
    return 0.0
