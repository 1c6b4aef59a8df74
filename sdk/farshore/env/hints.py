"""Optional knowledge of known games, which saves the search for legal combinations some work.

A game that is not listed works too: then every decision whose options may exclude each other is searched.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Hints:
    """`checked`: the kinds of decision whose options exclude each other. `final`: refusals no further pick can lift."""

    checked: frozenset[str] = frozenset()
    final: frozenset[str] = frozenset()


HINTS: Final = {
    "faraway": Hints(),
    "golden_compass": Hints(frozenset({"play-set", "pay-to-place", "pay-magisterium"})),
    "mountains_of_madness": Hints(
        frozenset({"place"}),
        frozenset(
            {
                *("words-alone", "silence-has-begun", "still-talking", "vestige", "play-precondition"),
                *("play-max-cards", "play-one-by-one", "play-parity", "play-not-first", "play-last"),
            }
        ),
    ),
    "new_lands": Hints(
        frozenset(
            {
                *("set-compass", "know-how", "take-mission", "discard-mission"),
                *("vote-mission", "vote-exploration", "vote-loss", "vote-meaning"),
            }
        ),
        frozenset({"one-vote", "one-direction", "nothing-held", "mission-not-in-row", "no-such-word"}),
    ),
    "not_alone": Hints(frozenset({"explore", "resist", "resist-last"}), frozenset({"one-action"})),
}
