"""A bot that co-operates: it tells its cards, hears the others, and places its part of the common plan."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from service.games.kit.bots import Thinking
from service.games.kit.decision import Answer, Decision, Illegal, Picks, Seat
from service.games.mountains_of_madness.bots import leading, saying
from service.games.mountains_of_madness.bots.hearing import Ear, listen
from service.games.mountains_of_madness.bots.planning import Plan, plan
from service.games.mountains_of_madness.bots.prose import Told
from service.games.mountains_of_madness.bots.sentences import Sentences
from service.games.mountains_of_madness.cards import WOUNDS, Exact, Trial, kind_of, value_of
from service.games.mountains_of_madness.rules.encounter import Timer, finished_talking
from service.games.mountains_of_madness.rules.placing import whole_hand
from service.games.mountains_of_madness.state import State
from service.games.mountains_of_madness.talk.messages import Message, Signal, written
from service.games.mountains_of_madness.talk.speaking import ROOM

PATIENCE = 18
"""The grain of sand at which a bot places its cards, whether all have spoken or not."""


class Guide:
    """Speaks in sentences and signals, and in bare words where madness leaves nothing else."""

    # -- talk ----------------------------------------------------------------------

    def speak(self, game: object, imagined: State, seat: Seat, thinking: Thinking) -> tuple[str, str] | None:
        """The next message, or None while there is nothing to say or it cannot be said yet."""
        s = imagined
        if s.phase != "encounter" or s.faced.silent:
            return None
        held = s.faced.voices[seat].held
        if held:
            return ROOM, held
        message = self._next(s, seat)
        return None if message is None else (ROOM, written(message))

    def _next(self, s: State, seat: Seat) -> Message | None:
        """What is not yet said, in the fullest wording that is allowed now."""
        ear = listen(s, seat, s.faced.voices[seat].heard)
        say = Sentences(s, seat, ear)
        offers, pledges = _unsaid(s, seat, ear)
        for message in saying.wordings(s, seat, offers, pledges, say.cards(offers, pledges)):
            if saying.sayable(s, seat, message):
                return message
        if offers or pledges:
            return None
        mad = s.players[seat].mad
        if seat not in ear.spoke and not saying.unclear(mad) and (ear.talkers or s.players[seat].level > 1):
            return self._nothing(s, seat, say)
        if ear.talkers:
            return self._converse(s, seat, ear, say)
        if seat in _hosts(s)[:2] and _all_told(s, seat, ear):
            return self._summary(s, seat, ear)
        return None

    def _nothing(self, s: State, seat: Seat, say: Sentences) -> Message | None:
        """Who has nothing to tell says so, lest the others wait for hidden cards."""
        bare = Message(saying.phrase(s, seat), (Signal("no"),))
        return saying.spoken(s, seat, say.nothing(), Signal("no")) or (bare if saying.sayable(s, seat, bare) else None)

    def _converse(self, s: State, seat: Seat, ear: Ear, say: Sentences) -> Message | None:
        """With people at the table: ask what was left open, answer questions, and say who places what."""
        if saying.unclear(s.players[seat].mad) or seat in ear.asked.values():
            return None
        host = next((each for each in _hosts(s) if each not in ear.talkers), None)
        needed = {trial.kind for trial in _trials(s, seat, ear)}
        vague = {other: kinds & needed for other, kinds in ear.vague.items() if kinds & needed and other in ear.talkers}
        if seat == host and vague:
            other, kinds = next(iter(sorted(vague.items())))
            asks = [Signal("ask", kind=kind, seat=other) for kind in sorted(kinds)]
            return saying.spoken(s, seat, say.which(other, sorted(kinds)), *asks)
        held = {kind for kind, _ in ear.offers.get(seat, Counter()) + ear.pledges.get(seat, Counter())}
        lacking = [kind for kind, asker in ear.asked.items() if asker in ear.talkers and kind not in held]
        if lacking and seat not in ear.denied:
            return saying.spoken(s, seat, say.lacks(lacking), Signal("no"))
        if seat == host and not ear.planned and _all_told(s, seat, ear):
            made = _common(s, seat, ear)
            for seats in (s.everyone(), sorted(ear.talkers)):
                if message := saying.spoken(s, seat, say.plan(made, seats), *_totals(made)):
                    return message
        return None

    def _summary(self, s: State, seat: Seat, ear: Ear) -> Message | None:
        """One of the two sanest says what total is planned, and yes: some cannot see the place, some wait for a yes."""
        mad = max(player.level for other, player in enumerate(s.players) if other != seat)
        if mad < 2 or ear.targets or seat in ear.assented or saying.unclear(s.players[seat].mad):
            return None
        made = plan(s, ear, _trials(s, seat, ear), False)
        signals = _totals(made)
        for some in ((*signals, Signal("yes")), tuple(signals), (Signal("yes"),)):
            message = Message(saying.phrase(s, seat), some)
            if some and saying.sayable(s, seat, message):
                return message if signals else None
        return None

    # -- answers -------------------------------------------------------------------

    def choose(self, game: object, imagined: State, question: Decision, thinking: Thinking) -> Picks:
        """Place, wait or be finished; as Leader, lead."""
        match question.kind:
            case "place":
                return self._place(imagined, question.seat)
            case "undone":
                return ()
            case "leader-window":
                return ("resolve",)
        return leading.lead(imagined, question)

    def _place(self, s: State, seat: Seat) -> Picks:
        ear = listen(s, seat, s.faced.voices[seat].heard)
        if not s.faced.silent and not self._enough(s, seat, ear):
            return ("wait",)
        if not s.faced.silent and not s.timed:
            return ("ready",)
        cards = self._cards(s, seat, ear)
        if cards is None:
            return ("wait",)
        picks = _slots(s, seat, cards)
        if picks and _legal(s, seat, picks):
            return picks
        if picks and _legal(s, seat, picks[:1]):
            return picks[:1]
        if picks and _later(s, seat):
            return ("wait",)
        return ("done",) if s.faced.silent else ("wait",)

    def _enough(self, s: State, seat: Seat, ear: Ear) -> bool:
        """Whether the bot has said all it can, and heard what it may expect."""
        if s.timed:
            spoken = all(other in ear.spoke | ear.murmured | {seat} for other in s.everyone())
            agreed = not ear.talkers or bool(ear.planned and ear.assented)
            return s.faced.sand >= PATIENCE or (spoken and agreed and s.faced.sand >= 3)
        if any(_unsaid(s, seat, ear)):
            timer = s.agenda[-1]
            return isinstance(timer, Timer) and timer.rounds >= 3
        return seat not in _hosts(s)[:2] or _all_told(s, seat, ear)

    def _cards(self, s: State, seat: Seat, ear: Ear) -> list[str] | None:
        """The cards to place now; None to wait for others first."""
        mad, hand = s.players[seat].mad, saying.placeable(s, seat)
        if mad.hand is not None and mad.hand.hide == "all":
            return []
        made = _common(s, seat, ear)
        placed = [each.card for each in s.faced.placed if each.seat == seat]
        mine = _matching(made.part(seat), hand, placed, mad.hand is not None)
        if whole_hand(mad):
            return hand if mine and not placed else []
        wounds = [] if saying.most_cards(mad) is not None else [c for c in hand if c in WOUNDS]
        if mine or wounds:
            return mine + wounds
        if placed or saying.deafened(mad) or mad.hand is not None:
            return []
        return self._fill(s, seat, ear, made)

    def _fill(self, s: State, seat: Seat, ear: Ear, made: Plan) -> list[str] | None:
        """Who told nothing fills a gap that the others left, one such player after the other."""
        hidden = _untold(s, seat, ear)
        if not hidden or made.part(seat):
            return []
        ahead = [other for other in s.clockwise() if other in _quiet(s, ear) and other != seat]
        before = ahead[: [*s.clockwise()].index(seat)]
        if any(not s.faced.voices[other].placed and other not in s.faced.done for other in before):
            return None
        if any(s.faced.voices[other].placed for other in before):
            return []
        found: list[str] = []
        for trial in _trials(s, seat, ear):
            total = made.totals.get(trial.kind, 0)
            if trial.accept.distance(total) == 0:
                continue
            cards = [card for card in hidden if kind_of(card) == trial.kind]
            for size in range(1, len(cards) + 1):
                sets = combinations(cards, size)
                fits = next((c for c in sets if not trial.accept.distance(total + sum(map(value_of, c)))), None)
                if fits is not None:
                    found += fits
                    break
        return found


def _totals(made: Plan) -> list[Signal]:
    return [Signal("ask", kind=kind, amount=total) for kind, total in made.totals.items() if total]


# -- what a bot knows ----------------------------------------------------------------


def _trials(s: State, seat: Seat, ear: Ear) -> tuple[Trial, ...]:
    """The trials as far as they can be seen; what is hidden is taken from the Leader's words."""
    rule = s.players[seat].mad.tile
    if rule is None:
        return s.trials()
    seen = () if rule.hide == "all" else s.trials()[:-1]
    known = {trial.kind for trial in seen}
    return (*seen, *(Trial(kind, Exact(total), "") for kind, total in ear.targets.items() if kind not in known))


