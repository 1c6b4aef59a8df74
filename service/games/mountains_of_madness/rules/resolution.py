"""RULES 6.1, 6.2, 6.15: the cards are revealed, a success brings its reward, and the sled is cleared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import field

from service.games.kit.agenda import Choose, Happen, Step
from service.games.kit.decision import CLOCK, Answer, Decision, Seat
from service.games.mountains_of_madness.cards import BOX, EQUIPMENT, KINDS, TILES, WOUNDS, Trial, kind_of, value_of
from service.games.mountains_of_madness.expedition import Faced, Outcome
from service.games.mountains_of_madness.leadership import box_token
from service.games.mountains_of_madness.rules.failures import Failures
from service.games.mountains_of_madness.rules.madness import eligible, go_mad, sanest

if TYPE_CHECKING:
    from service.games.mountains_of_madness.state import State


def total(s: State, kind: str) -> int:
    """RULES 6.1, 5.14: the sum of the placed cards of one kind."""
    return sum(value_of(each.card) for each in s.faced.placed if kind_of(each.card) == kind)


def outcome(s: State, trial: Trial) -> Outcome:
    """RULES 6.1, 6.12: the total of a trial, and how far it is from the nearest one accepted."""
    sum_ = total(s, trial.kind)
    return Outcome(trial.kind, sum_, trial.accept.distance(sum_))


class Resolve(Happen):
    """RULES 6.1, 6.2: reveal all cards; each trial is met or failed. One success is enough for the reward of a tile."""

    def finish(self, s: State) -> None:
        encounter = s.faced
        encounter.revealed = True
        cards = tuple(each.card for each in encounter.placed)
        s.tell("revealed", cards=cards, seats=tuple(each.seat for each in encounter.placed))
        if encounter.tile is not None:
            s.tell("place-shown", tile=encounter.tile)
        outcomes = tuple(outcome(s, trial) for trial in s.trials())
        s.last = Faced(s.airplane or "", encounter.tile, tuple(encounter.placed), outcomes)
        for each in outcomes:
            kind = "trial-failed" if each.distance else "trial-met"
            s.tell(kind, trial=each.trial, total=each.total, distance=each.distance)
            if each.distance:
                encounter.failed.append(each.trial)
        met = len(encounter.failed) < len(s.trials())
        s.phase = "reward"
        s.plan(Failures())
        if met and encounter.tile is not None:
            reward(s, encounter.tile)


# -- rewards ------------------------------------------------------------------


def reward(s: State, tile: str) -> None:
    """RULES 6.2, 4.6: the reward of a tile, once."""
    match TILES[tile].reward.type:
        case "relic":
            s.plan(Gift(s.leader))
        case "search":
            s.plan(Search(s.leader))
        case "esoteric":
            s.plan(TakeEsoteric(s.leader))
        case "heal":
            heal(s)
        case "exalt":
            exalt(s)


def heal(s: State) -> None:
    """RULES 6.7, D11: one wound of the discard, or else of the cards placed this turn, goes back to the wound pile."""
    wound = next((card for card in s.discard if card in WOUNDS), None)
    placed = next((each for each in s.faced.placed if each.card in WOUNDS), None)
    if wound is not None:
        s.discard.remove(wound)
        s.wounds.append(wound)
    elif placed is not None:
        s.faced.placed.remove(placed)
        s.wounds.append(placed.card)
    s.tell("healed", count=int(wound is not None or placed is not None))


def exalt(s: State) -> None:
    """RULES 6.8, D11: up to two tokens of the token discard come back to the sled."""
    back = min(2, s.spent)
    s.spent -= back
    s.sled += back
    s.tell("exalted", count=back, sled=s.sled)


class Gift(Choose):
    """RULES 6.3, 6.4, 7.4, D13: the Leader names who takes the relic, and madness with it. It cannot be refused."""

    def ask(self, s: State) -> Decision:
        named = tuple(f"seat-{n}" for n in receivers(s))
        return Decision("give-relic", self.seat, named, seconds=s.patience, default=(sanest(s),))

    def take(self, s: State, answer: Answer) -> None:
        relic = TILES[s.faced.tile or ""].reward.relic or ""
        seat = int(answer.pick.removeprefix("seat-"))
        s.relics.remove(relic)
        s.players[seat].relics.append(relic)
        s.tell("took-relic", seat=seat, relic=relic)
        if s.players[seat].level < 3:
            go_mad(s, seat)
        elif s.sled:
            s.sled -= 1
            s.spent += 1
            s.tell("token-lost", sled=s.sled)
        else:
            box_token(s, "discard")


def receivers(s: State) -> list[Seat]:
    """RULES 7.3, D12: players below level 3; anybody once there are none."""
    return eligible(s) or list(s.everyone())


class Search(Choose):
    """RULES 6.5, D10: the Leader chooses a tile to look under that is not adjacent to the airplane."""

    def ask(self, s: State) -> Decision | None:
        here = s.airplane or ""
        far = tuple(space for space in s.board if space not in BOX.board.adjacency[here])
        return Decision("search", self.seat, far, seconds=s.patience) if far else None

    def take(self, s: State, answer: Answer) -> None:
        s.searched = answer.pick
        s.tell("searched", space=answer.pick)
        s.plan(Look())


class Look(Step):
    """RULES 6.5, D10: all see the tile for 30 seconds and must remember it. No event names it: it is in the view only.

    Every player is asked, so that agents, who see the table in their own turn, get to see it too.
    """

    shared = True
    seen: list[Seat] = field(default_factory=list)

    def asks(self, s: State) -> Iterator[Decision]:
        left = [seat for seat in s.everyone() if seat not in self.seen]
        for seat in left:
            yield Decision("close-search", seat, ("close",))
        if left and s.timed:
            yield Decision("search-ends", CLOCK, ("hidden",), seconds=BOX.defaults.search_s)

    def hear(self, s: State, answer: Answer) -> None:
        self.seen += s.everyone() if answer.seat == CLOCK else [answer.seat]

    def finish(self, s: State) -> None:
        s.searched = None
        s.tell("search-closed")


class TakeEsoteric(Choose):
    """RULES 6.6, D11: the Leader adds an esoteric card of his choice to the discard."""

    def ask(self, s: State) -> Decision | None:
        left = {kind: sum(EQUIPMENT[card].kind == kind for card in s.esoteric) for kind in KINDS}
        kinds = tuple(kind for kind in KINDS if left[kind])
        if not kinds:
            return None
        most = max(kinds, key=lambda kind: left[kind])
        return Decision("take-esoteric", self.seat, kinds, seconds=s.patience, default=(most,))

    def take(self, s: State, answer: Answer) -> None:
        card = next(card for card in s.esoteric if EQUIPMENT[card].kind == answer.pick)
        s.esoteric.remove(card)
        s.discard.append(card)
        s.tell("took-esoteric", card=card)


# -- clean-up------------------------------------------------------------------------


class CleanUp(Happen):
    """RULES 6.15: the cards go to the discard, and the tile is out of the game."""

    def finish(self, s: State) -> None:
        encounter = s.faced
        s.discard += [each.card for each in encounter.placed]
        if encounter.tile is not None:
            s.gone.append(encounter.tile)
        s.encounter = None
