"""A game of New Lands, chapter by chapter of the rulebook."""

from __future__ import annotations

from service.games.new_lands.rules.choice import ChooseCharacter, ChooseScout, TurnBegins
from service.games.new_lands.rules.ending import HiddenMeaning
from service.games.new_lands.rules.exploration import ExplorationVote, Explore, PayLetters, SaveExploration
from service.games.new_lands.rules.mission import MissionVote, ProposeMission
from service.games.new_lands.rules.preparation import Preparation, Prepare
from service.games.new_lands.rules.reading import FirstLine, Hearing, Listen, ReadAloud, ReadLines
from service.games.new_lands.rules.rest import Rest

AnyStep = (
    ChooseCharacter
    | TurnBegins
    | ChooseScout
    | Prepare
    | Preparation
    | ReadAloud
    | Listen
    | FirstLine
    | ReadLines
    | Hearing
    | ProposeMission
    | MissionVote
    | Explore
    | ExplorationVote
    | SaveExploration
    | PayLetters
    | Rest
    | HiddenMeaning
)
