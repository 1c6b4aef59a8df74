"""RULES 4.15, D42, D48: how players decide together."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, ClassVar, Final

from msgspec import field

from service.games.kit.agenda import Open
from service.games.kit.decision import Answer, Decision, Illegal, Seat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.games.new_lands.state import State

CONFIRM: Final = "confirm"


class Vote(Open):
    """Votes are open and may be changed; the vote is closed when all have confirmed, or time is up.

    A vote and its confirmation may be given together. Who confirms keeps their vote, or has none (RULES D42).
    """

    question: ClassVar[str]
    votes: dict[Seat, str] = field(default_factory=dict)
    in_order: list[str] = field(default_factory=list)
    """The options by the time of their first vote."""

    def choices(self, s: State) -> tuple[str, ...]:
        """What may be voted for; the same as long as the vote is open."""
        raise NotImplementedError

    def decide(self, s: State, choice: str | None) -> None:
        """What happens now; None: nobody has voted (RULES D42)."""
        raise NotImplementedError

    def about(self, s: State) -> dict[str, Any]:
        """What the vote is about."""
        return {}

    def ask(self, s: State, seat: Seat) -> Iterator[Decision]:
        yield Decision(
            self.question, seat, (*self.choices(s), CONFIRM), least=1, most=2, default=(CONFIRM,), about=self.about(s)
        )

    def check(self, s: State, answer: Answer) -> None:
        if len([pick for pick in answer.picks if pick != CONFIRM]) > 1:
            raise Illegal("one-vote", "vote for one, not for two")

    def take(self, s: State, answer: Answer) -> None:
        for choice in answer.picks:
            if choice == CONFIRM:
                self.close(answer.seat)
                s.tell("confirmed", seat=answer.seat)
                continue
            self.votes[answer.seat] = choice
            if choice not in self.in_order:
                self.in_order.append(choice)
            s.tell("voted", seat=answer.seat)
            s.whisper(s.everyone(), "voted-for", seat=answer.seat, choice=choice)

    def finish(self, s: State) -> None:
        if self.votes:
            # Outsiders learn the votes now (RULES D38).
            voters = tuple(sorted(self.votes))
            s.tell("vote-closed", seats=voters, choices=tuple(self.votes[seat] for seat in voters))
        tied = self.tied()
        self.decide(s, tied[0] if len(tied) == 1 else self.break_tie(s, tied))

    def tied(self) -> list[str]:
        """The options with the most votes, the earliest voted for first."""
        counts = Counter(self.votes.values())
        most = max(counts.values(), default=0)
        return [choice for choice in self.in_order if most and counts[choice] == most]

    def break_tie(self, s: State, tied: list[str]) -> str | None:
        """Among what was voted for: the navigator's vote if it is tied (RULES D20), else the option voted for first."""
        vote = self.votes.get(s.group()[0])
        return vote if vote in tied else next(iter(tied), None)
