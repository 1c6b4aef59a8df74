"""A sensible Hunted: keeps cards in hand, goes where much is promised and little is feared, and hedges."""

from __future__ import annotations

from random import Random
from typing import Final

from service.games.kit.decision import Decision, Picks
from service.games.not_alone.bots.sense import CARD, CATCH, HEDGE, WILL, allure, draw, price, reckon
from service.games.not_alone.pieces import Hunted
from service.games.not_alone.planet import seat_of, slots_of
from service.games.not_alone.rules.passive import clone
from service.games.not_alone.rules.where import caught_by_artemia, caught_by_creature, targeted, usable
from service.games.not_alone.state import State

FEW: Final = 2
"""So few cards in hand that the Creature can guess."""

LIKED: Final = (
    ["wreck", "pole", "artefact", "mangrove", "swamp", "portal", "source", "fungi", "shelter", "archipelago"],
    [
        "dodge",
        "double_back",
        "amplifier",
        "amplifier_x",
        "distress_flare",
        "adrenaline",
        "wrong_track",
        "camouflage",
        "detector",
        "vortex",
        "sixth_sense",
        "solidarity",
        "first_aid",
        "shuttle",
        "salvage",
        "composure",
        "ingenuity",
        "ingenuity_x",
        "gate",
        "drone",
        "drone_x",
    ],
)
"""Reserve cards and Survival cards, the best first."""


def answer(s: State, question: Decision, random: Random) -> Picks:
    """What a sensible Hunted answers."""
    me, options = s.at(question.seat), question.options
    match question.kind:
        case "explore":
            return explore(s, me, question, random)
        case "resist" | "resist-last":
            return tuple(sorted(options[:-1], key=lambda card: -prospect(s, me, card))[:2])
        case "take-back" | "copy-place" | "teleport" | "swap-in" | "double-back":
            return tuple(sorted(options, key=lambda card: -prospect(s, me, card))[: question.most])
        case "discard-places" | "drop-in-secret":
            return tuple(sorted(options, key=lambda card: allure(s, me, card))[: question.least])
        case "keep-places" | "hide-places":
            return tuple(sorted(options, key=lambda card: -allure(s, me, card))[: question.least])
        case "keep-explored" | "which-first":
            return (max(options, key=lambda card: prospect(s, me, card)),)
        case "swap-out":
            return (min(options, key=lambda card: prospect(s, me, card)),)
        case "resolve" | "use-power" | "discovery":
            return (max(options, key=lambda pick: resolution(s, me, pick, question)),)
        case "move-where" | "move-token":
            return (max(options, key=lambda pick: elsewhere(s, me, question, pick)),)
        case "take-reserve" | "lay-place" | "keep-survival":
            return (first_of(options),)
        case "heal" | "give-will" | "share":
            return (min(options, key=lambda pick: neediness(s, pick)),)
        case "scream":
            return ("lose-will",) if me.will > 1 and len(me.hand) < 4 else ("discard-two",)
        case "barter":
            return (options[-1],) if len(options) > 2 and me.will == 1 else ("nothing",)
        case "seed-will":
            return options[: question.most]
    if question.kind.endswith("-window"):
        return (max(options, key=lambda card: use_of(s, me, card, question.kind)),)
    return question.on_timeout


# -- phase 1 -----------------------------------------------------------------------


def explore(s: State, me: Hunted, question: Decision, random: Random) -> Picks:
    """Get cards back while Will is left to pay for them; then weigh promise against danger."""
    options = question.options
    for card in options:
        if card in me.survival and use_of(s, me, card, "explore") > 0:
            return (card,)
    able = [card for card in options if card in me.hand]
    few = len(able) <= FEW and len(me.discard) >= 2
    if few and "resist" in options and me.will > 1 and me.turn.resisted == 0:
        return ("resist",)
    if "give-up" in options and (not able or (len(able) == 1 and me.will == 1 and s.assimilation > 1)):
        return ("resist",) if "resist" in options and me.will > 1 else ("give-up",)
    fear = reckon(s).fear
    worth = {
        card: (1 - fear[s.slot(card)]) * allure(s, me, card) - fear[s.slot(card)] * price(me, card)
        for card in options
        if card in me.hand or card in me.discard
    }
    first = draw(random, {card: worth[card] for card in able}, HEDGE)
    if len(question.on_timeout) == 1:
        return (first,)
    rest = [card for card in worth if card != first and (me.pending != "fjord" or card in me.discard)]
    return (first, draw(random, {card: worth[card] for card in rest}, HEDGE))


