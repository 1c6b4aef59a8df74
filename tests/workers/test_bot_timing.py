"""The time of an answer reveals nothing: a searching bot always answers after the same time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from service.bots import turns
from service.bots.store import PendingAnswer
from service.games import REGISTRY
from service.games.kit.bots import Thinking, ponders, random_picks
from service.games.kit.decision import Answer
from service.storage import keys
from service.stores import Stores
from service.tables import changes
from tests.games.play import SETTINGS, AnyGame, playthrough
from tests.service.concurrency import at_once
from tests.service.people import Person
from tests.service.table import ME, answer, changed, live, open_table, saved, take_due
from tools.leaks.table import FrozenClock, frozen_clock
from workers import jobs

PAUSE = 1000
SEARCH = {"kind": "bot", "level": "search"}
SEARCHING = [name for name, game in REGISTRY.items() if any(map(ponders, game.bots.values()))]


@pytest.fixture
def clock(stores: Stores) -> Iterator[FrozenClock]:
    """The clock of the service advances only when the test says so."""
    with frozen_clock(stores) as stopped:
        yield stopped


class CountingBudget:
    """A budget that advances the clock with each thought and counts the thoughts."""

    def __init__(self, clock: FrozenClock) -> None:
        self.clock, self.thoughts = clock, list[int]()

    def __call__(self, share: float) -> Callable[[], bool]:
        self.thoughts.append(0)
        mine = len(self.thoughts) - 1

        def more() -> bool:
            self.thoughts[mine] += 1
            self.clock.now += 17
            return self.thoughts[mine] <= mine % 7

        return more


def turn_due(stores: Stores, table: str) -> float | None:
    due: float | None = stores.redis.zscore(keys.due(keys.shard(table), "bots"), table)
    return due


def search_table(owner: Person, seats: int, **more: object) -> str:
    """A running table of one person and search bots."""
    return str(open_table(owner, [ME, *[SEARCH] * (seats - 1)], start="full", **more)["id"])


def person_moves(stores: Stores, table: str, random: Random) -> None:
    """Answer one decision of a person."""
    now = live(stores, table)
    name, question = next((n, q) for n, q in now.questions().items() if q.seat <= 0)
    picks = random_picks(now.game, now.state, question, random)
    changes.take(now, name, Answer(question.seat, question.kind, picks), "seat")
    now.commit(stores.tables)


@pytest.mark.parametrize("game", SEARCHING)
def test_every_answer_of_a_searching_bot_comes_after_the_same_time(
    ada: Person, stores: Stores, clock: FrozenClock, game: str
) -> None:
    table, budget, random, waits = search_table(ada, 3, game=game), CountingBudget(clock), Random(game), []
    for _ in range(400):
        now = live(stores, table)
        asked = {name: o.opened for name, o in now.table.opened.items() if o.seat > 0}
        if now.table.over or len(waits) > 60:
            break
        if not asked:
            clock.now += 5
            person_moves(stores, table, random)
            continue
        before = len(stores.tables.answers(table))
        turns.play_turns(stores.tables, stores.due, stores.pending, table, budget, PAUSE)
        waits += [one.at - asked[one.name] for one in stores.tables.answers(table)[before:] if one.name in asked]
        # The next worker comes when the entry is due.
        wake = turn_due(stores, table)
        clock.now = clock.now if wake is None else max(clock.now, int(wake))

    assert len(waits) > 20
    assert set(waits) == {PAUSE}
    assert len(set(budget.thoughts)) > 4, "the searches take different times"
    assert game != "not_alone" or 0 in budget.thoughts, "without a card to play there is nothing to search"


def test_no_worker_waits_until_the_answer_is_due(ada: Person, stores: Stores, clock: FrozenClock) -> None:
    table, budget = search_table(ada, 3), CountingBudget(clock)
    begun = clock.now

    assert turns.play_turns(stores.tables, stores.due, stores.pending, table, budget, PAUSE) == 0
    assert turn_due(stores, table) == begun + PAUSE
    clock.now = begun + PAUSE - 1
    assert turns.play_turns(stores.tables, stores.due, stores.pending, table, budget, PAUSE) == 0
    clock.now = begun + PAUSE
    assert turns.play_turns(stores.tables, stores.due, stores.pending, table, budget, PAUSE) == 2

    assert len(budget.thoughts) == 2, "each searched once"
    assert turn_due(stores, table) is None
    assert stores.redis.exists(keys.pending_answers(table)) == 0


def test_answers_of_others_do_not_change_the_time_of_the_answer(
    ada: Person, stores: Stores, clock: FrozenClock
) -> None:
    table, budget = search_table(ada, 3), CountingBudget(clock)
    begun = clock.now
    turns.play_turns(stores.tables, stores.due, stores.pending, table, budget, PAUSE)
    assert answer(ada, table).status_code == 202
    assert turn_due(stores, table) != begun + PAUSE, "every commit schedules the bots"

    assert turns.play_turns(stores.tables, stores.due, stores.pending, table, budget, PAUSE) == 0

    assert len(budget.thoughts) == 2
    assert turn_due(stores, table) == begun + PAUSE


def test_a_commit_during_a_search_does_not_lose_the_due_time(ada: Person, stores: Stores, clock: FrozenClock) -> None:
    table = search_table(ada, 2)
    begun = clock.now

    def interrupted(share: float) -> Callable[[], bool]:
        answer(ada, table)
        take_due(stores)
        return lambda: False

    assert turns.play_turns(stores.tables, stores.due, stores.pending, table, interrupted, PAUSE) == 0
    assert turn_due(stores, table) == begun + PAUSE, "not when the lease of the other worker ends"


def test_bots_that_decide_at_the_same_time_share_the_time(ada: Person, stores: Stores, clock: FrozenClock) -> None:
    table, shares = search_table(ada, 4), list[float]()

    def measured(share: float) -> Callable[[], bool]:
        shares.append(share)
        return lambda: False

    turns.play_turns(stores.tables, stores.due, stores.pending, table, measured, PAUSE)

    assert shares == [turns.SEARCH_SHARE / 3] * 3


def test_a_late_bot_answers_as_soon_as_it_is_done(ada: Person, stores: Stores, clock: FrozenClock) -> None:
    table = search_table(ada, 2)

    def slow(share: float) -> Callable[[], bool]:
        clock.now += 2 * PAUSE
        return lambda: False

    assert turns.play_turns(stores.tables, stores.due, stores.pending, table, slow, PAUSE) == 1


def test_a_step_back_of_the_clock_does_not_delay_the_answer(ada: Person, stores: Stores, clock: FrozenClock) -> None:
    table, budget = search_table(ada, 2), CountingBudget(clock)
    turns.play_turns(stores.tables, stores.due, stores.pending, table, budget, PAUSE)

    clock.now -= 3_600_000

    assert turns.play_turns(stores.tables, stores.due, stores.pending, table, budget, PAUSE) == 1


def test_pending_answers_to_closed_decisions_are_removed(ada: Person, stores: Stores, clock: FrozenClock) -> None:
    table, budget = search_table(ada, 2), CountingBudget(clock)
    stores.pending.add(table, "long-gone-1", PendingAnswer(("r1",), clock.now))
    turns.play_turns(stores.tables, stores.due, stores.pending, table, budget, PAUSE)
    clock.now += PAUSE

    assert turns.play_turns(stores.tables, stores.due, stores.pending, table, budget, PAUSE) == 1

    assert stores.pending.of(table) == {}


def test_a_pending_answer_survives_its_worker_and_is_given_once(
    ada: Person, stores: Stores, clock: FrozenClock
) -> None:
    table, budget = search_table(ada, 3), CountingBudget(clock)
    turns.play_turns(stores.tables, stores.due, stores.pending, table, budget, PAUSE)
    chosen = {name: choice.picks for name, choice in stores.pending.of(table).items()}
    clock.now += PAUSE

    at_once([lambda: turns.play_turns(stores.tables, stores.due, stores.pending, table, budget, PAUSE)] * 3)

    assert {one.name: one.picks for one in stores.tables.answers(table)} == chosen


def test_bots_do_not_answer_at_a_paused_table(ada: Person, ben: Person, stores: Stores, clock: FrozenClock) -> None:
    table, budget = search_table(ada, 2), CountingBudget(clock)
    turns.play_turns(stores.tables, stores.due, stores.pending, table, budget, PAUSE)
    ada.post(f"/tables/{table}/votes", {"kind": "pause"})
    assert saved(stores, table).paused is not None
    clock.now += 10 * PAUSE

    assert turns.play_turns(stores.tables, stores.due, stores.pending, table, budget, PAUSE) == 0
    ada.post(f"/tables/{table}/votes", {"kind": "resume"})
    assert turns.play_turns(stores.tables, stores.due, stores.pending, table, budget, PAUSE) == 1


@pytest.mark.parametrize("level", ["random", "greedy"])
def test_a_bot_that_does_not_search_answers_at_once(
    ada: Person, stores: Stores, clock: FrozenClock, level: str
) -> None:
    table = str(open_table(ada, [ME, SEARCH, {"kind": "bot", "level": level}], start="full")["id"])

    assert turns.play_turns(stores.tables, stores.due, stores.pending, table, CountingBudget(clock), PAUSE) == 1

    assert [one.name for one in stores.tables.answers(table)] == ["0-explore-2"]


def test_a_bot_with_a_number_of_thoughts_answers_at_once(ada: Person, stores: Stores) -> None:
    table = search_table(ada, 2)
    changed(stores, table, lambda found: setattr(found.seats[1], "thoughts", 3))

    assert jobs.play_bots(table) == 1


@pytest.mark.parametrize("game", [pytest.param(game, id=name) for name, game in REGISTRY.items()])
def test_bots_that_use_the_time_limit_are_marked_as_searching(game: AnyGame) -> None:
    setting = next(setting for setting in SETTINGS if setting.game is game)
    searching: set[str] = set()
    for n, (s, _) in zip(range(60), playthrough(setting), strict=False):
        for level, bot in game.bots.items():
            random = Random(n)

            def more(level: str = level) -> bool:
                searching.add(level)
                return False

            for question in game.decisions(s):
                if question.seat >= 0:
                    imagined = game.imagine(s, question.seat, random)
                    bot.choose(game, imagined, question, Thinking(random, more))

    assert searching == {level for level, bot in game.bots.items() if ponders(bot)}
