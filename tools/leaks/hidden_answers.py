"""Sealed answers of others: whatever they pick, the viewer receives the same bytes."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import NamedTuple

from service.events.log import viewer
from service.games.kit import agenda
from service.games.kit.bots import random_picks
from service.games.kit.decision import Decision, Picks
from service.tables.session import TableSession
from tools.leaks.client import Reply
from tools.leaks.compare import Leak, after_answer, difference
from tools.leaks.probes import other_reads, reads, send
from tools.leaks.table import WatchedTable
from tools.leaks.twins import LATER, TableSnapshot, Viewer

Script = tuple[Picks | None, ...]
"""Answers one after the other; None withdraws the last one."""


class Choice(NamedTuple):
    """Two answers after which the rules show the viewer the same."""

    name: str
    question: Decision
    one: Picks
    other: Picks
    sealed: bool


def choices(snapshot: TableSnapshot, seat: Viewer, random: Random) -> list[Choice]:
    """Pairs of answers of others that the viewer must not be able to tell apart."""
    live, found = TableSession(snapshot.table, LATER), []
    for name, question in live.questions().items():
        if question.seat in (seat, -1):
            continue
        some = {random_picks(live.game, live.state, question, random) for _ in range(6)}
        for one, other in list(combinations(sorted(some), 2))[:2]:
            after_one, after_other = (after_answer(snapshot, seat, question, picks) for picks in (one, other))
            sealed = agenda.sealing(live.state) and after_one[0] and after_other[0]
            if sealed and after_one[1] != after_other[1]:
                raise Leak(f"{live.game.name}: {name} face down shows to viewer {seat}")
            if after_one[1] == after_other[1]:
                found.append(Choice(name, question, one, other, sealed))
    return found


def scripts(choice: Choice) -> list[tuple[Script, Script]]:
    """Sequences of answers; withdrawals and changes only where an answer is sealed."""
    one, other = choice.one, choice.other
    pairs: list[tuple[Script, Script]] = [((one,), (other,))]
    if choice.sealed:
        pairs += [((one, None, one), (other, None, other)), ((one, other), (other, one)), ((one, one), (other, other))]
    return pairs


def compare_hidden_answers(
    watched: WatchedTable, snapshot: TableSnapshot, seat: Viewer, random: Random, most: int = 99
) -> int:
    """Compare what the viewer receives for both answers of each pair, at most `most` pairs. Return how many."""
    pairs = [(choice, pair) for choice in choices(snapshot, seat, random) for pair in scripts(choice)]
    chosen = random.sample(pairs, min(most, len(pairs)))
    for choice, pair in chosen:
        here, there = (follow(watched, snapshot, seat, choice, script) for script in pair)
        for one, other in zip(here, there, strict=True):
            if one != other:
                raise Leak(f"{watched.setting} viewer {seat}: {choice.name} {pair}\n{difference(one, other)}")
    return len(chosen)


def follow(watched: WatchedTable, snapshot: TableSnapshot, seat: Viewer, choice: Choice, script: Script) -> list[Reply]:
    """What the viewer receives while another player answers, and reads afterwards."""
    snapshot.restore(watched.stores.redis)
    watching, acting = watched.viewers[seat], watched.viewers[choice.question.seat]
    answer = f"/tables/{watched.id}/decisions/{choice.name}/answer"
    with watching.follow(f"/tables/{watched.id}/events?views=true") as stream:
        stream.event()
        start = len(watching.received)
        for picks in script:
            reply = acting.delete(answer) if picks is None else acting.put(answer, {"picks": picks})
            assert reply.status in (200, 202, 409), reply.body
        head = watched.live.table.seqs[viewer(seat)]
        number = snapshot.table.seqs[viewer(seat)]
        while number < head:
            number = stream.event()["seq"]
        news = b"".join(part for part in watching.received[start:] if part != b"\n")
    return [
        Reply(stream.status, [], news),
        *(send(watching, probe) for probe in [*reads(watched, seat), *other_reads(watched, seat)]),
    ]
