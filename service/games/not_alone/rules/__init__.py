"""The rules of Not Alone, one file per chapter of RULES.md; here is every step a table can have on its agenda."""

from __future__ import annotations

from service.games.not_alone.rules.exploration import CreatureFirst, Explore, GiveUp, Resist
from service.games.not_alone.rules.hands import (
    DiscardPlaces,
    DiscardSurvival,
    KeepSurvival,
    TakeBack,
    TakeReserve,
)
from service.games.not_alone.rules.hunt_cards import (
    AskPlaces,
    DropInSecret,
    HidePlaces,
    KeepPlaces,
    NameHunted,
    NameSlot,
    PlaceToken,
    Storm,
)
from service.games.not_alone.rules.hunting import Hunt, Hunting, React
from service.games.not_alone.rules.labyrinth import Discovery, DrawPlaces, DropPlace, LayPlace, LayWhere, TurnSlot
from service.games.not_alone.rules.lower_places import Barter, SeedWill, Share, Teleport
from service.games.not_alone.rules.moving import MoveCreature, MovePresence, MoveToken, MoveWhere
from service.games.not_alone.rules.on_reveal import OnReveal, StrikeNext, Ubiquity
from service.games.not_alone.rules.powers import Copy, Resolve, UsePower
from service.games.not_alone.rules.reckoning import (
    ArtemiaStep,
    CreatureStep,
    FreePlaces,
    ResolveOneOf,
    Reveal,
)
from service.games.not_alone.rules.survival_cards import DoubleBack
from service.games.not_alone.rules.swaps import Shortcut, ShortcutIn, Vortex, VortexIn
from service.games.not_alone.rules.target_step import Arrive, Scream, Strike, TargetRound, TargetStep
from service.games.not_alone.rules.tracks import Assimilate, Exhaustion, GiveWill, Heal, Recover, Rescue
from service.games.not_alone.rules.turn import (
    Before,
    ChooseSide,
    CleanUp,
    EndOfTurn,
    NextTurn,
    Reckoning,
    Turn,
)
from service.games.not_alone.rules.windows import PlaySurvival, Window

AnyStep = (
    ChooseSide
    | Turn
    # 5. Exploration
    | CreatureFirst
    | Explore
    | Resist
    | GiveUp
    | PlaySurvival
    # 6. Hunting
    | Hunting
    | Hunt
    | React
    | PlaceToken
    # 7. Reckoning
    | Reckoning
    | Reveal
    | OnReveal
    | StrikeNext
    | Ubiquity
    | Before
    | Window
    | FreePlaces
    | ResolveOneOf
    | TargetStep
    | TargetRound
    | Strike
    | Scream
    | Arrive
    | ArtemiaStep
    | CreatureStep
    # 8. End of turn
    | EndOfTurn
    | CleanUp
    | NextTurn
    # 9. Will and counters
    | Rescue
    | Assimilate
    | GiveWill
    | Recover
    | Heal
    | Exhaustion
    # 10 and 11. Powers of the places
    | Resolve
    | Copy
    | UsePower
    | Share
    | Barter
    | SeedWill
    | Teleport
    | TurnSlot
    | Discovery
    | TakeBack
    | TakeReserve
    | KeepSurvival
    | DiscardPlaces
    | DiscardSurvival
    # 12. Hunt cards
    | NameHunted
    | NameSlot
    | Storm
    | KeepPlaces
    | HidePlaces
    | AskPlaces
    | DropInSecret
    | MovePresence
    | MoveWhere
    | MoveToken
    | MoveCreature
    # 13. Survival cards
    | Vortex
    | VortexIn
    | Shortcut
    | ShortcutIn
    | DoubleBack
    # 14. Labyrinth variant
    | DrawPlaces
    | LayPlace
    | LayWhere
    | DropPlace
)
