"""A game of The Golden Compass, one file per chapter of the rulebook.

periods        RULES 2, 8   three periods and the final count
allies         RULES 4      phase 1: choosing an ally
turns          RULES 5      phase 2: the needle, red or light blue
hand           RULES 5.2    drawing, the hand limit, shuffling
actions        RULES 5.3 A  alethiometer, Magisterium, Dust
sets           RULES 5.3 B  sets of Lyra cards
experience     RULES 5.3, 7 tokens taken, stolen and placed
journey        RULES 5.4    moving Lyra
truth          RULES 6      phase 3: dirigible and Truth tiles
powers         RULES 10     what the words of a power do
power_choices  RULES 10     what they ask
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
