"""What things promise, in points at the end: cards, compasses, tokens, Dust, the dirigible, moving on.

All of it is guesswork with round numbers; they played well against their neighbours in a few thousand games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from typing import Any, Final

from service.games.golden_compass import ops
from service.games.golden_compass.cards import CHARACTERS, HAND_LIMIT, RED_SLOTS, SECTORS, TOKENS, TOWNS, TRACKS
from service.games.golden_compass.rules.sets import DAEMON, SPIES, SYMBOL
from service.games.golden_compass.state import State
from service.games.kit.decision import Seat

RANK: Final = 2.6
"""Points between one place and the next when Truth tiles are taken."""
CARD: Final = 1.0
OVER_LIMIT: Final = 0.25
"""A card drawn beyond the hand limit still widens the choice."""
TOKEN: Final = 3.2
"""A token in hand before the red period; not all of them will find a slot."""
DUST: Final = 8 / 7
"""RULES D26: so many Passages are drawn on average."""
CLOSE: Final = 0.5
FAR: Final = 0.25
"""How uncertain a place is: at the end, and more for each space that Lyra has still to go."""


# -- the journey -------------------------------------------------------------------

LAST: Final = {
    seats: {space.period: n for n, space in enumerate(track) if space.type == "objective"}
    for seats, track in TRACKS.items()
}
"""Where the objective of each period lies on the track."""


def ahead(s: State) -> int:
    """The spaces between Lyra and the objective."""
    return LAST[s.seats][s.period] - s.lyra


def moving(s: State, seat: Seat, steps: int) -> float:
    """Moving on is good for whoever leads, and bad for whoever still has something to do here."""
    left = ahead(s)
    if not steps:
        return 0.0
    ending = settled(s, seat) - standing(s, seat, left)
    if s.period == "red":
        ending += hopes(s, seat)
    return ending if steps >= left else ending * 0.4 * steps / left


def hopes(s: State, seat: Seat) -> float:
    """What the others may still place in the red towns, minus what this player may."""
    mine = min(len(s.players[seat].tokens), 2) * 2.0
    others = sum(min(len(s.players[other].tokens), 2) * 2.0 for other in s.opponents(seat))
    return others / (s.seats - 1) - mine


# -- compasses ---------------------------------------------------------------------


def standing(s: State, seat: Seat, left: float, more: int = 0) -> float:
    """What the place among the compasses promises with `left` spaces to go and so many `more` compasses."""
    mine, spread = s.players[seat].compasses + more, CLOSE + FAR * left
    found = 0.0
    for other in s.opponents(seat):
        found += 1 / (1 + exp((s.players[other].compasses - mine) / spread))
    return RANK * found


def settled(s: State, seat: Seat) -> float:
    """What the place is worth if the tiles were taken now."""
    return standing(s, seat, 0)


def compasses(s: State, seat: Seat, count: int) -> float:
    """What so many more compasses on the objective promise."""
    count = min(count, s.players[seat].supply)
    left = ahead(s)
    return standing(s, seat, left, count) - standing(s, seat, left) + 0.05 * count


# -- tokens ------------------------------------------------------------------------


def token(s: State, seat: Seat, id: str) -> float:
    """What a token brings once it is placed."""
    value = TOKENS[id].value
    if value is not None:
        return value
    return 1.0 + owned(s, seat)


def owned(s: State, seat: Seat) -> int:
    """How many tokens a player owns, placed and unplaced."""
    placed = sum(owner == seat for town in s.placed.values() for owner in town.values())
    return placed + len(s.players[seat].tokens)


def taking(s: State, seat: Seat) -> float:
    """What one more token promises; after the first six of a player there may be no slot."""
    return TOKEN if len(s.players[seat].tokens) < 6 else TOKEN / 3


def placing(s: State, seat: Seat) -> float:
    """What placing the best token brings now; a marker is a compass less for the objective."""
    player = s.players[seat]
    if s.town not in s.placed or len(s.placed[s.town]) >= RED_SLOTS or not player.supply or not player.tokens:
        return 0.0
    return max([token(s, seat, id) for id in player.tokens])


def stealing(s: State, seat: Seat) -> float:
    """A token for this player, and one less for another."""
    if not any(s.players[other].tokens for other in s.opponents(seat)):
        return 0.0
    share = TOKEN if s.period != "red" else 3.0
    return share * (1 + 1 / (s.seats - 1))


# -- Lyra cards --------------------------------------------------------------------


def drawing(s: State, seat: Seat, count: int) -> float:
    """What so many cards promise; those beyond the limit little, and all of them less near the end."""
    room = max(0, HAND_LIMIT - len(s.players[seat].hand))
    kept = min(room, count)
    cards = CARD * kept + OVER_LIMIT * (count - kept)
    return cards * min(1.0, ahead(s) / 4) if s.period == "red" else cards


def uses(hand: Sequence[str]) -> dict[str, float]:
    """How well each card goes with the rest of a hand."""
    daemons = [DAEMON[card] for card in hand]
    symbols = [SYMBOL[card] for card in hand]
    spies = sum(card in SPIES for card in hand)
    found = {}
    for card, daemon, symbol in zip(hand, daemons, symbols, strict=True):
        if daemon is None:
            found[card] = 4.0
            continue
        alike, same = daemons.count(daemon), symbols.count(symbol)
        use = (0.0, 0.4, 2.0, 1.6, 1.9)[min(alike, 4)] + (0.0, 0.1, 0.9, 2.2, 2.0)[min(same, 4)]
        if card in SPIES:
            use += 0.4 if spies < 2 else 0.9
        found[card] = use
    return found


def least_useful(hand: Sequence[str], count: int) -> tuple[str, ...]:
    """The cards of a hand that will be missed least, one after the other."""
    left = list(hand)
    for _ in range(count):
        found = uses(left)
        left.remove(min(left, key=found.__getitem__))
    return tuple(card for card in hand if card not in left)


# -- the dirigible and the powers --------------------------------------------------


def burden(s: State, seat: Seat) -> float:
    """What the dirigible costs its holder: cards, or a Truth tile."""
    player = s.players[seat]
    price = player.magisterium + 1
    return min(2.8, 0.8 * price) if len(player.hand) >= price else 2.8


def assigning(s: State, seat: Seat) -> float:
    """What it is worth to say who takes the dirigible; others may pass it on before the end."""
    now = s.dirigible
    hurt = max([burden(s, other) for other in s.opponents(seat)]) / (s.seats - 1)
    if now is not None:
        hurt += burden(s, seat) if now == seat else -burden(s, now) / (s.seats - 1)
    return max(0.0, hurt) / (1 + 0.15 * ahead(s))


POWERS: Final[dict[type, Callable[[State, Seat, Any], float]]] = {
    ops.Draw: lambda s, seat, op: drawing(s, seat, op.n),
    ops.DrawUpTo: lambda s, seat, op: drawing(s, seat, max(0, op.hand - len(s.players[seat].hand))),
    ops.LookAndKeep: lambda s, seat, op: 1.2 * drawing(s, seat, op.keep),
    ops.Cycle: lambda s, seat, op: drawing(s, seat, op.bonus) + 1.2,
    ops.Discard: lambda s, seat, op: -0.3,
    ops.Recover: lambda s, seat, op: 1.6 * drawing(s, seat, op.n) if s.discards else 0.0,
    ops.StealCard: lambda s, seat, op: 1.3 * drawing(s, seat, op.n),
    ops.OpponentsDiscard: lambda s, seat, op: 0.6,
    ops.PlaceCompass: lambda s, seat, op: compasses(s, seat, op.n),
    ops.RemoveCompass: lambda s, seat, op: 0.8 * compasses(s, seat, op.n),
    ops.TakeDust: lambda s, seat, op: DUST,
    ops.AssignDirigible: lambda s, seat, op: assigning(s, seat),
    ops.PassDirigible: lambda s, seat, op: 1.5 if s.dirigible == seat else 0.0,
    ops.ReturnDirigible: lambda s, seat, op: 1.5 if s.dirigible == seat else 0.0,
    ops.AdvanceLyra: lambda s, seat, op: max(0.0, moving(s, seat, op.max)),
    ops.PeekExperience: lambda s, seat, op: 0.4,
    ops.TakeExperience: lambda s, seat, op: taking(s, seat) if s.town in TOWNS[s.period] else 0.0,
    ops.PlaceExperience: lambda s, seat, op: max(0.0, placing(s, seat) - op.cost_cards),
    ops.StealExperience: lambda s, seat, op: stealing(s, seat),
    ops.GrantShortSymbolSet: lambda s, seat, op: 1.0,
    ops.GrantWildCard: lambda s, seat, op: 1.0,
    ops.GrantSymbolBonus: lambda s, seat, op: 0.4,
    ops.ChooseOne: lambda s, seat, op: max([power(s, seat, option) for option in op.options]),
    ops.IfBehind: lambda s, seat, op: 0.5 * power(s, seat, op.then),
}
"""What each word of a power promises."""


def power(s: State, seat: Seat, parts: Sequence[ops.AnyOp]) -> float:
    """What a power promises, part by part."""
    return sum([POWERS[type(part)](s, seat, part) for part in parts])


def ally(s: State, seat: Seat) -> float:
    """What the player's ally promises now."""
    character = s.players[seat].ally
    return 0.0 if character is None else power(s, seat, CHARACTERS[character].power)


def dust(s: State, seat: Seat) -> float:
    """A Dust tile, from the stock or from another."""
    if s.dust:
        return DUST
    return DUST * (1 + 1 / (s.seats - 1)) if any(s.players[other].dust for other in s.opponents(seat)) else 0.0


def red(s: State, seat: Seat) -> float:
    """What the red symbol of the sector promises."""
    assert s.sector is not None
    symbol = SECTORS[s.sector].red
    return drawing(s, seat, symbol.draw) + moving(s, seat, symbol.advance)
