"""The rules in the order of the rulebook: movement, encounter, resolution, camp."""

from __future__ import annotations

from service.games.mountains_of_madness.rules.camp import CallRest, DealShort, Draw, RaiseLimits, Rest
from service.games.mountains_of_madness.rules.encounter import Flip, LeaderWindow, Timer
from service.games.mountains_of_madness.rules.failures import Apply, Consequence, Failures, ReturnToken, Roll
from service.games.mountains_of_madness.rules.movement import Ready, Travel
from service.games.mountains_of_madness.rules.resolution import (
    CleanUp,
    Gift,
    Look,
    Resolve,
    Search,
    TakeEsoteric,
)
from service.games.mountains_of_madness.rules.turn import EndTurn, Turn

AnyStep = (
    Turn
    | Travel
    | Ready
    | Flip
    | Timer
    | LeaderWindow
    | Resolve
    | Gift
    | Search
    | Look
    | TakeEsoteric
    | Failures
    | Consequence
    | Roll
    | Apply
    | ReturnToken
    | CleanUp
    | Draw
    | DealShort
    | RaiseLimits
    | CallRest
    | Rest
    | EndTurn
)
