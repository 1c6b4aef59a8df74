"""RULES 3.14, 3.15, 9.1, 13.5: the two counters, the Will of the Hunted, and how the game ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.kit.agenda import Choose, Happen
from service.games.kit.decision import Answer, Decision, Seat
from service.games.not_alone.pieces import MAX_WILL, Hunted
from service.games.not_alone.planet import seat_id, seat_of, space_id, space_of
from service.games.not_alone.rules.passive import composure, stasis

if TYPE_CHECKING:
    from service.games.not_alone.state import State, Winner


# -- 1 and 15. The counters --------------------------------------------------------


class Rescue(Happen):
    """RULES 9.1, D1: the Rescue counter goes forward one space at a time; Stasis holds it.

    `by` is the Hunted whose power or card moves it, and who decides on Will that lies there.
    """

    spaces: int
    by: Seat | None = None

    def finish(self, s: State) -> None:
        if self.spaces == 0 or stasis(s):
            return
        s.rescue -= 1
        s.tell("rescue-moved", distance=s.rescue)
        if s.rescue == 0:
            win(s, "hunted")
        elif s.rescue in s.track:
            decider = s.hunted[0].seat if self.by is None else self.by
            s.plan(GiveWill(decider), Rescue(self.spaces - 1, self.by))
        else:
            s.plan(Rescue(self.spaces - 1, self.by))


class Assimilate(Happen):
    """RULES 9.1, D1: the Assimilation counter goes forward one space at a time."""

    spaces: int

    def finish(self, s: State) -> None:
        for _ in range(self.spaces):
            s.assimilation -= 1
            s.tell("assimilation-moved", distance=s.assimilation)
            if s.assimilation == 0:
                win(s, "creature")
                return


def win(s: State, winner: Winner) -> None:
    """RULES 9.1: the first counter to arrive wins, and play stops at once."""
    s.winner = winner
    s.phase = "over"
    s.agenda.clear()
    if winner == "creature":
        s.tell("creature-won", seat=s.creature)
    else:
        s.tell("hunted-won", seats=s.hunted_seats())


class GiveWill(Choose):
    """RULES 3.12, D33: the counter met a Will; the decider gives it to a Hunted who lacks some."""

    def ask(self, s: State) -> Decision | None:
        able = lacking_will(s)
        return Decision("give-will", self.seat, tuple(map(seat_id, able))) if len(able) > 1 else None

    def take(self, s: State, answer: Answer) -> None:
        self.give(s, seat_of(answer.pick))

    def finish(self, s: State) -> None:
        # A Will that lies on the track is one that somebody lacks.
        self.give(s, *lacking_will(s))

    def give(self, s: State, seat: Seat) -> None:
        """The Will leaves the track."""
        s.track.remove(s.rescue)
        gain_will(s, s.at(seat))


def lacking_will(s: State) -> list[Seat]:
    """RULES 3.15: the Hunted with fewer than three Will; one who has none left is among them."""
    return [hunted.seat for hunted in s.hunted if hunted.will < MAX_WILL]


# -- 9. Will -----------------------------------------------------------------------


def gain_will(s: State, hunted: Hunted, will: int = 1) -> None:
    """Will that was taken from somewhere arrives."""
    hunted.will += will
    s.tell("will-recovered", seat=hunted.seat, will=will, left=hunted.will)


def lose_will(s: State, hunted: Hunted, will: int) -> None:
    """RULES 3.15, D25, D26: Will lost to an effect goes to the reserve, never below 0; Composure saves some."""
    pay_will(s, hunted, min(composure(hunted, will), hunted.will))


def pay_will(s: State, hunted: Hunted, will: int) -> None:
    """Will goes to the reserve, by choice or by force."""
    if will:
        hunted.will -= will
        s.will_reserve += will
        s.tell("will-lost", seat=hunted.seat, will=will, left=hunted.will)


class Recover(Choose):
    """RULES 3.14: recovered Will comes from the reserve, then from Rescue spaces of the Hunted's choice."""

    will: int

    def ask(self, s: State) -> Decision | None:
        short = self.will - s.will_reserve
        if not 0 < short < len(s.track):
            return None
        spaces = tuple([space_id(space) for space in s.track])
        return Decision("take-will", self.seat, spaces, least=short, most=short)

    def take(self, s: State, answer: Answer) -> None:
        self.recover(s, [space_of(pick) for pick in answer.picks])

    def finish(self, s: State) -> None:
        self.recover(s, list(s.track) if self.will > s.will_reserve else [])

    def recover(self, s: State, spaces: list[int]) -> None:
        """Take the Will from the reserve and these spaces."""
        s.will_reserve -= self.will - len(spaces)
        s.track = [space for space in s.track if space not in spaces]
        if spaces:
            s.tell("will-off-track", seat=self.seat, spaces=tuple(spaces))
        gain_will(s, s.at(self.seat), self.will)


class Heal(Choose):
    """RULES 3.8, 15.9, D61.7: somebody recovers a Will, thanks to this place or card."""

    card: str

    def ask(self, s: State) -> Decision | None:
        able = healable(s, self.seat, self.card)
        return Decision("heal", self.seat, tuple([seat_id(seat) for seat in able])) if len(able) > 1 else None

    def take(self, s: State, answer: Answer) -> None:
        s.plan(Recover(seat_of(answer.pick), 1))

    def finish(self, s: State) -> None:
        for seat in healable(s, self.seat, self.card):
            s.plan(Recover(seat, 1))


def healable(s: State, seat: Seat, card: str) -> list[Seat]:
    """RULES 3.8, 13.10, D25: whom `seat` may heal; only the Archipelago heals who has no Will left."""
    skip = seat if card == "first_aid" and len(s.hunted) > 1 else None
    least = 0 if card == "archipelago" else 1
    return [each for each in lacking_will(s) if each != skip and s.at(each).will >= least]


class Exhaustion(Happen):
    """RULES 13.5, 14.4, D24: at the end of phase 3 who has no Will recovers, with all cards; Assimilation +1, once.

    A Pole that was played stays where it is.
    """

    def finish(self, s: State) -> None:
        exhausted = [hunted for hunted in s.hunted if hunted.will == 0]
        back = MAX_WILL - 1 if s.variants.expert_will else MAX_WILL
        for hunted in exhausted:
            s.tell("exhausted", seat=hunted.seat)
            hunted.hand += hunted.discard + [card for card in hunted.played if card != "pole"]
            hunted.played = [card for card in hunted.played if card == "pole"]
            hunted.discard, hunted.known = [], []
            hunted.open = [card for card in hunted.open if card == "pole"]
        s.plan(Assimilate(1 if exhausted else 0), *(Recover(hunted.seat, back) for hunted in exhausted))