# -- once tokens lie ---------------------------------------------------------------


def stake(s: State, me: Hunted, slot: int, gain: float) -> float:
    """What a slot is worth to a Hunted with the tokens where they are."""
    if caught_by_creature(s, me, slot):
        return -CATCH - WILL
    if caught_by_artemia(s, me, slot):
        return -2 * CARD
    if not usable(s, me, slot):
        return 0.0
    return gain - (0.3 if targeted(s, me, slot) else 0.0)


def prospect(s: State, me: Hunted, card: str) -> float:
    """What a card promises, tokens considered."""
    if card not in s.planet:
        return 0.0
    return stake(s, me, s.slot(card), allure(s, me, card))


def standing(s: State) -> float:
    """What the places where the Hunted are now are worth to all of them."""
    total = 0.0
    for presence in s.presences:
        hunted, place = s.at(presence.seat), s.place(presence.slot)
        total += stake(s, hunted, presence.slot, allure(s, hunted, place) if place else 0.0)
    return total


def elsewhere(s: State, me: Hunted, question: Decision, pick: str) -> float:
    """How the table looks once a token, or the player, has moved there."""
    if not pick.startswith("s"):
        return standing(s)
    if question.kind == "move-where":
        [slot] = slots_of(pick)
        place = s.place(slot)
        return stake(s, me, slot, allure(s, me, place) if place else 0.0)
    token = question.about["token"]
    before, s.tokens[token] = s.tokens[token], slots_of(pick)
    after = standing(s)
    s.tokens[token] = before
    return after


def resolution(s: State, me: Hunted, pick: str, question: Decision) -> float:
    """What one way to resolve a place is worth."""
    place = str(question.about["place"])
    match pick:
        case "nothing":
            return 0.0
        case "take-back":
            return CARD
        case "take-card":
            return 0.5
        case "reveal":
            return 0.7
        case "recover-all":
            return CARD * len(me.discard)
        case "heal":
            return WILL + 0.1 if me.will < 3 else 0.3
        case "draw":
            return 0.25
        case "copy" | "gate":
            return 0.6
        case "drone" | "drone_x" | "survey":
            return 0.5
        case "seed-will":
            return 0.3
    if place == "pole" and me.will == 1 and s.rescue > 2 and s.assimilation <= 1:
        return -1.0
    return max(allure(s, me, place), 0.05)


# -- Survival cards ----------------------------------------------------------------


def use_of(s: State, me: Hunted, card: str, window: str) -> float:
    """What playing this card now is worth; nothing at all for a pass."""
    here = [presence.slot for presence in s.presences if presence.seat == me.seat]
    match card:
        case "pass":
            return 0.0
        case "adrenaline" | "first_aid":
            return 1.0
        case "ingenuity" | "ingenuity_x" | "cartography" | "amplifier" | "amplifier_x" | "distress_flare":
            return 1.0
        case "sixth_sense" | "salvage":
            return 1.0 if len(me.discard) > 1 else -1.0
        case "solidarity":
            return 1.0 if sum([bool(each.discard) for each in s.hunted]) > len(s.hunted) // 2 else -1.0
        case "smokescreen" | "strike_back" | "scanner":
            return 0.5 if s.turn > 1 and len(me.survival) > 1 else -1.0
        case "double_back":
            return 0.8
        case "dodge":
            return 2.0
        case "composure":
            return 0.5 if any(caught_by_creature(s, me, slot) for slot in here) and me.will <= 2 else -1.0
        case "detector":
            return 0.5
        case "camouflage":
            return 0.5 if not all(usable(s, me, slot) for slot in here) or clone(s) else -1.0
        case "wrong_track" | "hologram" | "decoy" | "shuttle":
            return 0.7 if standing(s) < 0.2 * len(here) and endangered(s) else -1.0
        case "vortex" | "shortcut":
            return 0.6 if any(caught_by_creature(s, me, s.slot(place)) for place in me.played) else -1.0
    return -1.0


def endangered(s: State) -> bool:
    """Whether a Creature token is about to catch somebody."""
    return any(caught_by_creature(s, s.at(each.seat), each.slot) for each in s.presences)


def first_of(options: Picks) -> str:
    """The best of cards by their general worth."""
    order = [*LIKED[0], *LIKED[1]]
    return min(options, key=lambda card: order.index(card) if card in order else len(order))


def neediness(s: State, pick: str) -> int:
    """Whoever has least Will comes first."""
    return s.at(seat_of(pick)).will if pick.startswith("seat-") else 9
