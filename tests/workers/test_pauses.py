"""How long a bot takes says nothing: one that ponders answers after the same time, whatever it holds and thinks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from service.bots import turns
from service.bots.store import Choice
from service.games import REGISTRY
from service.games.kit.bots import Thinking, ponders, random_picks
from service.games.kit.decision import Answer
from service.storage import keys
from service.stores import Stores
from service.tables import changes
from tests.games.play import SETTINGS, AnyGame, playthrough
from tests.service.patience import at_once
from tests.service.people import Person
from tests.service.table import ME, answer, changed, live, open_table, saved
from tools.leaks.table import FrozenClock, frozen_clock
from workers import jobs

PAUSE = 1000
SEARCH = {"kind": "bot", "level": "search"}
PONDERING = [name for name, game in REGISTRY.items() if any(map(ponders, game.bots.values()))]


@pytest.fixture
def clock(stores: Stores) -> Iterator[FrozenClock]:
    """The house's clock goes on only when it is told to."""
    with frozen_clock(stores) as stopped:
        yield stopped


class Watched:
    """A budget that lets time pass with each thought, sometimes more of it, and knows how many thoughts there were."""

    def __init__(self, clock: FrozenClock) -> None:
        self.clock, self.thoughts = clock, list[int]()

    def __call__(self, part: float) -> Callable[[], bool]:
        self.thoughts.append(0)
        mine = len(self.thoughts) - 1

        def more() -> bool:
            self.thoughts[mine] += 1
            self.clock.now += 17
            return self.thoughts[mine] <= mine % 7

        return more


def turn_due(stores: Stores, table: str) -> float | None:
    due: float | None = stores.redis.zscore(keys.due(keys.shard(table)), f"bots:{table}")
    return due


def laid(owner: Person, seats: int, **more: object) -> str:
    """A running table of one person and search bots."""
    return str(open_table(owner, [ME, *[SEARCH] * (seats - 1)], start="full", **more)["id"])


def person_moves(stores: Stores, table: str, random: Random) -> None:
    """Somebody who is no bot answers something."""
    now = live(stores, table)
    name, question = next((n, q) for n, q in now.questions().items() if q.seat <= 0)
    picks = random_picks(now.game, now.state, question, random)
    changes.take(now, name, Answer(question.seat, question.kind, picks), "seat")
    now.commit(stores.tables)


@pytest.mark.parametrize("game", PONDERING)
def test_every_answer_of_a_bot_that_ponders_comes_after_the_same_time(
    ada: Person, stores: Stores, clock: FrozenClock, game: str
) -> None:
    table, watched, random, waits = laid(ada, 3, game=game), Watched(clock), Random(game), []
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
        turns.play_turns(stores.tables, stores.due, stores.pending, table, watched, PAUSE)
        waits += [one.at - asked[one.name] for one in stores.tables.answers(table)[before:] if one.name in asked]
        # The worker has gone; the clock of the stores brings the next one.
        wake = turn_due(stores, table)
        clock.now = clock.now if wake is None else max(clock.now, int(wake))

    assert len(waits) > 20
    assert set(waits) == {PAUSE}
    assert len(set(watched.thoughts)) > 4, "some took more time than others"
    assert game != "not_alone" or 0 in watched.thoughts, "there is nothing to think about without a card to play"


def test_the_worker_goes_and_comes_back_when_it_is_time(ada: Person, stores: Stores, clock: FrozenClock) -> None:
    table, watched = laid(ada, 3), Watched(clock)
    begun = clock.now

    assert turns.play_turns(stores.tables, stores.due, stores.pending, table, watched, PAUSE) == 0
    assert turn_due(stores, table) == begun + PAUSE
    clock.now = begun + PAUSE - 1
    assert turns.play_turns(stores.tables, stores.due, stores.pending, table, watched, PAUSE) == 0
    clock.now = begun + PAUSE
    assert turns.play_turns(stores.tables, stores.due, stores.pending, table, watched, PAUSE) == 2

    assert len(watched.thoughts) == 2, "each thought it over once"
    assert turn_due(stores, table) is None
    assert stores.redis.exists(keys.pending_answers(table)) == 0


def test_what_others_do_meanwhile_neither_hurries_nor_delays_it(
    ada: Person, stores: Stores, clock: FrozenClock
) -> None:
    table, watched = laid(ada, 3), Watched(clock)
    begun = clock.now
    turns.play_turns(stores.tables, stores.due, stores.pending, table, watched, PAUSE)
    assert answer(ada, table).status_code == 202
    assert turn_due(stores, table) != begun + PAUSE, "every commit sends somebody to look"

    assert turns.play_turns(stores.tables, stores.due, stores.pending, table, watched, PAUSE) == 0

    assert len(watched.thoughts) == 2
    assert turn_due(stores, table) == begun + PAUSE


