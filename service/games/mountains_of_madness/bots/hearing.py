"""What a bot makes of what it heard: whose cards may be counted on.

Cards are told by `offer` signals or, where madness forbids signals, by words like `tools4`. A `pledge` is a card that
will be placed whatever the others do.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

from msgspec import Struct, field

from service.games.kit.decision import Seat
from service.games.mountains_of_madness.cards import KINDS
from service.games.mountains_of_madness.expedition import Heard
from service.games.mountains_of_madness.state import State
from service.games.mountains_of_madness.vocabulary import Kind

Told = tuple[Kind, int]
"""A card as it was told: its kind and value, or several cards as one sum."""

_GLUED: Final = re.compile(r"(?<![a-z])(tools|books|weapons|crates)(\d+)", re.IGNORECASE)


class Ear(Struct):
    """What one bot knows of this timer from listening."""

    offers: dict[Seat, Counter[Told]] = field(default_factory=dict)
    pledges: dict[Seat, Counter[Told]] = field(default_factory=dict)
    targets: dict[Kind, int] = field(default_factory=dict)
    """The totals the Leader asked for."""
    assented: set[Seat] = field(default_factory=set)
    """Who has said yes."""
    spoke: set[Seat] = field(default_factory=set)
    murmured: set[Seat] = field(default_factory=set)


def listen(s: State, seat: Seat, lines: Iterable[Heard]) -> Ear:
    """All that was heard and said in this timer. A card told twice in different messages is one card."""
    ear = Ear()
    nameless: list[Heard] = []
    for line in lines:
        if line.timer != s.faced.timer:
            continue
        if line.seat is None:
            nameless.append(line)
        else:
            _note(ear, line.seat, line)
    # Who speaks without a name is found by elimination.
    missing = [other for other in s.everyone() if other != seat and other not in ear.spoke | ear.murmured]
    if len(missing) == 1:
        for line in nameless:
            _note(ear, missing[0], line)
    return ear


def _note(ear: Ear, speaker: Seat, line: Heard) -> None:
    if line.murmur:
        ear.murmured.add(speaker)
        return
    ear.spoke.add(speaker)
    offers, pledges = cards_of(line)
    if offers:
        ear.offers[speaker] = ear.offers.get(speaker, Counter()) | offers
    if pledges:
        ear.pledges[speaker] = ear.pledges.get(speaker, Counter()) | pledges
    for signal in line.signals:
        if signal.type == "yes":
            ear.assented.add(speaker)
        if signal.type == "ask" and signal.kind is not None and signal.amount is not None:
            ear.targets[signal.kind] = signal.amount


def cards_of(line: Heard) -> tuple[Counter[Told], Counter[Told]]:
    """The cards offered and the cards pledged in one message."""
    offers: Counter[Told] = Counter()
    pledges: Counter[Told] = Counter()
    for signal in line.signals:
        if signal.kind is not None and signal.value is not None and signal.type in ("offer", "pledge"):
            (offers if signal.type == "offer" else pledges)[(signal.kind, signal.value)] += 1
    for kind, value in _GLUED.findall(line.text):
        [known] = [each for each in KINDS if each == kind.lower()]
        offers[(known, int(value))] += 1
    return offers, pledges
