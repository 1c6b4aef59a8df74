"""What the caller may say now, for programs: nothing in it comes from another player's cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from service.games.kit.decision import Seat
from service.games.mountains_of_madness.affliction import SANE
from service.games.mountains_of_madness.cards import BOX
from service.games.mountains_of_madness.expedition import GRAINS
from service.games.mountains_of_madness.talk.gates import madness_now
from service.games.mountains_of_madness.talk.messages import FIELDS, MAX_SIGNALS, MAX_TEXT
from service.games.mountains_of_madness.talk.speaking import ROOM

if TYPE_CHECKING:
    from service.games.mountains_of_madness.state import State


def policy(s: State, seat: Seat | None) -> dict[str, Any]:
    """RULES 5.3, 5.6: what may be said in this phase, and what the caller's own madness asks for."""
    discussion = s.phase == "encounter" and s.encounter is not None and not s.encounter.silent
    silent = s.phase == "over" or s.phase == "window" or (s.phase == "encounter" and not discussion)
    mad = madness_now(s, seat) if seat is not None and discussion else SANE
    voice = None if seat is None or s.encounter is None else s.encounter.voices[seat]
    budget = BOX.defaults.relaxed_messages_per_player
    return {
        "room": ROOM,
        "phase": "discussion" if discussion else "silence" if silent else s.phase,
        "may_speak": seat is not None and not silent,
        "max_text": MAX_TEXT,
        "max_signals": MAX_SIGNALS if discussion else 1 if s.phase == "movement" else 0,
        "signals": _signals(s, discussion),
        "forbidden_topics": ["own_madness", *([] if discussion else ["hands"])],
        "silence_costs": silent and s.phase != "over" and s.strict and s.encounter is not None and not s.encounter.hush,
        "messages_left": budget - voice.sent if discussion and voice is not None and not s.timed else None,
        "seconds_per_grain": s.timer_s / GRAINS if s.timed else None,
        "grains_left": GRAINS - s.encounter.sand if discussion and s.timed and s.encounter is not None else None,
        "names": [player.character for player in s.players],
        "rules": [msgspec.to_builtins(rule) for rule in mad.rules],
        "held": "" if voice is None else voice.held,
    }


def _signals(s: State, discussion: bool) -> dict[str, list[str]]:
    if discussion:
        return {kind: list(fields) for kind, fields in FIELDS.items() if kind != "suggest"}
    return {"suggest": list(FIELDS["suggest"])} if s.phase == "movement" else {}