def test_a_table_that_changes_while_a_bot_thinks_does_not_lose_its_wake_up(
    ada: Person, stores: Stores, clock: FrozenClock
) -> None:
    table = laid(ada, 2)
    begun = clock.now

    def interrupted(part: float) -> Callable[[], bool]:
        answer(ada, table)
        stores.due.take()
        return lambda: False

    assert turns.play_turns(stores.tables, stores.due, stores.pending, table, interrupted, PAUSE) == 0
    assert turn_due(stores, table) == begun + PAUSE, "not when the lease of the one who was sent meanwhile is over"


def test_bots_that_are_asked_together_share_the_time(ada: Person, stores: Stores, clock: FrozenClock) -> None:
    table, parts = laid(ada, 4), list[float]()

    def measured(part: float) -> Callable[[], bool]:
        parts.append(part)
        return lambda: False

    turns.play_turns(stores.tables, stores.due, stores.pending, table, measured, PAUSE)

    assert parts == [turns.THINKING / 3] * 3


def test_a_bot_that_was_not_done_in_time_answers_when_it_is(ada: Person, stores: Stores, clock: FrozenClock) -> None:
    table = laid(ada, 2)

    def slow(part: float) -> Callable[[], bool]:
        clock.now += 2 * PAUSE
        return lambda: False

    assert turns.play_turns(stores.tables, stores.due, stores.pending, table, slow, PAUSE) == 1


def test_a_clock_that_steps_back_keeps_no_table_waiting(ada: Person, stores: Stores, clock: FrozenClock) -> None:
    table, watched = laid(ada, 2), Watched(clock)
    turns.play_turns(stores.tables, stores.due, stores.pending, table, watched, PAUSE)

    clock.now -= 3_600_000

    assert turns.play_turns(stores.tables, stores.due, stores.pending, table, watched, PAUSE) == 1


def test_what_was_chosen_for_a_question_that_is_gone_does_not_stay(
    ada: Person, stores: Stores, clock: FrozenClock
) -> None:
    table, watched = laid(ada, 2), Watched(clock)
    stores.pending.keep(table, "long-gone-1", Choice(("r1",), clock.now))
    turns.play_turns(stores.tables, stores.due, stores.pending, table, watched, PAUSE)
    clock.now += PAUSE

    assert turns.play_turns(stores.tables, stores.due, stores.pending, table, watched, PAUSE) == 1

    assert stores.pending.of(table) == {}


def test_what_was_chosen_outlives_the_worker_and_is_given_once(ada: Person, stores: Stores, clock: FrozenClock) -> None:
    table, watched = laid(ada, 3), Watched(clock)
    turns.play_turns(stores.tables, stores.due, stores.pending, table, watched, PAUSE)
    chosen = {name: choice.picks for name, choice in stores.pending.of(table).items()}
    clock.now += PAUSE

    at_once([lambda: turns.play_turns(stores.tables, stores.due, stores.pending, table, watched, PAUSE)] * 3)

    assert {one.name: one.picks for one in stores.tables.answers(table)} == chosen


def test_a_pause_of_the_table_is_none_of_the_bots(ada: Person, ben: Person, stores: Stores, clock: FrozenClock) -> None:
    table, watched = laid(ada, 2), Watched(clock)
    turns.play_turns(stores.tables, stores.due, stores.pending, table, watched, PAUSE)
    ada.post(f"/tables/{table}/votes", {"kind": "pause"})
    assert saved(stores, table).paused is not None
    clock.now += 10 * PAUSE

    assert turns.play_turns(stores.tables, stores.due, stores.pending, table, watched, PAUSE) == 0
    ada.post(f"/tables/{table}/votes", {"kind": "resume"})
    assert turns.play_turns(stores.tables, stores.due, stores.pending, table, watched, PAUSE) == 1


@pytest.mark.parametrize("level", ["random", "greedy"])
def test_a_bot_that_does_not_ponder_answers_at_once(
    ada: Person, stores: Stores, clock: FrozenClock, level: str
) -> None:
    table = str(open_table(ada, [ME, SEARCH, {"kind": "bot", "level": level}], start="full")["id"])

    assert turns.play_turns(stores.tables, stores.due, stores.pending, table, Watched(clock), PAUSE) == 1

    assert [one.name for one in stores.tables.answers(table)] == ["0-explore-2"]


def test_a_bot_with_a_number_of_thoughts_answers_at_once(ada: Person, stores: Stores) -> None:
    table = laid(ada, 2)
    changed(stores, table, lambda found: setattr(found.seats[1], "thoughts", 3))

    assert jobs.play_bots(table) == 1


@pytest.mark.parametrize("game", [pytest.param(game, id=name) for name, game in REGISTRY.items()])
def test_whoever_asks_for_more_time_is_known_to_ponder(game: AnyGame) -> None:
    setting = next(setting for setting in SETTINGS if setting.game is game)
    greedy: set[str] = set()
    for n, (s, _) in zip(range(60), playthrough(setting), strict=False):
        for level, bot in game.bots.items():
            random = Random(n)

            def more(level: str = level) -> bool:
                greedy.add(level)
                return False

            for question in game.decisions(s):
                if question.seat >= 0:
                    imagined = game.imagine(s, question.seat, random)
                    bot.choose(game, imagined, question, Thinking(random, more))

    assert greedy == {level for level, bot in game.bots.items() if ponders(bot)}
