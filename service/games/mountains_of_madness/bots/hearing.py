"""What a bot makes of what it heard: whose cards may be counted on.

Cards are told by `offer` signals or in words (`prose.py`). A `pledge` is a card that will be placed whatever the others
do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct, field

from service.games.kit.decision import Seat
from service.games.mountains_of_madness.bots.prose import Meaning, Told, is_french, is_glued, understand
from service.games.mountains_of_madness.cards import KINDS
from service.games.mountains_of_madness.expedition import Heard
from service.games.mountains_of_madness.state import State
from service.games.mountains_of_madness.vocabulary import Kind


class Ear(Struct):
    """What one bot knows of this timer from listening."""

    offers: dict[Seat, Counter[Told]] = field(default_factory=dict)
    pledges: dict[Seat, Counter[Told]] = field(default_factory=dict)
    targets: dict[Kind, int] = field(default_factory=dict)
    """The totals that were asked for."""
    assented: set[Seat] = field(default_factory=set)
    """Who has said yes."""
    spoke: set[Seat] = field(default_factory=set)
    murmured: set[Seat] = field(default_factory=set)
    talkers: set[Seat] = field(default_factory=set)
    """Who speaks in sentences without signals, as people do."""
    vague: dict[Seat, set[Kind]] = field(default_factory=dict)
    """Who has cards of a kind and has not said which."""
    asked: dict[Kind, Seat] = field(default_factory=dict)
    """The kinds somebody has asked about, and who asked."""
    invited: dict[Seat, Kind] = field(default_factory=dict)
    """Who was asked last for their cards of which kind: bare numbers answer that."""
    denied: set[Seat] = field(default_factory=set)
    """Who has said no."""
    planned: bool = False
    """Somebody has said what totals to make."""
    french: bool = False
    """The latest sentence of a talker was French."""


def listen(s: State, seat: Seat, lines: Iterable[Heard]) -> Ear:
    """All that was heard and said in this timer. A card told twice in different messages is one card."""
    ear = Ear(french=s.language == "fr")
    names = [player.character for player in s.players]
    nameless: list[Heard] = []
    for line in lines:
        if line.timer != s.faced.timer:
            continue
        if line.seat is None:
            nameless.append(line)
        else:
            _note(ear, line.seat, line, names)
    # Who speaks without a name is found by elimination.
    missing = [other for other in s.everyone() if other != seat and other not in ear.spoke | ear.murmured]
    if len(missing) == 1:
        for line in nameless:
            _note(ear, missing[0], line, names)
    return ear


def _note(ear: Ear, speaker: Seat, line: Heard, names: list[str]) -> None:
    if line.murmur:
        ear.murmured.add(speaker)
        return
    ear.spoke.add(speaker)
    meaning = meaning_of(line, names, ear.invited.pop(speaker, None))
    for signal in line.signals:
        if signal.type == "ask" and signal.kind is not None and signal.seat is not None and signal.number is None:
            ear.invited[signal.seat] = signal.kind
    if meaning.offers:
        ear.offers[speaker] = ear.offers.get(speaker, Counter()) | meaning.offers
    if meaning.pledges:
        ear.pledges[speaker] = ear.pledges.get(speaker, Counter()) | meaning.pledges
    if meaning.yes:
        ear.assented.add(speaker)
    if meaning.no:
        ear.denied.add(speaker)
    ear.planned = ear.planned or any(signal.type == "ask" and signal.amount is not None for signal in line.signals)
    ear.targets |= meaning.targets
    ear.vague[speaker] = (ear.vague.get(speaker, set()) | meaning.some) - {kind for kind, _ in meaning.offers}
    ear.asked |= dict.fromkeys(sorted(meaning.wanted), speaker)
    if line.text and not line.signals and not is_glued(line.text):
        ear.talkers.add(speaker)
        french = is_french(line.text)
        ear.french = ear.french if french is None else french


def meaning_of(line: Heard, names: list[str], about: Kind | None = None) -> Meaning:
    """What a message says. Signals are never ambiguous, so words are read for cards only where no signal tells any."""
    telling = any(signal.kind is not None for signal in line.signals)
    meaning = Meaning() if telling else understand(line.text, names, about)
    for signal in line.signals:
        number = signal.number
        match signal.type, signal.kind:
            case "yes", _:
                meaning.yes = True
            case "no", _:
                meaning.no = True
            case (("offer" | "pledge"), kind) if kind is not None and number is not None:
                (meaning.offers if signal.type == "offer" else meaning.pledges)[(kind, number)] += 1
            case "ask", kind if kind is not None and number is not None:
                meaning.targets[kind] = number
            case "ask", kind:
                meaning.wanted |= set(KINDS) if kind is None else {kind}
    return meaning
