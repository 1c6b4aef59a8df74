"""Mountains of Madness: the board, the place that is faced and one's own cards; speech is left out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from farshore.env.cells import Bag, Field, Flag, Number, Row, Seat, Word, Write
from farshore.env.groups import First, Group, Pairs, Players
from farshore.env.layout import Layout

SPACES: Final = (
    *(f"C{n}" for n in range(1, 12)),
    *(f"M{n}" for n in range(1, 8)),
    *("X1", "X2", "X3", "G1", "E1", "E2", "E3"),
)
TILES: Final = tuple(
    f"{region}-{n:02}"
    for region, count in (("coast", 14), ("mount", 10), ("city", 5), ("gates", 2), ("escape", 5))
    for n in range(1, count + 1)
)
KINDS: Final = ("tools", "books", "weapons", "crates")
EQUIPMENT: Final = tuple(f"eq-{kind}-{value}{copy}" for kind in KINDS for value in range(2, 7) for copy in "ab")
ESOTERIC: Final = tuple(f"es-{kind}-10{copy}" for kind in KINDS for copy in "ab")
WOUNDS: Final = tuple(f"wound-{n:02}" for n in range(1, 16))
CARDS: Final = (*EQUIPMENT, *ESOTERIC, *WOUNDS)
RELICS: Final = (
    *(f"specimen_{letter}" for letter in "ABCD"),
    *(f"vestige_{letter}" for letter in "ABCD"),
    *(f"knowledge_{letter}" for letter in "ABC"),
)
MADNESS: Final = tuple(f"M{level}-{n:02}" for level in (1, 2, 3) for n in range(1, 21))
PHASES: Final = ("movement", "encounter", "window", "reward", "failures", "draw", "rest", "over")
REWARDS: Final = ("relic", "search", "esoteric", "heal", "exalt", "none")
FACES: Final = ("accident", "confusion", "morale_loss")
HAND: Final = 12
SEATS: Final = range(5)


@dataclass(frozen=True)
class Accept(Field):
    """The totals a trial accepts: the lowest, the highest, and whether some between them are not accepted."""

    name: str = "accept"

    def labels(self, seats: int) -> list[str]:
        return [".lowest", ".highest", ".gaps"]

    def writer(self, seats: int) -> Write:
        def write(value: Any, row: Row, at: int, me: int) -> None:
            values = _said(value, "values")
            if values:
                low, high = min(values), max(values)
                row[at + 2] = 1.0
            else:
                exact = _said(value, "value")
                low, high = (_said(value, "min"), _said(value, "max")) if exact is None else (exact, exact)
            row[at], row[at + 1] = (low or 0) / 30, (30 if high is None else high) / 30

        return write


def _said(value: Any, name: str) -> Any:
    # A dict has a method of the name `values`, so what came over HTTP is asked by key.
    return value.get(name) if isinstance(value, dict) else getattr(value, name, None)


MOUNTAINS_OF_MADNESS: Final = Layout(
    game="mountains_of_madness",
    rules_version=2,
    seats=range(3, 6),
    sides=True,
    kinds=(
        *("move", "flip", "place", "undone", "leader-window", "give-relic", "search", "close-search"),
        *("take-esoteric", "consequence", "reroll", "return-token", "deal", "raise-limits", "rest"),
    ),
    actions=(
        *SPACES,
        *(f"calm-{seat}" for seat in SEATS),
        *("flip", "wait", "ready", "done", "undone"),
        *(f"card-{n}" for n in range(1, HAND + 1)),
        *("resolve", "extend"),
        *(f"seat-{seat}" for seat in SEATS),
        "close",
        *KINDS,
        *(f"{kind}-die" for kind in KINDS),
        *(f"{kind}-madness-{seat}" for kind in KINDS for seat in SEATS),
        *("accept", "reroll", "discard", "sled"),
        *(f"deal-{seat}-{n}" for seat in SEATS for n in range(1, HAND + 1)),
        *("enough", "raise", "no-rest", "rest-discard", "rest-sled"),
    ),
    checked=frozenset({"place"}),
    hopeless=frozenset(
        {
            *("words-alone", "silence-has-begun", "still-talking", "vestige", "play-precondition", "play-max-cards"),
            *("play-one-by-one", "play-parity", "play-not-first", "play-last"),
        }
    ),
    view=(
        Word("phase", PHASES),
        Number("turn", 30),
        Seat("leader"),
        Number("limit", HAND),
        Word("airplane", SPACES),
        Bag("tiles", SPACES),
        Bag("gone", TILES),
        Number("sled", 6),
        Number("spent", 6),
        Number("boxed", 6),
        Number("draw", len(CARDS)),
        Bag("discard", CARDS),
        Number("wounds", len(WOUNDS)),
        Bag("esoteric", ESOTERIC),
        Bag("relics", RELICS),
        Players(
            "players",
            Number("hand", HAND),
            Number("level", 3),
            Number("madness", 6),
            Number("ignored", 6),
            Bag("relics", RELICS),
            Number("placed", HAND),
            Flag("ready"),
            Flag("done"),
        ),
        Group(
            "place",
            Word("tile", TILES),
            First("trials", 4, Word("kind", KINDS), Accept()),
            Flag("masked"),
            Group("reward", Word("type", REWARDS), Word("relic", RELICS)),
            Number("timer", 10),
            Number("sand", 30),
            Flag("silent"),
            Pairs("placed", "card", CARDS),
            Bag("failed", KINDS),
        ),
        Word("rolled", FACES),
        Group("searched", Word("space", SPACES), Word("tile", TILES)),
        Group(
            "me",
            First("hand", HAND, Word("card", CARDS), Word("kind", (*KINDS, "wound")), Number("value", 10)),
            First("placed", HAND, Word("kind", (*KINDS, "wound")), Number("value", 10)),
            Bag("madness", MADNESS),
            Bag("former", MADNESS),
            Number("messages_left", 6),
        ),
    ),
    left_out={
        "heard": "speech: nothing is said in this environment",
        "piles": "how many madness cards are left, which the players' madness tells",
        "finale": "everybody's cards after the end",
        "players.character": "a name",
        "place.trials.tint": "the colour, which is there to mislead",
        "place.reward.category": "the relic's own",
        "me.hand.at": "cards are shown in the order of the hand: the n-th is card-n",
        "me.placed.at": "the place in the hand that a card had",
        "me.placed.card": "its kind and value are shown",
        "me.held": "speech",
    },
)
