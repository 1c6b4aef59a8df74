"""How a bot puts its cards into a message that its own madness lets through."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from service.games.kit.decision import Illegal, Seat
from service.games.mountains_of_madness.affliction import Affliction
from service.games.mountains_of_madness.bots.prose import Told
from service.games.mountains_of_madness.cards import WOUNDS, Trial, kind_of, value_of
from service.games.mountains_of_madness.lexicon import words
from service.games.mountains_of_madness.rules.placing import allowed, whole_hand
from service.games.mountains_of_madness.state import State
from service.games.mountains_of_madness.talk import speaking
from service.games.mountains_of_madness.talk.gates import echoed, madness_now
from service.games.mountains_of_madness.talk.messages import MAX_SIGNALS, MAX_TEXT, Message, Signal
from service.games.mountains_of_madness.vocabulary import Kind

CLASS_WORDS: Final = {"colours": "white", "polite": "please", "animals": "penguin"}
FILLER: Final = "so now then let all see the end of it come"


# -- what is worth saying ------------------------------------------------------------


def unclear(mad: Affliction) -> bool:
    """Whether the others would not understand, or only one of them would: better to say nothing of one's cards."""
    if mad.audience is not None and mad.audience.to != "random_one":
        return True
    if mad.numbers_out or any(rule.op != "swap" for rule in mad.kinds_out):
        return True
    if any(set(ban.classes) & {"numbers", "kinds"} for ban in mad.forbids):
        return True
    return any("offer" not in rule.signals and rule.text == "none" for rule in mad.forms)


def deafened(mad: Affliction) -> bool:
    """Whether the bot cannot follow a plan: it pledges what it will place, and the others plan around it."""
    return bool(mad.hearings or mad.numbers_in or mad.kinds_in)


def telling(s: State, seat: Seat, trials: Sequence[Trial]) -> tuple[list[Told], list[Told]]:
    """The cards to offer and the cards to pledge."""
    mad = s.players[seat].mad
    hand = [card for card in placeable(s, seat) if card not in WOUNDS]
    kinds = {trial.kind for trial in trials} or {"tools", "books", "weapons", "crates"}
    if mad.kinds_out:
        # Books and weapons would be taken for each other.
        kinds -= {"books", "weapons"}
    told: list[Told] = [(kind, value_of(card)) for card in hand for kind in sorted(kinds) if kind_of(card) == kind]
    if unclear(mad) or (mad.hand is not None and mad.hand.hide == "all"):
        return [], []
    if mad.hand is not None:
        # Cards of one kind cannot be told apart: they go together or not at all.
        told = [(kind, sum(value for other, value in told if other == kind)) for kind in sorted({k for k, _ in told})]
    if whole_hand(mad):
        sums: Counter[Kind] = Counter()
        for kind, value in told:
            sums[kind] += value
        fits = all(sums[trial.kind] <= highest(trial) for trial in trials)
        return [], told if fits and trials else []
    if (most := most_cards(mad)) is not None:
        told = sorted(told, key=lambda each: -each[1])[:most]
    if deafened(mad):
        return [], pledged(told, trials)
    return told, []


def placeable(s: State, seat: Seat) -> list[str]:
    """The cards of the hand that may be placed at all."""
    player = s.players[seat]
    odd = any(rule.parity is not None for rule in player.mad.plays)
    free = whole_hand(player.mad)
    return [
        card
        for card in player.hand
        if (free or allowed(s, seat, card)) and not (odd and card not in WOUNDS and value_of(card) % 2 == 0)
    ]


def most_cards(mad: Affliction) -> int | None:
    """How many cards the bot may place in an encounter, if its madness counts them."""
    return min((rule.max_cards for rule in mad.plays if rule.max_cards is not None), default=None)


def highest(trial: Trial) -> int:
    """The greatest total a trial accepts."""
    return max(total for total in range(60) if trial.accept.distance(total) == 0)


def pledged(told: Sequence[Told], trials: Sequence[Trial]) -> list[Told]:
    """For each trial the own cards that help without spoiling it: the highest that leave room for others."""
    given = []
    for trial in trials:
        left = highest(trial)
        for kind, value in sorted(told, key=lambda each: -each[1]):
            if kind == trial.kind and (value == left or value <= left - 2):
                given.append((kind, value))
                left -= value
    return given


# -- how it is said --------------------------------------------------------------------


def phrase(s: State, seat: Seat, content: str = "") -> str:
    """Words around a message that satisfy the bot's own madness."""
    mad, parts = madness_now(s, seat), []
    if mad.echo and (word := echoed(s, seat)) is not None:
        parts.append(word)
    if content:
        parts.append(content)
    for rule in mad.requires:
        if rule.words == "names":
            parts.append(s.players[(seat + 1) % s.seats].character)
        elif rule.words is not None:
            parts.append(CLASS_WORDS[rule.words])
    endings = [rule.literal[0] for rule in mad.requires if rule.literal]
    least = max((rule.min_words or 0 for rule in mad.lengths), default=0)
    if sum(len(words(part)) for part in parts + endings) < least:
        parts.append(FILLER)
    parts += [ending for ending in endings if ending != "!"]
    text = " ".join(parts)
    if "!" in endings:
        text = (text or "now") + "!"
    if any(rule.text == "question" for rule in mad.forms) and text:
        text += "?"
    return text


def wordings(s: State, seat: Seat, offers: Sequence[Told], pledges: Sequence[Told], sentence: str) -> Iterator[Message]:
    """Ways to tell of these cards, the fullest first: a sentence with signals, signals alone, words like `tools4`."""
    signals = [Signal("offer", kind=kind, value=value) for kind, value in offers]
    signals += [Signal("pledge", kind=kind, value=value) for kind, value in pledges]
    if 0 < len(signals) <= MAX_SIGNALS:
        yield Message(phrase(s, seat, sentence), tuple(signals))
    for size in range(min(MAX_SIGNALS, len(signals)), 0, -1):
        yield Message(phrase(s, seat), tuple(signals[:size]))
    glued = [f"{kind}{value}" for kind, value in offers]
    for size in range(len(glued), 0, -1):
        yield Message(phrase(s, seat, " ".join(glued[:size])), ())


def spoken(s: State, seat: Seat, sentence: str, *signals: Signal) -> Message | None:
    """A sentence with these signals, or without them; None where madness forbids both."""
    for some in (signals, ()):
        message = Message(phrase(s, seat, sentence), some)
        if sayable(s, seat, message):
            return message
    return None


def sayable(s: State, seat: Seat, message: Message) -> bool:
    """Whether the message would be taken now."""
    if len(message.text) > MAX_TEXT:
        return False
    try:
        speaking.check(s, seat, message)
    except Illegal:
        return False
    return not message.bare
