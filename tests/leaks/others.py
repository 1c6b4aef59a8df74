"""What others do face down: whatever they picked, the viewer hears and sees the very same bytes."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import NamedTuple

from service.events.log import viewer
from service.games.kit import agenda
from service.games.kit.bots import random_picks
from service.games.kit.decision import Decision, Picks
from service.tables.session import Live
from tests.leaks.asking import NAMED, Told, again, looking, tell
from tests.leaks.compare import Leak, after, difference
from tests.leaks.stage import Stage
from tests.leaks.twins import LATER, Kept, Viewer
from tests.service.people import NDJSON

Script = tuple[Picks | None, ...]
"""Answers one after the other; None takes the last one back."""


class Choice(NamedTuple):
    """Somebody may answer this or that, and the rules show the viewer the same after either."""

    name: str
    question: Decision
    one: Picks
    other: Picks
    sealed: bool


def choices(kept: Kept, seat: Viewer, random: Random) -> list[Choice]:
    """What others may do now that the viewer must not be able to tell apart."""
    live, found = Live(kept.table, LATER), []
    for name, question in live.questions().items():
        if question.seat in (seat, -1):
            continue
        some = {random_picks(live.game, live.s, question, random) for _ in range(6)}
        for one, other in list(combinations(sorted(some), 2))[:2]:
            after_one, after_other = (after(kept, seat, question, picks) for picks in (one, other))
            sealed = agenda.sealing(live.s) and after_one[0] and after_other[0]
            if sealed and after_one[1] != after_other[1]:
                raise Leak(f"{live.game.name}: {name} face down shows to viewer {seat}")
            if after_one[1] == after_other[1]:
                found.append(Choice(name, question, one, other, sealed))
    return found


def scripts(choice: Choice) -> list[tuple[Script, Script]]:
    """Ways to answer; those that go back and forth only where an answer lies face down."""
    one, other = choice.one, choice.other
    pairs: list[tuple[Script, Script]] = [((one,), (other,))]
    if choice.sealed:
        pairs += [((one, None, one), (other, None, other)), ((one, other), (other, one)), ((one, one), (other, other))]
    return pairs


def same_whatever_others_pick(stage: Stage, kept: Kept, seat: Viewer, random: Random, most: int = 99) -> int:
    """The viewer cannot tell what others picked; how many pairs of answers that took, `most` of them at random."""
    pairs = [(choice, pair) for choice in choices(kept, seat, random) for pair in scripts(choice)]
    chosen = random.sample(pairs, min(most, len(pairs)))
    for choice, pair in chosen:
        here, there = (watched(stage, kept, seat, choice, script) for script in pair)
        for one, other in zip(here, there, strict=True):
            if one != other:
                raise Leak(f"{stage.setting} viewer {seat}: {choice.name} {pair}\n{difference(one, other)}")
    return len(chosen)


def watched(stage: Stage, kept: Kept, seat: Viewer, choice: Choice, script: Script) -> list[Told]:
    """Somebody answers while the viewer follows the table; then the viewer looks at everything."""
    kept.lay(stage.house.redis)
    watching, acting = stage.viewers[seat], stage.viewers[choice.question.seat]
    answer = f"/tables/{stage.table}/decisions/{choice.name}/answer"
    with watching.follow(f"/tables/{stage.table}/events", NDJSON, NAMED) as stream:
        stream.event()
        heard = len(watching.heard)
        for picks in script:
            reply = acting.delete(answer) if picks is None else acting.put(answer, {"picks": picks})
            assert reply.status_code in (200, 202, 409), reply.json
        head = stage.live.table.heads[viewer(seat)]
        number = kept.table.heads[viewer(seat)]
        while number < head:
            number = stream.event()["seq"]
        news = b"".join(part for part in watching.heard[heard:] if part != b"\n")
    return [
        Told(stream.status, [], news),
        *(tell(watching, ask) for ask in [*looking(stage, seat), *again(stage, seat)]),
    ]
