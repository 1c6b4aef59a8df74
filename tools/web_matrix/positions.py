"""Tables at a rare question: found by playing with the rules alone, set up through the API."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from service.games import REGISTRY
from service.games.kit.bots import random_picks
from service.games.kit.decision import CLOCK, Answer
from service.games.kit.game import BadOptions
from tools.game_settings import LONGEST
from tools.service_process import Service, soon
from tools.web_matrix.cases import some_options

SEARCHED = 2000
"""How many random games are played by the rules before a kind counts as one that random games do not reach."""


class Deal(NamedTuple):
    """A random game: its table, and the seed of its cards and answers."""

    seats: int
    options: dict[str, Any]
    seed: str


class Position(NamedTuple):
    """A table at which a seat is asked a question of this kind, and the answers that lead to it."""

    game: str
    kind: str
    seat: int
    deal: Deal
    answers: list[Answer]


EXPLORATION = {"content": "exploration", "creature": 0}
FIRST_STEPS = {**EXPLORATION, "preset": "first_steps"}
VARIANT = {**EXPLORATION, "labyrinth_variant": True}
EXCURSION = {"mode": "excursion"}
RELAXED = {"mode": "relaxed"}

RARE: dict[tuple[str, str], Deal] = {
    ("golden_compass", "play-set"): Deal(2, {}, "play-set-0"),
    ("mountains_of_madness", "deal"): Deal(3, RELAXED, "deal-5988"),
    ("mountains_of_madness", "return-token"): Deal(3, RELAXED, "return-token-4467"),
    ("new_lands", "choose-peripetia"): Deal(
        2, {**EXCURSION, "peripeties": True, "characters": True}, "choose-peripetia-20"
    ),
    ("new_lands", "discard-mission"): Deal(3, {**EXCURSION, "domains": True}, "discard-mission-0"),
    ("new_lands", "heard"): Deal(2, {**EXCURSION, "timed": True}, "heard-3"),
    ("not_alone", "discard-survival"): Deal(2, FIRST_STEPS, "discard-survival-1032"),
    ("not_alone", "double-back"): Deal(3, VARIANT, "double-back-1728"),
    ("not_alone", "move-which"): Deal(6, {**VARIANT, "expert_will": True, "board_side": "2"}, "move-which-3443"),
    ("not_alone", "order-effects"): Deal(4, EXPLORATION, "order-effects-228"),
    ("not_alone", "swap-out"): Deal(2, FIRST_STEPS, "swap-out-1290"),
    ("not_alone", "take-will"): Deal(3, EXPLORATION, "take-will-1584"),
    ("not_alone", "which-token"): Deal(2, {"content": "base", "creature": 1}, "which-token-141"),
}
"""Random games that reach a kind of decision early. If the rules change, other games are searched."""


UNTIMED: dict[str, dict[str, Any]] = {"mountains_of_madness": RELAXED}
"""Answers through the API take their time."""


def find(game: str, kind: str) -> Position | None:
    """The first random game that asks this: the known one, or one with options by chance."""
    for deal in deals(game, kind):
        try:
            if found := play_until(game, kind, deal):
                return found
        except BadOptions:
            continue
    return None


def deals(game: str, kind: str) -> Iterator[Deal]:
    """The known game, then others."""
    known = RARE.get((game, kind))
    if known:
        yield known
    random = Random(kind)
    for number in range(SEARCHED):
        options = known.options if known else {**some_options(game, random), **UNTIMED.get(game, {})}
        seats = known.seats if known else random.choice(REGISTRY[game].seats)
        yield Deal(seats, options, f"{kind}-{number}")


def play_until(game_name: str, kind: str, deal: Deal) -> Position | None:
    """Play a random game by the rules until a seat is asked this; None if it never is."""
    game, random = REGISTRY[game_name], Random(deal.seed)
    s = game.new(deal.seats, deal.seed, deal.options)
    answers: list[Answer] = []
    for _ in range(LONGEST):
        questions = game.decisions(s)
        asked = [one for one in questions if one.seat != CLOCK]
        for one in asked:
            if one.kind == kind:
                return Position(game_name, kind, one.seat, deal, answers)
        if not questions:
            break
        # Time passes only where nobody has anything to answer.
        question = random.choice(asked or questions)
        answers.append(Answer(question.seat, question.kind, random_picks(game, s, question, random)))
        game.apply(s, answers[-1])
    return None


def set_up(service: Service, position: Position) -> tuple[str, str]:
    """Open the table with a person in each seat and give the answers; its id, and the token of the one who is asked."""
    names = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gil"]
    tokens = [service.call("POST", "/v1/players", {"name": name})[1]["token"] for name in names[: position.deal.seats]]
    seats = [{"kind": "me"}, *[{"kind": "open"}] * (len(tokens) - 1)]
    deal = {"options": position.deal.options, "deal": position.deal.seed}
    body = {"game": position.game, "seats": seats, "start": "full", **deal}
    status, opened = service.call("POST", "/v1/tables", body, tokens[0])
    assert status == 201, f"{position.kind}: {status}"
    table = str(opened["id"])
    for seat, token in enumerate(tokens[1:], 1):
        status, _ = service.call("PUT", f"/v1/tables/{table}/seats/{seat}", {}, token)
        assert status == 200, f"{position.kind}: {status}"
    for answer in position.answers:
        if answer.seat != CLOCK:
            give(service, table, answer, tokens[answer.seat])
    return table, tokens[position.seat]


def give(service: Service, table: str, answer: Answer, token: str) -> None:
    """Answer as soon as the question is open."""
    found: list[str] = []

    def asked() -> bool:
        items = service.call("GET", f"/v1/tables/{table}/decisions", None, token)[1]["items"]
        found.extend(one["id"] for one in items if one["kind"] == answer.kind)
        return bool(found)

    assert soon(asked), f"{answer.kind} is not open"
    path = f"/v1/tables/{table}/decisions/{found[0]}/answer"
    status, _ = service.call("PUT", path, {"picks": answer.picks}, token)
    assert status in (200, 202), f"{answer.kind} {answer.picks}: {status}"
