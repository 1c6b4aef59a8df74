"""Chapters 5 and 8 of RULES.md: Experience tokens taken, stolen and placed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.golden_compass.cards import BACK, RED_SLOTS
from service.games.golden_compass.rules.choosing import Pick
from service.games.kit.agenda import Choose
from service.games.kit.decision import Answer, Decision, Seat

if TYPE_CHECKING:
    from service.games.golden_compass.state import State


# -- taking ------------------------------------------------------------------------


def slots(s: State) -> tuple[str, ...]:
    """RULES 6.3: the slots of the current town on which a token lies, counted from 1."""
    town = s.towns.get(s.town, ()) if s.town is not None else ()
    return tuple(f"slot-{n}" for n, token in enumerate(town, start=1) if token is not None)


def lying(s: State, slot: str) -> str:
    """The token on a slot of the current town."""
    assert s.town is not None
    token = s.towns[s.town][int(slot.removeprefix("slot-")) - 1]
    assert token is not None
    return token


class TakeToken(Pick):
    """RULES 5.13, 6.5: a daemon pair takes a token of your choice from the current town; only you look at it."""

    kind = "take-token"

    def options(self, s: State) -> tuple[str, ...]:
        return slots(s)

    def chosen(self, s: State, pick: str) -> None:
        token, town, player = lying(s, pick), s.town, s.players[self.seat]
        assert town is not None
        s.towns[town][s.towns[town].index(token)] = None
        player.tokens.append(token)
        if token in player.knows:
            player.knows.remove(token)
        s.tell("took-token", seat=self.seat, town=town, slot=pick)
        s.whisper(self.seat, "saw-token", seat=self.seat, token=token)


class PeekAtTokens(Choose):
    """RULES D41: look in secret at some face-down tokens of the current town."""

    most: int

    def ask(self, s: State) -> Decision | None:
        options = slots(s)
        most = min(self.most, len(options))
        return Decision("peek", self.seat, options, 0, most, default=()) if options else None

    def take(self, s: State, answer: Answer) -> None:
        if not answer.picks:
            return
        player = s.players[self.seat]
        tokens = tuple(lying(s, slot) for slot in answer.picks)
        player.knows += [token for token in tokens if token not in player.knows]
        s.tell("peeked", seat=self.seat, town=s.town, slots=answer.picks)
        s.whisper(self.seat, "peeked-tokens", seat=self.seat, tokens=tokens)


# -- stealing ----------------------------------------------------------------------


def prey(s: State, seat: Seat) -> tuple[str, ...]:
    """RULES D16: a victim and a back that the victim holds unplaced, for each of them an option."""
    return tuple(
        f"seat-{victim}/{back}"
        for victim in s.opponents(seat)
        for back in sorted({BACK[token] for token in s.players[victim].tokens})
    )


class StealToken(Pick):
    """RULES 5.15, D16: spies name a victim and a back; chance picks among the tokens with that back."""

    kind = "steal-token"

    def options(self, s: State) -> tuple[str, ...]:
        return prey(s, self.seat)

    def chosen(self, s: State, pick: str) -> None:
        named, _, back = pick.removeprefix("seat-").partition("/")
        victim = int(named)
        alike = [token for token in s.players[victim].tokens if BACK[token] == back]
        token = s.dice.choice(alike)
        s.players[victim].tokens.remove(token)
        s.players[self.seat].tokens.append(token)
        s.players[victim].knows.append(token)
        if token in s.players[self.seat].knows:
            s.players[self.seat].knows.remove(token)
        if len(alike) > 1:
            # Whoever had seen one of these can no longer say where it lies now.
            for other in s.everyone():
                if other not in (self.seat, victim):
                    s.players[other].knows = [known for known in s.players[other].knows if known not in alike]
        s.tell("stole-token", seat=self.seat, seats=(victim,), town=back)
        s.whisper((self.seat, victim), "stolen-token", seat=self.seat, seats=(victim,), token=token)


# -- placing -----------------------------------------------------------------------


def no_placing(s: State, seat: Seat) -> str | None:
    """RULES 8.1, 8.3, D24: why nobody in this seat can place a token now, as a refusal; None if they can."""
    player = s.players[seat]
    if s.town is None:
        return "no-town"
    if s.town not in s.placed or len(s.placed[s.town]) >= RED_SLOTS:
        return "no-slot"
    if not player.tokens:
        return "nothing-to-place"
    return None if player.supply else "no-compass"


class PlaceToken(Pick):
    """RULES 8.2, D23, D29: put an unplaced token face up in the current town and mark it with a compass."""

    kind = "place-token"

    def options(self, s: State) -> tuple[str, ...]:
        return () if no_placing(s, self.seat) else tuple(s.players[self.seat].tokens)

    def chosen(self, s: State, pick: str) -> None:
        player, town = s.players[self.seat], s.town
        assert town is not None
        player.tokens.remove(pick)
        player.markers += 1
        s.placed[town][pick] = self.seat
        for other in s.players:
            if pick in other.knows:
                other.knows.remove(pick)
        s.tell("placed-token", seat=self.seat, token=pick, town=town)
