"""Trials, cards and signals in words, for the text page."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from service.games.kit.page import PageContext
from service.games.kit.words import Words
from service.games.mountains_of_madness.cards import EQUIPMENT, SPACES, WOUNDS, AnyOf, Exact, Range, Trial
from service.games.mountains_of_madness.talk.messages import Signal
from service.games.mountains_of_madness.view import Card


def trial_words(w: Words, trial: Trial) -> str:
    """A trial: `tools 7 to 9`."""
    kind = w.call(trial.kind)
    match trial.accept:
        case Range(min=least, max=most):
            return w.line("range", kind=kind, min=least, max=most)
        case Exact(value=value):
            return w.line("exact", kind=kind, value=value)
        case AnyOf(values=values):
            return w.line("any_of", kind=kind, values=values)


def space_words(w: Words, space: str, tile: bool) -> str:
    """A space as the airplane finds it: a tile face down, or the trials printed there."""
    region = w.terms[SPACES[space].region]
    if tile:
        return w.line("option-space", region=region)
    trials = [trial_words(w, trial) for trial in SPACES[space].empty_trials or ()]
    return w.line("option-empty", region=region, trials=trials)


def own_card(w: Words, card: Card) -> str:
    """A card of one's own, as far as madness lets one see it."""
    if card.card is not None:
        return w.call(card.card)
    return w.line("card-hidden") if card.kind is None else w.line("card-value-hidden", kind=w.terms[card.kind])


def short_card(w: Words, card: str) -> str:
    """Kind and value of a card that lies open: `tools 4`."""
    return w.terms["wound"] if card in WOUNDS else f"{w.call(EQUIPMENT[card].kind)} {EQUIPMENT[card].value}"


def message_words(w: Words, context: PageContext, text: str, signals: tuple[Signal, ...]) -> str:
    """A message: its text and its signals, or whichever there is."""
    also = signals_words(w, context, signals)
    return f"{text} [{also}]" if text and also else text or also


def signals_words(w: Words, context: PageContext, signals: Iterable[Signal]) -> str:
    """The signals of a message, those of one type together: `offers tools 4, books 2; yes`."""
    groups = groupby(signals, key=lambda signal: signal.type)
    return w.line("separator").join(
        f"{w.terms[type]} {', '.join(_content(w, context, each) for each in some)}".strip() for type, some in groups
    )


def _content(w: Words, context: PageContext, signal: Signal) -> str:
    named = (signal.kind, signal.number, signal.parity, signal.space)
    what = " ".join(w.terms.get(str(part), str(part)) for part in named if part is not None)
    to = signal.seat if signal.ref is None else signal.ref
    return w.line("to", what=what, name=context.name(to)) if to is not None and to < len(context.names) else what
