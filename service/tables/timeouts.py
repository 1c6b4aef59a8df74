"""Time passes: deadlines bite, players are warned. The deadline rules, not the bell that tells of it."""

from __future__ import annotations

from random import SystemRandom

from service.games.kit.bots import Thinking, rounds
from service.games.kit.decision import CLOCK, Answer, Decision, Picks
from service.refusals import NotFound
from service.stores import House, may_see
from service.tables.session import Fallen, Live
from service.tables.store import Conflict
from service.tables.wire import stamp

THOUGHTS = 50
"""How long a bot may think for somebody whose time is over: a bell must not keep others waiting."""


def present(house: House, id: str, player: str | None) -> Live:
    """The table as it is now, for somebody who may see it: what has run out is settled first."""
    live = house.load(id)
    if not may_see(live.table, player):
        raise NotFound(what="table")
    if overdue(live):
        live = ring(house, id)
    return live


def overdue(live: Live) -> bool:
    """Whether a deadline has passed that nobody has acted on."""
    return live.table.paused is None and any(
        opening.deadline is not None and opening.deadline <= live.now for opening in live.table.opened.values()
    )


def ring(house: House, id: str) -> Live:
    """Do all that is due at this table: warnings, and answers in place of those whose time is over."""
    while True:
        live = house.load(id)
        if not due(live) and not live.rewound:
            house.deadlines.settle(id, live.table.version, "bell", live.bell_due())
            return live
        warn(live)
        expire(live)
        try:
            live.commit(house.tables)
        except Conflict:
            continue
        note_fallen(house, live)
        return live


def note_fallen(house: House, live: Live) -> None:
    """Tell the owners of agents, in their logs, where the house had to answer; and let such agents rest."""
    fallen, live.fallen = live.fallen, []
    for one in fallen:
        house.agents.missed(one.agent, one.table, one.name, one.reason, live.now, _asked(house, one))


def _asked(house: House, one: Fallen) -> bool:
    """Whether it could have answered: where the house is to call and nobody had the question in hand, it could not."""
    if one.reason != "late":
        return True
    agent = house.agents.get(one.agent)
    return agent is None or agent.transport == "poll" or house.leases.holder(one.table, one.name) is not None


def due(live: Live) -> bool:
    """Whether the table's next bell is not in the future."""
    at = live.bell_due()
    return at is not None and at <= live.now


def warn(live: Live) -> None:
    """Tell players whose time is nearly over."""
    for name, opening in live.table.opened.items():
        if opening.warn is not None and opening.warn <= live.now:
            opening.warn = None
            data = {"seat": opening.seat, "decision": name, "deadline": stamp(opening.deadline), "warning": True}
            live.tell("clock", data, (opening.seat,))


def expire(live: Live) -> None:
    """Answer in place of everyone whose deadline has passed, in the order in which they passed."""
    while overdue(live):
        name, opening = min(
            ((n, o) for n, o in live.table.opened.items() if o.deadline is not None and o.deadline <= live.now),
            key=lambda pair: (pair[1].deadline, pair[1].seat, pair[0]),
        )
        question = live.questions()[name]
        if live.table.agent_at(opening.seat) is not None:
            fall_back(live, name, "late")
            continue
        if opening.seat != CLOCK:
            data = {"seat": opening.seat, "decision": name, "deadline": stamp(opening.deadline), "warning": False}
            live.tell("clock", data, (opening.seat,))
            gives_up = question.seconds is None and live.table.clock.on_timeout == "forfeit"
            if gives_up and opening.seat not in live.table.forfeits:
                live.forfeit(opening.seat)
                if live.table.over:
                    return
        # Sand that follows sand runs on from where the last grain fell, not from when the bell was heard.
        live.sand_from = opening.deadline if opening.seat == CLOCK else None
        live.take(name, Answer(question.seat, question.kind, stand_in(live, question)), "clock")
        live.sand_from = None


def stand_in(live: Live, question: Decision) -> Picks:
    """What is answered for an absent player: the default, or a bot's choice where the table wants that."""
    if question.seat == CLOCK or live.table.clock.on_timeout != "bot":
        return question.on_timeout
    return bot_picks(live, question, live.game.substitute)


def bot_picks(live: Live, question: Decision, level: str) -> Picks:
    """What a built-in player would choose after a short thought."""
    game, random = live.game, SystemRandom()
    imagined = game.imagine(live.s, question.seat, random)
    thinking = Thinking(random, rounds(THOUGHTS))
    return game.bots[level].choose(game, imagined, question, thinking)


def fall_back(live: Live, name: str, reason: str) -> None:
    """Answer in place of an agent as its owner has declared: by a bot, or as the clock would."""
    question = live.questions()[name]
    level = live.table.seats[question.seat].fallback
    picks = bot_picks(live, question, level) if level in live.game.bots else question.on_timeout
    live.fall_back(name, Answer(question.seat, question.kind, picks), reason)
