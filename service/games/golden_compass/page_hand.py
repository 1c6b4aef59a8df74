"""The reader's hand in words: grouped by daemon and by symbol, with the sets that lie in it and what they bring."""

from __future__ import annotations

from collections import Counter
from typing import Final

from service.games.golden_compass.cards import HAND_LIMIT, SYMBOL_COMPASSES, TOWNS
from service.games.golden_compass.rules.sets import DAEMON, SPIES, SYMBOL
from service.games.golden_compass.view import Mine, View
from service.games.kit.page import heading, wrap
from service.games.kit.words import Words

KINDS: Final = ("daemon", "symbol", "spies")
MOST_SETS: Final = 6
"""Jokers go with everything; more sets of a kind than this are only counted."""


def hand_lines(words: Words, view: View, me: Mine, listed: bool) -> list[str]:
    """The cards by daemon, unless they are `listed` as options, how often each symbol is there, and the sets."""
    lines = [heading(words.line("hand", count=len(me.hand), most=HAND_LIMIT))]
    if not listed:
        groups = []
        for daemon in sorted({DAEMON[card] or "joker" for card in me.hand}, key=list(words.terms).index):
            cards = [card for card in me.hand if (DAEMON[card] or "joker") == daemon]
            listing = ", ".join(shown(words, card) for card in cards)
            groups.append(words.line("labelled", label=words.terms[daemon], text=listing))
        lines += wrap(words.line("separator").join(groups), indent="  ")
    if me.hand:
        symbols = Counter(symbol for card in me.hand if (symbol := SYMBOL[card]))
        counted = ", ".join(f"{words.terms[symbol]} {n}" for symbol, n in symbols.most_common())
        tally = words.line("tally", symbols=counted or "–", spies=len(SPIES.intersection(me.hand)))
        lines += wrap(tally if me.sets else f"{tally} {words.line('no-sets')}", indent="  ")
        lines += set_lines(words, view, me)
    return lines


def shown(words: Words, card: str) -> str:
    """A card under the name of its daemon: id, symbol, and whether there is a spy."""
    symbol = SYMBOL[card]
    spy = f" + {words.line('spy')}" if card in SPIES else ""
    return f"{card} {words.terms[symbol]}{spy}" if symbol else card


def set_lines(words: Words, view: View, me: Mine) -> list[str]:
    """The sets in the hand by their kind, with what such a set brings now, or why it brings nothing."""
    lines = []
    for kind in KINDS:
        cards = [" ".join(one.cards) for one in me.sets if one.kind == kind]
        if cards:
            more = f", {words.line('more-sets', count=len(cards) - MOST_SETS)}" if len(cards) > MOST_SETS else ""
            # Between two periods no set can be played, and its town is not known yet.
            now = "" if view.phase == "truth" else f" ({brings(words, view, me, kind)})"
            label = f"* {words.call(kind)}{now}"
            listing = ", ".join(cards[:MOST_SETS]) + more
            lines += wrap(words.line("labelled", label=label, text=listing), indent="  ", hang="    ")
    return lines


def brings(words: Words, view: View, me: Mine, kind: str) -> str:
    """The reward of a set, or why there is none now."""
    refusals = [one.refusal for one in me.sets if one.kind == kind]
    why = refusals[0] if view.phase == "turns" else None
    if why is not None:
        return words.line(f"hindered-{why}")
    count = min(SYMBOL_COMPASSES + view.grants.symbol_bonus, view.players[me.seat].supply)
    name = "daemon-red" if kind == "daemon" and view.period == "red" else kind
    town = words.call(view.town or TOWNS[view.period][0])
    return words.line(f"brings-{name}", count=count, town=town)