def _unsaid(s: State, seat: Seat, ear: Ear) -> tuple[list[Told], list[Told]]:
    """The cards still to be offered and pledged."""
    offers, pledges = saying.telling(s, seat, _seen(s, seat))
    mad = s.players[seat].mad
    lossy = any(rule.op == "drop_words" for rule in mad.texts_out)
    often = 4 if lossy or (mad.audience is not None and mad.audience.to == "random_one") else 1
    own = [line for line in s.faced.voices[seat].heard if line.seat == seat and line.timer == s.faced.timer]
    if often > 1:
        return (offers, pledges) if len(own) < often else ([], [])
    said, sworn = ear.offers.get(seat, Counter()), ear.pledges.get(seat, Counter())
    # Twins are told in one message or not at all: the others take a card told twice for one card.
    return [card for card in sorted(offers) if card not in said], [
        card for card in sorted(pledges) if card not in sworn
    ]


def _seen(s: State, seat: Seat) -> tuple[Trial, ...]:
    rule = s.players[seat].mad.tile
    return s.trials() if rule is None else ()


def _all_told(s: State, seat: Seat, ear: Ear) -> bool:
    """Whether every other player has spoken or has nothing more to say."""
    timer = s.agenda[-1]
    tired = isinstance(timer, Timer) and timer.rounds >= 2
    return tired or all(
        other == seat or other in ear.spoke or other in ear.murmured or finished_talking(s, other)
        for other in s.everyone()
    )


