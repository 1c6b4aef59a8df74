"""The part of the text page that is the reader's own: madness, hand, what they heard and may say, and the question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from service.games.kit.decision import Decision
from service.games.kit.page import PageContext, heading, wrap
from service.games.kit.words import Words
from service.games.mountains_of_madness.cards import EQUIPMENT, KINDS, RELICS, SPACES
from service.games.mountains_of_madness.expedition import Heard
from service.games.mountains_of_madness.phrases import message_words, own_card, space_words
from service.games.mountains_of_madness.talk.messages import read
from service.games.mountains_of_madness.view import Card, View

MOST_SAID: Final = 8
"""Older messages are left out."""


def madness(w: Words, view: View) -> Iterator[str]:
    """RULES 7.5: the reader's madness cards in full; the highest are the first to be ignored."""
    if view.me is None or not view.me.madness or view.finale is not None:
        return
    yield heading(w.line("madness"))
    applying = len(view.me.madness) - view.players[view.me.seat].ignored
    for n, id in enumerate(view.me.madness):
        card = w.cards[id]
        line = w.line("madness-card" if n < applying else "madness-ignored", name=card.name, text=card.text)
        yield from wrap(line, hang="")
    if applying > 1:
        yield w.line("madness-several")


def hand(w: Words, view: View, context: PageContext) -> Iterator[str]:
    """The reader's hand by kind, unless the question names its cards or is about tiles only."""
    if (
        view.me is None
        or view.finale is not None
        or any(ask.decision.kind in ("place", "search") for ask in context.decisions)
    ):
        return
    yield heading(w.line("hand"))
    cards = sorted(view.me.hand, key=lambda card: -(card.value or 0))
    for kind in KINDS:
        if held := [card for card in cards if card.kind == kind]:
            yield from wrap(w.line("hand-kind", kind=w.call(kind), cards=[_valued(w, card) for card in held]))
    if wounds := sum(card.kind == "wound" for card in cards):
        yield w.line("hand-wounds", count=wounds)
    if hidden := sum(card.kind is None for card in cards):
        yield w.line("hand-hidden", count=hidden)
    if not cards:
        yield w.line("hand-empty")


def _valued(w: Words, card: Card) -> str:
    return "?" if card.card is None else f"{card.value} ({EQUIPMENT[card.card].name[w.language]})"


# -- talk --------------------------------------------------------------------------


def talk(w: Words, view: View, context: PageContext) -> Iterator[str]:
    """What was said lately as the reader heard it, and what they may say now."""
    if view.heard and view.phase in ("encounter", "window"):
        yield heading(w.line("said"))
        if len(view.heard) > MOST_SAID:
            yield w.line("said-earlier", count=len(view.heard) - MOST_SAID)
        for heard in view.heard[-MOST_SAID:]:
            yield from wrap(_heard(w, context, heard), indent="- ", hang="  ")
    if view.me is None or view.finale is not None:
        return
    if view.me.held:
        held = read(view.me.held, len(view.players))
        yield from wrap(w.line("held", text=message_words(w, context, held.text, held.signals)), hang="")
    yield from wrap(w.line(f"talk-{_moment(view)}"), hang="")


def _moment(view: View) -> str:
    match view.phase:
        case "encounter" if view.place is not None and not view.place.silent:
            return "discussion"
        case "encounter" | "window":
            return "silence"
        case "movement":
            return "movement"
    return "other"


def _heard(w: Words, context: PageContext, heard: Heard) -> str:
    if heard.seat is None:
        who = w.line("somebody")
    else:
        who = w.line("you") if heard.seat == context.seat else context.name(heard.seat)
    if heard.murmur:
        return w.line("murmurs", who=who)
    return w.line("line", who=who, what=message_words(w, context, heard.text, heard.signals))


# -- the question ------------------------------------------------------------------


def option_text(w: Words, view: View, context: PageContext, question: Decision, option: str) -> str | None:
    """What an option is called, with the names of players and cards in place of numbers; None: as the game says."""
    if option in SPACES:
        searched = question.kind == "search"
        return w.terms[SPACES[option].region] if searched else space_words(w, option, option in view.tiles)
    match option.split("-"):
        case ["wait" | "resolve" | "enough"]:
            return w.line(f"option-{option}")
        case ["ready" | "done"] if view.place is not None:
            return w.line(f"option-{option}" + ("-not" if view.place.silent == (option == "ready") else ""))
        case ["card", at] if view.me is not None:
            return _to_place(w, view, view.me.hand[int(at) - 1])
        case ["calm", seat]:
            return w.line("option-calm", name=context.name(int(seat)))
        case ["seat", seat]:
            level = view.players[int(seat)].level
            key = "option-give" if level < 3 else "option-give-at-3"
            return w.line(key, name=context.name(int(seat)), level=level + 1)
        case ["deal", seat, n]:
            return w.line("option-deal", name=context.name(int(seat)), n=n)
        case [kind, "madness", seat]:
            level = view.players[int(seat)].level + 1
            return w.line("option-madness", kind=w.call(kind), name=context.name(int(seat)), level=level)
        case [kind] if kind in KINDS:
            left = sum(EQUIPMENT[card].kind == kind for card in view.esoteric)
            return w.line("option-esoteric", kind=w.call(kind), left=left)
    return None


def _to_place(w: Words, view: View, card: Card) -> str:
    """A card that may be placed; a vestige of the Leader bars a kind (RULES 8.1)."""
    leads = view.me is not None and view.me.seat == view.leader
    covered = [RELICS[relic].covers for relic in view.players[view.leader].relics] if leads else []
    named = own_card(w, card)
    return w.line("card-barred", card=named) if f"kind:{card.kind}" in covered else named
