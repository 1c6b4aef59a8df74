"""The answers worth dreaming about: of those that come to the same thing one, of very many the promising ones."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from random import Random
from typing import Any, Final

from service.games.golden_compass.bots import worth
from service.games.golden_compass.bots.greedy import best, sets
from service.games.golden_compass.cards import TRUTHS
from service.games.golden_compass.rules.experience import lying
from service.games.golden_compass.rules.sets import DAEMON, SYMBOL, hindrance
from service.games.golden_compass.state import State
from service.games.kit.decision import Decision, Picks
from service.games.kit.search import answers

FEW: Final = 6
"""Of many ways to discard or recover so many are tried."""


def candidates(game: Any, s: State, question: Decision, random: Random) -> list[Picks]:
    """What greedy would answer, and what else may be good."""
    return list(dict.fromkeys([best(s, question), *_others(game, s, question, random)]))


def _others(game: Any, s: State, question: Decision, random: Random) -> Iterable[Picks]:
    match question.kind:
        case "play-set":
            return [(), *_different_sets(s, question)]
        case "take-truths":
            # Higher is always better.
            return [tuple(sorted(question.options, key=lambda tile: -TRUTHS[tile])[: question.least])]
        case "take-token" | "peek":
            return _different_slots(s, question)
        case "discard-excess" | "discard" | "pay-to-place" | "pay-magisterium" | "exchange":
            return _discards(question)
        case "recover":
            hand = s.players[question.seat].hand
            fit = {card: sum(worth.uses([*hand, card]).values()) for card in question.options}
            return [(card,) for card in sorted(fit, key=lambda card: -fit[card])[:FEW]]
        case _:
            return answers(game, s, question, random)


def _different_sets(s: State, question: Decision) -> Iterable[Picks]:
    """Every set with a reward; cards that show the same are the same."""
    found: dict[tuple[Any, ...], Picks] = {}
    for cards, kinds in sets(s, question.options):
        if any(hindrance(s, question.seat, kind) is None for kind in kinds):
            found.setdefault((kinds, *sorted(f"{DAEMON[card]}/{SYMBOL[card]}" for card in cards)), cards)
    return found.values()


def _different_slots(s: State, question: Decision) -> Iterable[Picks]:
    """Every token seen before, and one of those not seen: they are all alike."""
    if question.kind == "peek":
        return ()
    knows = s.players[question.seat].knows
    seen = [slot for slot in question.options if lying(s, slot) in knows]
    unseen = [slot for slot in question.options if slot not in seen]
    return [(slot,) for slot in seen + unseen[:1]]


def _discards(question: Decision) -> Iterable[Picks]:
    """The least useful cards, of each number that is allowed."""
    use = worth.uses(question.options)
    cheap = sorted(question.options, key=use.__getitem__)
    sizes = {question.least, question.most} if question.kind != "exchange" else range(question.most + 1)
    for size in sizes:
        ways = combinations(cheap[: size + 2], size)
        yield from sorted(ways, key=lambda cards: sum(use[card] for card in cards))[:FEW]