def _hosts(s: State) -> list[Seat]:
    """The sanest players, who sum up what was said."""
    return sorted(s.clockwise(), key=lambda seat: s.players[seat].level if s.players[seat].active else 0)


def _quiet(s: State, ear: Ear) -> list[Seat]:
    """The players who are mad enough to have kept their cards to themselves."""
    return [
        other
        for other, player in enumerate(s.players)
        if player.level >= 2 and player.active and other not in ear.spoke
    ]


def _common(s: State, seat: Seat, ear: Ear) -> Plan:
    """The plan that all come to who heard the same."""
    return plan(s, ear, _trials(s, seat, ear), bool(_quiet(s, ear)))


def _untold(s: State, seat: Seat, ear: Ear) -> list[str]:
    """The cards the bot has told nobody of."""
    told = Counter(kind for cards in (ear.offers, ear.pledges) for kind, _ in cards.get(seat, Counter()))
    return [card for card in saying.placeable(s, seat) if card not in WOUNDS and kind_of(card) not in told]


def _matching(part: Counter[Told], hand: list[str], placed: list[str], together: bool) -> list[str]:
    """The own cards that make up a part of the plan."""
    if together:
        return [card for card in hand if any(kind == kind_of(card) for kind, _ in part)]
    found: list[str] = []
    for (kind, value), n in part.items():
        there = sum((kind_of(card), value_of(card)) == (kind, value) for card in placed)
        alike = [card for card in hand if (kind_of(card), value_of(card)) == (kind, value)]
        found += alike[: max(0, n - there)]
    return found


# -- what a bot may do ---------------------------------------------------------------


def _slots(s: State, seat: Seat, cards: list[str]) -> Picks:
    hand = s.players[seat].hand
    return tuple(f"card-{hand.index(card) + 1}" for card in cards)


def _legal(s: State, seat: Seat, picks: Picks) -> bool:
    try:
        s.agenda[-1].check(s, Answer(seat, "place", picks))
    except Illegal:
        return False
    return True


def _later(s: State, seat: Seat) -> bool:
    """Whether cards that may not be placed now might be placed later in this timer."""
    return any(rule.order is not None for rule in s.players[seat].mad.plays)
