"""RULES D30, turned around: a table that looks the same to one seat, with all it cannot see dealt anew."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from service.games.kit.decision import Seat
from service.games.kit.dice import Dice
from service.games.mountains_of_madness.cards import TILES, kind_of
from service.games.mountains_of_madness.expedition import Encounter, Placed, Voice
from service.games.mountains_of_madness.state import State


def redeal(s: State, seat: Seat | None, random: Random) -> None:
    """Shuffle what `seat` cannot see, in place: cards, tiles, madness, what others heard, and chance."""
    s.dice = Dice(f"{random.getrandbits(64):016x}")
    _tiles(s, seat, random)
    if s.encounter is not None:
        _talk(s.encounter, seat)
    # After the end hands and madness lie open.
    if s.phase != "over":
        _cards(s, seat, random)
        _madness(s, seat, random)
    else:
        random.shuffle(s.draw)
        for pile in s.piles:
            random.shuffle(pile)


# -- tiles -------------------------------------------------------------------------


def _tiles(s: State, seat: Seat | None, random: Random) -> None:
    """The faces of the tiles on the board and in the box; the tile that is faced only as far as it cannot be seen."""
    spaces = [space for space in s.board if space != s.searched]
    _hidden_tile(s, seat, random)
    for region in ("coast", "mountains", "city", "gates", "escape"):
        here = [space for space in spaces if TILES[s.board[space]].region == region]
        rest = [n for n, tile in enumerate(s.unused) if TILES[tile].region == region]
        faces = [s.board[space] for space in here] + [s.unused[n] for n in rest]
        random.shuffle(faces)
        for space in here:
            s.board[space] = faces.pop()
        for n in rest:
            s.unused[n] = faces.pop()


def _hidden_tile(s: State, seat: Seat | None, random: Random) -> None:
    """Snow Blindness, Half the Page: the place might be any tile of its region that looks the same to such an eye."""
    encounter = s.encounter
    if encounter is None or encounter.tile is None or s.phase != "encounter" or seat is None:
        return
    rule = s.players[seat].mad.tile
    if rule is None:
        return
    now = TILES[encounter.tile]
    for n in random.sample(range(len(s.unused)), len(s.unused)):
        other = TILES[s.unused[n]]
        alike = rule.hide == "all" or other.trials[:-1] == now.trials[:-1]
        if other.region == now.region and alike and random.random() < 0.5:
            encounter.tile, s.unused[n] = other.id, now.id
            return


# -- cards -------------------------------------------------------------------------


def _cards(s: State, seat: Seat | None, random: Random) -> None:
    """The draw pile, the hands of others and their cards on the sled; and one's own where madness hides them."""
    encounter = s.encounter
    placed: list[Placed] = [] if encounter is None or encounter.revealed else encounter.placed
    others = [player for n, player in enumerate(s.players) if n != seat]
    unseen = s.draw + [card for player in others for card in player.hand]
    unseen += [each.card for each in placed if each.seat != seat]
    random.shuffle(unseen)
    for player in others:
        player.hand = [unseen.pop() for _ in player.hand]
    for n, each in enumerate(placed):
        if each.seat != seat:
            placed[n] = Placed(each.seat, unseen.pop())
    s.draw = unseen
    if s.phase == "encounter" and seat is not None:
        _blurred(s, seat, placed, random)


def _blurred(s: State, seat: Seat, placed: list[Placed], random: Random) -> None:
    """Blurred Labels and Blind Hands: one's own cards, in hand and on the sled, as far as they cannot be told apart."""
    player = s.players[seat]
    rule = player.mad.hand
    if rule is None:
        return
    mine = [n for n, each in enumerate(placed) if each.seat == seat]
    cards = player.hand + [placed[n].card for n in mine]
    kinds = [kind_of(card) if rule.hide == "values" else "" for card in cards]
    for kind in sorted(set(kinds)):
        places = [n for n, other in enumerate(kinds) if other == kind]
        alike = [cards[n] for n in places]
        random.shuffle(alike)
        for n, card in zip(places, alike, strict=True):
            cards[n] = card
    player.hand, cards = cards[: len(player.hand)], cards[len(player.hand) :]
    for n, card in zip(mine, cards, strict=True):
        placed[n] = Placed(seat, card)


# -- madness and talk --------------------------------------------------------------


def _madness(s: State, seat: Seat | None, random: Random) -> None:
    """The madness of others is any card of the same level."""
    others = [player for n, player in enumerate(s.players) if n != seat]
    for level, pile in enumerate(s.piles, start=1):
        held: list[tuple[list[str], int]] = [
            (cards, n)
            for player in others
            for cards in (player.former, player.madness)
            for n, card in enumerate(cards)
            if card.startswith(f"M{level}")
        ]
        unseen = pile + [cards[n] for cards, n in held]
        random.shuffle(unseen)
        for cards, n in held:
            cards[n] = unseen.pop()
        s.piles[level - 1] = unseen


def _talk(encounter: Encounter, seat: Seat | None) -> None:
    """Others' ears are their own; what is still on its way is known to its sender only."""
    encounter.late = [late for late in encounter.late if late.seat == seat]
    if seat is not None:
        encounter.overheard = []
    for n, voice in enumerate(encounter.voices):
        if n != seat:
            kept: dict[str, Any] = {"sent": voice.sent, "sent_at": voice.sent_at, "since": voice.since}
            encounter.voices[n] = msgspec.structs.replace(Voice(), **kept, placed=voice.placed)
