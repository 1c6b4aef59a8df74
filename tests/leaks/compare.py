"""Put the real table there and ask, put its twin there and ask again: every byte must be the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import msgspec

from service.agents.decisions import Asked, message
from service.agents.store import AgentRecord
from service.events.log import viewer
from service.games.kit import agenda
from service.games.kit.bots import random_picks
from service.games.kit.decision import Answer, Decision
from service.tables.session import Live
from tests.leaks.asking import Ask, Told, again, looking, meddling, tell, trying
from tests.leaks.stage import Stage
from tests.leaks.twins import LATER, Kept, Viewer, twin
from tests.service.people import JSON

AGENT = AgentRecord(
    id="a", owner="p", name="A", transport="poll", games=(), created=0, budget_s=1, fallback="default", most_tables=1
)


class Leak(AssertionError):
    """Somebody can tell the two apart."""


def same(stage: Stage, kept: Kept, seat: Viewer, random: Random, tries: int = 0) -> int:
    """This viewer cannot tell the table from a twin; how many requests that took.

    All that can be read is read. Of all other ways to read it, and of all that can be tried besides, everything, or so
    many `tries` at random.
    """
    pair = kept, twin(kept, seat, random)
    if told_agent(stage, kept, seat) != told_agent(stage, pair[1], seat):
        raise Leak(f"{stage.setting}: an agent on seat {seat} is told what a player is not")
    kept.lay(stage.house.redis)
    more = [*again(stage, seat), *trying(stage, seat, pair, random), *meddling(stage, seat)]
    if tries:
        more = some(more, tries, random)
    return compare(stage, seat, pair, [*looking(stage, seat), *more]) + answering(stage, seat, pair, random, tries)


def some(asks: list[Ask], n: int, random: Random) -> list[Ask]:
    """So many of them, in the same order; a request of a rare kind is as likely as one of a kind there are many of."""
    kinds: dict[str, list[int]] = {}
    for place, ask in enumerate(asks):
        kinds.setdefault(ask.kind, []).append(place)
    chosen: list[int] = []
    while kinds and len(chosen) < n:
        kind = random.choice(list(kinds))
        chosen.append(kinds[kind].pop(random.randrange(len(kinds[kind]))))
        if not kinds[kind]:
            del kinds[kind]
    return [asks[place] for place in sorted(chosen)]


def told_agent(stage: Stage, kept: Kept, seat: Viewer) -> list[bytes]:
    """What would leave the house if an agent sat there: one message for each of its questions, webhook or not."""
    mine = [(name, opening) for name, opening in kept.table.opened.items() if opening.seat == seat]
    if not mine:
        return []
    kept.lay(stage.house.redis)
    live = Live(kept.table, LATER)
    asked = [Asked(live.table.id, AGENT.id, name, opening) for name, opening in mine]
    return [msgspec.json.encode(message(stage.house, live, one, AGENT)) for one in asked]


def compare(stage: Stage, seat: Viewer, pair: tuple[Kept, Kept], asks: Iterable[Ask]) -> int:
    """Ask both the same."""
    asks = list(asks)
    here, there = (list(answers(stage, seat, kept, asks)) for kept in pair)
    for ask, one, other in zip(asks, here, there, strict=True):
        if one != other:
            raise Leak(f"{stage.setting} viewer {seat}: {ask}\n{difference(one, other)}")
    return 2 * len(asks)


def answers(stage: Stage, seat: Viewer, kept: Kept, asks: Iterable[Ask]) -> Iterator[Told]:
    """What one of the two says. An answer that is refused must leave the table as it is, so nothing is laid anew."""
    kept.lay(stage.house.redis)
    for ask in asks:
        yield tell(stage.viewers[seat], ask)
        if ask.changes:
            kept.lay(stage.house.redis)


def answering(stage: Stage, seat: Viewer, pair: tuple[Kept, Kept], random: Random, tries: int = 0) -> int:
    """Give legal answers to both. Where the game shows the viewer the same afterwards, so does every byte.

    Where it does not, the answer has turned something over, or drawn it; a sealed answer never does.
    """
    asked = 0
    for name, question in Live(pair[0].table, LATER).questions().items():
        if question.seat != seat:
            continue
        live = Live(pair[0].table, LATER)
        picked = {question.on_timeout, random_picks(live.game, live.s, question, random)}
        for picks in [random.choice(sorted(picked))] if tries else sorted(picked):
            shown = [after(kept, seat, question, picks) for kept in pair]
            if shown[0] != shown[1]:
                if all(sealed for sealed, _ in shown):
                    raise Leak(f"{stage.setting} seat {seat}: {name} {picks} shows what lies face down\n{shown}")
                continue
            here, head = f"/tables/{stage.table}", pair[0].table.heads[viewer(seat)]
            news = Ask("GET", f"{here}/events?after={max(0, head - 1)}&limit=1000", headers={"Accept": JSON})
            asked += compare(
                stage,
                seat,
                pair,
                [
                    Ask("PUT", f"{here}/decisions/{name}/answer", {"picks": picks}),
                    Ask("PUT", f"{here}/decisions/{name}/answer", {"picks": picks}),
                    Ask("GET", f"{here}/view"),
                    Ask("GET", here),
                    news,
                    Ask("DELETE", f"{here}/decisions/{name}/answer"),
                    news,
                ],
            )
    return asked


def after(kept: Kept, seat: Viewer, question: Decision, picks: tuple[str, ...]) -> tuple[bool, Any]:
    """Whether the answer lies face down until others have answered, and what the rules show the viewer after it."""
    live = Live(kept.table, LATER)
    game, s = live.game, live.game.load(kept.table.state)
    told = game.apply(s, Answer(question.seat, question.kind, picks))
    asked = game.questions(s)
    seen = (
        game.view(s, seat),
        [event for event in told if event.heard_by(seat)],
        {name: q for name, q in asked.items() if q.seat == seat},
        sorted({q.seat for q in asked.values()}),
        [(q.kind, q.seconds) for q in asked.values() if q.seat < 0 and not q.about.get("unseen")],
        game.result(s),
    )
    return question.seat in agenda.sealed(s), msgspec.to_builtins(seen)


def difference(one: Told, other: Told) -> str:
    """Where two responses part."""
    if one.status != other.status:
        return f"status {one.status} or {other.status}\n{one.body[:600]!r}\n{other.body[:600]!r}"
    if one.body != other.body:
        at = next((n for n, (a, b) in enumerate(zip(one.body, other.body, strict=False)) if a != b), 0)
        start = max(0, at - 160)
        return f"at byte {at}:\n{one.body[start : at + 160]!r}\n{other.body[start : at + 160]!r}"
    return f"headers {set(one.headers) ^ set(other.headers)}"
