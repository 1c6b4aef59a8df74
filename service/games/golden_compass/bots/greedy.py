"""A player who takes what promises most now."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from service.games.golden_compass.bots import worth
from service.games.golden_compass.cards import CHARACTERS, SECTORS, SYMBOL_SET, TRUTHS
from service.games.golden_compass.rules.choosing import seat_of
from service.games.golden_compass.rules.experience import lying
from service.games.golden_compass.rules.powers import ChoosePower
from service.games.golden_compass.rules.sets import DAEMON, SPIES, SYMBOL, forms, hindrance
from service.games.golden_compass.rules.turns import FREE_CHOICE
from service.games.golden_compass.state import State
from service.games.kit.bots import Thinking
from service.games.kit.decision import Decision, Picks, Seat

JOKER: Final = 1.2
"""A joker is better kept for a set that needs it."""


class Greedy:
    """Takes what promises the most points."""

    def choose(self, game: Any, imagined: State, question: Decision, thinking: Thinking) -> Picks:
        """The same answer every time; no thinking needed."""
        return best(imagined, question)


def best(s: State, question: Decision) -> Picks:
    """The answer that promises most to the player who is asked."""
    if answer := ANSWERS.get(question.kind):
        return answer(s, question)
    return question.on_timeout


# -- sets --------------------------------------------------------------------------


def rewards(s: State, seat: Seat) -> dict[str, float]:
    """What each kind of set promises now; nothing where its reward is impossible."""
    daemon = worth.placing(s, seat) if s.period == "red" else worth.taking(s, seat)
    found = {"daemon": daemon, "symbol": worth.compasses(s, seat, 2), "spies": worth.stealing(s, seat)}
    return {kind: 0.0 if hindrance(s, seat, kind) else value for kind, value in found.items()}


def sets(s: State, hand: Sequence[str]) -> list[tuple[Picks, tuple[str, ...]]]:
    """Every set in a hand, with the kinds it can be played as."""
    if s.wild_cards:
        groups: list[Picks] = [*combinations(hand, 2), *combinations(hand, 3)]
    else:
        # Only cards that share something need a closer look: this is where most of the time goes.
        groups = [cards for cards in combinations(hand, 2) if _share(*cards, s.short_sets > 0)]
        # Jokers alone are found with every symbol, and counted once.
        groups += dict.fromkeys(cards for same in _same_symbol(hand) for cards in combinations(same, 3))
    return [(cards, kinds) for cards in groups if (kinds := forms(s, cards))]


def _share(one: str, other: str, short: bool) -> bool:
    daemon, another = DAEMON[one], DAEMON[other]
    if daemon == another or daemon is None or another is None:
        return True
    return (one in SPIES and other in SPIES) or (short and SYMBOL[one] == SYMBOL[other])


def _same_symbol(hand: Sequence[str]) -> list[list[str]]:
    """The cards that may form a set of one symbol, with the jokers."""
    # In the order of the hand, not of a set: that is another one in every process, and of equals the first is taken.
    symbols = dict.fromkeys(SYMBOL[card] for card in hand)
    same = [[card for card in hand if SYMBOL[card] in (symbol, None)] for symbol in symbols]
    return [cards for cards in same if len(cards) >= SYMBOL_SET]


def best_set(s: State, seat: Seat) -> tuple[float, Picks]:
    """The set that promises most beyond what its cards are worth in the hand."""
    hand, reward = s.players[seat].hand, rewards(s, seat)
    if not any(reward.values()):
        return 0.0, ()
    top: tuple[float, Picks] = (0.0, ())
    for cards, kinds in sets(s, hand):
        value = max([reward[kind] for kind in kinds])
        value -= 0.35 * len(cards) + JOKER * sum([DAEMON[card] is None for card in cards])
        if value > top[0]:
            top = value, cards
    return top


def play_set(s: State, question: Decision) -> Picks:
    """The best set, or none."""
    return best_set(s, question.seat)[1]


def all_sets(s: State, seat: Seat) -> float:
    """What the sets in hand promise if they are played one after the other now."""
    player, total = s.players[seat], 0.0
    hand = player.hand
    try:
        for _ in range(3):
            value, cards = best_set(s, seat)
            if not cards:
                break
            total += value
            player.hand = [card for card in player.hand if card not in cards]
    finally:
        player.hand = hand
    return total


def set_kind(s: State, question: Decision) -> Picks:
    """The kind with the best reward."""
    reward = rewards(s, question.seat)
    return (max(question.options, key=reward.__getitem__),)


# -- a turn ------------------------------------------------------------------------


def actions(s: State, seat: Seat) -> dict[str, float]:
    """What each action allowed by the needle promises."""
    assert s.sector is not None
    symbol = SECTORS[s.sector].light_blue
    promise: dict[str, Callable[[State, Seat], float]] = {
        "alethiometer": lambda s, seat: worth.compasses(s, seat, 1),
        "magisterium": worth.assigning,
        "ally": worth.ally,
        "dust": worth.dust,
    }
    return {name: promise[name](s, seat) for name in (FREE_CHOICE if symbol == "free_choice" else (symbol,))}


def choose_colour(s: State, question: Decision) -> Picks:
    """Cards and movement, or an action and sets."""
    blue = max(0.0, *actions(s, question.seat).values()) + all_sets(s, question.seat)
    return ("red",) if worth.red(s, question.seat) >= blue else ("light_blue",)


def blue_action(s: State, question: Decision) -> Picks:
    """The best action, or none if none is worth anything."""
    found = actions(s, question.seat)
    name = max(question.options, key=found.__getitem__)
    return (name,) if found[name] > 0 else ()


def choose_ally(s: State, question: Decision) -> Picks:
    """The better power; Magisterium symbols kept are symbols not passed on, but they weigh little."""

    def promise(card: str) -> float:
        character = CHARACTERS[card]
        return worth.power(s, question.seat, character.power) - 0.1 * character.magisterium_symbols

    return (max(question.options, key=promise),)


def choose_power(s: State, question: Decision) -> Picks:
    """The option that promises most."""
    step = s.agenda[-1]
    assert isinstance(step, ChoosePower)
    values = [worth.power(s, question.seat, parts) for parts in step.powers]
    return (question.options[values.index(max(values))],)


def advance(s: State, question: Decision) -> Picks:
    """As far as it helps."""
    return (max(question.options, key=lambda option: worth.moving(s, question.seat, int(option[-1]))),)


# -- opponents ---------------------------------------------------------------------


def assign_dirigible(s: State, question: Decision) -> Picks:
    """To the opponent whom it hurts most, and of equals to the one who is ahead."""

    def hurts(option: str) -> tuple[float, int]:
        seat = seat_of(option)
        return (-1.0 if seat == question.seat else worth.burden(s, seat)), points(s, seat)

    return (max(question.options, key=hurts),)


def points(s: State, seat: Seat) -> int:
    """How well a player is doing, roughly."""
    player = s.players[seat]
    return sum([TRUTHS[tile] for tile in player.truths]) + 3 * worth.owned(s, seat) + player.compasses + player.dust


def rob(s: State, question: Decision) -> Picks:
    """Whoever is ahead; of tokens, those from later towns are worth more."""
    towns = list(s.towns)

    def prey(option: str) -> tuple[int, int]:
        named, _, back = option.partition("/")
        return (towns.index(back) if back in towns else 0), points(s, seat_of(named))

    return (max(question.options, key=prey),)


# -- tokens and cards --------------------------------------------------------------


def take_token(s: State, question: Decision) -> Picks:
    """A token known to be good, else any that is not known."""
    knows = s.players[question.seat].knows

    def promise(slot: str) -> float:
        token = lying(s, slot)
        return worth.token(s, question.seat, token) if token in knows else 5.6

    return (max(question.options, key=promise),)


def place_token(s: State, question: Decision) -> Picks:
    """The token that brings most."""
    return (max(question.options, key=lambda token: worth.token(s, question.seat, token)),)


def pay_to_place(s: State, question: Decision) -> Picks:
    """One card for a token is a good bargain."""
    return worth.least_useful(question.options, question.most)


def discard(s: State, question: Decision) -> Picks:
    """What will be missed least."""
    return worth.least_useful(question.options, question.least)


def keep(s: State, question: Decision) -> Picks:
    """The cards that go best with the hand."""
    hand = s.players[question.seat].hand
    return max(
        combinations(question.options, question.least),
        key=lambda cards: sum(worth.uses([*hand, *cards]).values()),
    )


def exchange(s: State, question: Decision) -> Picks:
    """Cards that go with nothing."""
    found = worth.uses(question.options)
    return tuple(
        sorted([card for card in question.options if found[card] < 1.0], key=found.__getitem__)[: question.most]
    )


def recover(s: State, question: Decision) -> Picks:
    """The card that goes best with the hand."""
    hand = s.players[question.seat].hand
    return (max(question.options, key=lambda card: sum(worth.uses([*hand, card]).values())),)


def pay_magisterium(s: State, question: Decision) -> Picks:
    """Cards if they are cheap; in the last count they are worth nothing any more."""
    if s.period == "red" or 0.8 * question.most < 2.5:
        return worth.least_useful(question.options, question.most)
    return ()


def peek(s: State, question: Decision) -> Picks:
    """As many as there are."""
    return question.options[: question.most]


ANSWERS: Final[Mapping[str, Callable[[State, Decision], Picks]]] = {
    "choose-ally": choose_ally,
    "choose-colour": choose_colour,
    "blue-action": blue_action,
    "play-set": play_set,
    "set-kind": set_kind,
    "choose-power": choose_power,
    "advance": advance,
    "assign-dirigible": assign_dirigible,
    "steal-card": rob,
    "steal-token": rob,
    "remove-compass": rob,
    "take-dust-from": rob,
    "take-token": take_token,
    "place-token": place_token,
    "pay-to-place": pay_to_place,
    "discard-excess": discard,
    "discard": discard,
    "keep": keep,
    "exchange": exchange,
    "recover": recover,
    "pay-magisterium": pay_magisterium,
    "peek": peek,
}
"""How each question is answered; Truth tiles lie best first, so the default takes the best."""
