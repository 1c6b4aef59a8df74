"""A game of The Golden Compass, with the chapters of RULES.md that each file is about.

periods        chapters 2, 9  three periods and the final count
allies         chapter 4      phase 1: choosing an ally
turns          chapter 5      phase 2: the needle, red or light blue
hand           chapter 5      drawing, the hand limit, shuffling
actions        chapter 5      alethiometer, Magisterium, Dust
sets           chapter 5      sets of Lyra cards
experience     chapters 5, 8  tokens taken, stolen and placed
journey        chapter 6      moving Lyra
truth          chapter 7      phase 3: dirigible and Truth tiles
powers         chapter 11     what the words of a power do
power_choices  chapter 11     what they ask
"""

from __future__ import annotations

from service.games.golden_compass.rules import (
    actions,
    allies,
    experience,
    hand,
    journey,
    periods,
    power_choices,
    powers,
    sets,
    truth,
    turns,
)

AnyStep = (
    periods.Period
    | allies.DealCharacters
    | allies.ChooseAllies
    | turns.Turn
    | turns.ChooseColour
    | turns.RedSymbol
    | turns.BlueAction
    | turns.EndTurn
    | hand.DiscardExcess
    | actions.AssignDirigible
    | actions.PassDirigible
    | actions.TakeDust
    | actions.TakeDustFrom
    | sets.PlaySet
    | sets.PlayAs
    | experience.TakeToken
    | experience.PeekAtTokens
    | experience.StealToken
    | experience.PlaceToken
    | journey.MoveLyra
    | powers.UseAlly
    | powers.Resolve
    | powers.ChoosePower
    | power_choices.Keep
    | power_choices.Exchange
    | power_choices.DiscardSome
    | power_choices.Recover
    | power_choices.StealCards
    | power_choices.RemoveCompasses
    | power_choices.AdvanceLyra
    | power_choices.PayToPlace
    | truth.MeetMagisterium
    | truth.PayMagisterium
    | truth.DrawTruths
    | truth.TakeTruths
    | truth.SetAside
    | truth.CleanUp
    | periods.FinalCount
)
