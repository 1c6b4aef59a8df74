"""A game of Faraway, in the order of the rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.games.faraway.cards import NUMBER
from service.games.faraway.scoring import ranking
from service.games.kit.agenda import Choose, Happen, Together
from service.games.kit.decision import Answer, Decision, Picks, Seat

if TYPE_CHECKING:
    from service.games.faraway.state import State

LAST_ROUND: Final = 8
KEPT: Final = 3


# -- 2. Setup ----------------------------------------------------------------------


class KeepRegions(Together):
    """RULES 2, advanced variant: everyone keeps three of five regions, before any market is known."""

    def ask(self, s: State, seat: Seat) -> Decision:
        return Decision("keep-regions", seat, tuple(s.players[seat].hand), least=KEPT, most=KEPT)

    def reveal(self, s: State, picks: dict[Seat, Picks]) -> None:
        for seat, kept in picks.items():
            player = s.players[seat]
            returned = [region for region in player.hand if region not in kept]
            player.hand = [region for region in player.hand if region in kept]
            s.deck += returned
            s.whisper(seat, "kept-regions", seat=seat, kept=tuple(player.hand), returned=tuple(returned))
        s.dice.shuffle(s.deck)
        s.tell("regions-returned", count=len(picks) * 2)


class RevealMarket(Happen):
    """RULES 2 and 3, end of round: reveal one region more than there are players."""

    def finish(self, s: State) -> None:
        size = s.seats + 1
        s.market, s.deck = s.deck[:size], s.deck[size:]
        s.tell("market-revealed", regions=tuple(s.market))


# -- 3. A round --------------------------------------------------------------------


class Round(Happen):
    """RULES 3: a round has three phases and an end."""

    def finish(self, s: State) -> None:
        s.phase = "explore"
        s.tell("round-began", round=s.round)
        s.plan(Explore(s.everyone()), FindSanctuaries(), EndRound())


class Explore(Together):
    """RULES 3, phase 1: everyone picks a region of their hand in secret, then all are revealed."""

    def ask(self, s: State, seat: Seat) -> Decision:
        return Decision("explore", seat, tuple(s.players[seat].hand))

    def reveal(self, s: State, picks: dict[Seat, Picks]) -> None:
        for seat, (region,) in picks.items():
            player = s.players[seat]
            player.hand.remove(region)
            if region in player.known:
                player.known.remove(region)
            player.row.append(region)
            s.tell("explored", seat=seat, region=region)
        s.phase = "turns"
        s.order = tuple(sorted(picks, key=lambda seat: NUMBER[s.players[seat].row[-1]]))


class FindSanctuaries(Happen):
    """RULES 3, phase 2: who went to a higher number finds one sanctuary, and one more per clue."""

    def finish(self, s: State) -> None:
        for seat in s.order:
            player = s.players[seat]
            if len(player.row) > 1 and NUMBER[player.row[-1]] > NUMBER[player.row[-2]]:
                player.owed = 1 + player.clues()
                deal(s, seat)
        s.tell("turn-order", seats=s.order)
        s.plan_each(s.order, TopUp, TakeRegion, KeepSanctuary)


class TopUp(Happen):
    """RULES 3.4: at the start of the turn, deal what the pile was too short for."""

    seat: Seat

    def finish(self, s: State) -> None:
        if s.players[self.seat].owed:
            deal(s, self.seat)


def deal(s: State, seat: Seat) -> None:
    """Deal the sanctuaries owed to `seat`, as far as the pile goes."""
    player = s.players[seat]
    dealt, s.pile = s.pile[: player.owed], s.pile[player.owed :]
    player.found += dealt
    player.owed -= len(dealt)
    s.tell("found-sanctuaries", seat=seat, count=len(dealt), owed=player.owed)
    if dealt:
        s.whisper(seat, "saw-sanctuaries", seat=seat, sanctuaries=tuple(dealt))


class TakeRegion(Choose):
    """RULES 3, phase 3.1: take exactly one region of the market; in the last round there is none."""

    def ask(self, s: State) -> Decision | None:
        return Decision("take-region", self.seat, tuple(s.market)) if s.market else None

    def take(self, s: State, answer: Answer) -> None:
        player = s.players[self.seat]
        s.market.remove(answer.pick)
        player.hand.append(answer.pick)
        player.known.append(answer.pick)
        s.tell("took-region", seat=self.seat, region=answer.pick)


class KeepSanctuary(Choose):
    """RULES 3, phase 3.2: of the sanctuaries found place one; the others go under the pile as dealt."""

    def ask(self, s: State) -> Decision | None:
        found = s.players[self.seat].found
        return Decision("keep-sanctuary", self.seat, tuple(found)) if len(found) > 1 else None

    def take(self, s: State, answer: Answer) -> None:
        player = s.players[self.seat]
        player.found.remove(answer.pick)
        player.sanctuaries.append(answer.pick)
        s.tell("kept-sanctuary", seat=self.seat, sanctuary=answer.pick, returned=len(player.found))
        s.pile += player.found
        player.found.clear()
        player.owed = 0

    def finish(self, s: State) -> None:
        player = s.players[self.seat]
        if player.found:
            # There is no choice: exactly one was found.
            player.sanctuaries.append(player.found.pop())
            player.owed = 0
            s.tell("placed-sanctuary", seat=self.seat, sanctuary=player.sanctuaries[-1])


class EndRound(Happen):
    """RULES 3, end of round: the region left over leaves the game; a market for all rounds but the last."""

    def finish(self, s: State) -> None:
        s.order = ()
        if s.round == LAST_ROUND:
            s.plan(FinalScoring())
            return
        [left] = s.market
        s.market = []
        s.removed.append(left)
        s.tell("region-removed", region=left)
        s.round += 1
        if s.round < LAST_ROUND:
            s.plan(RevealMarket(), Round())
        else:
            s.plan(Round())


# -- 4. Final scoring --------------------------------------------------------------


class FinalScoring(Happen):
    """RULES 4: everyone travels back; the most fame wins, and of equals the smallest region."""

    def finish(self, s: State) -> None:
        s.phase = "over"
        sheets = [player.sheet() for player in s.players]
        for seat, sheet in enumerate(sheets):
            s.tell("scored", seat=seat, regions=sheet.regions, sanctuaries=sheet.sanctuaries, total=sheet.total)
        first, second, *_ = ranking([player.row for player in s.players], [sheet.total for sheet in sheets])
        total = sheets[first].total
        if total > sheets[second].total:
            s.tell("won", seat=first, total=total)
        else:
            smallest = min(s.players[first].row, key=lambda region: NUMBER[region])
            s.tell("won-tie", seat=first, total=total, region=smallest)


AnyStep = (
    KeepRegions
    | RevealMarket
    | Round
    | Explore
    | FindSanctuaries
    | TopUp
    | TakeRegion
    | KeepSanctuary
    | EndRound
    | FinalScoring
)
