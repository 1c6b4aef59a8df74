"""Chapter 10 of RULES.md, turned around: a table that looks the same to one seat, with all it cannot see dealt anew."""

from __future__ import annotations

from random import Random

from service.games.golden_compass.cards import BACK, CHARACTERS
from service.games.golden_compass.state import Player, State
from service.games.kit import agenda
from service.games.kit.decision import Seat
from service.games.kit.dice import Dice


def redeal(s: State, seat: Seat | None, random: Random) -> None:
    """Shuffle what `seat` cannot see, in place: cards, characters, tokens, the bag, sealed answers and chance."""
    others = [player for n, player in enumerate(s.players) if n != seat]
    knows = s.known(seat)
    if seat is None:
        # Else a token dealt anew to a player might be one that all the others happened to know.
        for player in s.players:
            player.knows = [known for known in player.knows if known in knows]
    _lyra_cards(s, others, knows, random)
    _tokens(s, others, knows, random)
    _characters(s, seat, random)
    random.shuffle(s.bag)
    s.dice = Dice(f"{random.getrandbits(64):016x}")
    agenda.reseal(s, seat, random)


def _lyra_cards(s: State, others: list[Player], knows: frozenset[str], random: Random) -> None:
    hidden = s.draw_pile + [card for player in others for card in player.hand + player.looking if card not in knows]
    random.shuffle(hidden)
    for player in others:
        player.hand = [card if card in knows else hidden.pop() for card in player.hand]
        player.looking = [hidden.pop() for _ in player.looking]
    s.draw_pile = hidden


def _tokens(s: State, others: list[Player], knows: frozenset[str], random: Random) -> None:
    """Tokens change places only with tokens of the same back."""
    lying = [token for tokens in s.towns.values() for token in tokens if token is not None]
    hidden: dict[str, list[str]] = {}
    for token in lying + s.gone + [token for player in others for token in player.tokens]:
        if token not in knows:
            hidden.setdefault(BACK[token], []).append(token)
    for pool in hidden.values():
        random.shuffle(pool)

    def another(token: str) -> str:
        return token if token in knows else hidden[BACK[token]].pop()

    for town, tokens in s.towns.items():
        s.towns[town] = [None if token is None else another(token) for token in tokens]
    s.gone = [another(token) for token in s.gone]
    for player in others:
        player.tokens = [another(token) for token in player.tokens]


def _characters(s: State, seat: Seat | None, random: Random) -> None:
    """A character under an ally changes places only with one of as many symbols: those can be seen."""
    unknown = [n for n in s.everyone() if n != seat]
    for pile in s.characters.values():
        random.shuffle(pile)
    pile = s.characters[s.period]
    for n in unknown:
        pile += s.players[n].pair
    random.shuffle(pile)
    for n in unknown:
        s.players[n].pair = [pile.pop() for _ in s.players[n].pair]

    for n in unknown:
        tucked = s.players[n].tucked
        if tucked is not None and not s.knows_tucked(seat, n):
            symbols = CHARACTERS[tucked].magisterium_symbols
            alike = [tucked] + [card for card in pile if CHARACTERS[card].magisterium_symbols == symbols]
            _exchange(s, n, random.choice(alike))


def _exchange(s: State, receiver: Seat, card: str) -> None:
    player, pile = s.players[receiver], s.characters[s.period]
    if player.tucked is not None and player.tucked != card:
        pile[pile.index(card)] = player.tucked
        player.tucked = card
