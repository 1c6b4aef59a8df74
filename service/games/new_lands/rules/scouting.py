"""RULES 4.4, 4.5, 4.6, the Scout: a péripétie, the way, the silent reading, the compass; in this order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from service.games.kit.decision import Answer, Decision, Illegal, Picks
from service.games.new_lands import passage
from service.games.new_lands.cards import CHARACTERS, EXPLORATIONS, NUMBERS, PERIPETIES
from service.games.new_lands.rules import know_how
from service.games.new_lands.turn import DIRECTIONS, Direction

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.games.new_lands.state import State

DRAW: Final = "draw"
GO_WITHOUT: Final = "go-without"
FLAIR: Final = "flair"
AS_TOLD: Final = "as-told"
STAY: Final = "stay"
STEP_BACK: Final = "step-back"
READ_ALOUD: Final = "read-aloud"
AT_RANDOM: Final = "at-random"


def set_out(s: State) -> None:
    """The Scout's first question, or the first that has more than one answer."""
    turn = s.now()
    if may_draw(s):
        turn.stage = "peripetia"
    elif may_survey(s):
        turn.stage = "surveyor"
    else:
        advance(s)


def questions(s: State) -> Iterator[Decision]:
    """What the Scout is asked now."""
    turn = s.now()
    match turn.stage:
        case "peripetia":
            options = (DRAW, GO_WITHOUT, *((FLAIR,) if has(s, "choose_peripetia") else ()))
            yield Decision("draw-peripetia", turn.scout, options, default=(GO_WITHOUT,))
        case "flair":
            seen = tuple(looked_at(s))
            yield Decision("choose-peripetia", turn.scout, seen, least=len(seen), most=len(seen))
        case "surveyor":
            yield Decision("measure-step", turn.scout, (AS_TOLD, *steps(s)))
        case "step-back":
            yield Decision("step-back", turn.scout, (STAY, STEP_BACK))
        case "compass":
            yield from know_how.questions(s)
            yield compass(s)


def go_on(s: State, answer: Answer) -> None:
    """Take the Scout's answer, and go on to the next thing to decide."""
    turn = s.now()
    match answer.kind:
        case "draw-peripetia":
            if answer.pick == FLAIR:
                turn.stage = "flair"
                know_how.use(s)
                s.whisper(turn.scout, "saw-peripeties", peripeties=tuple(looked_at(s)))
                return
            if answer.pick == DRAW:
                draw(s, s.peripetia_pile[0])
        case "choose-peripetia":
            kept, *rest = answer.picks
            draw(s, kept)
            s.peripetia_pile = [card for card in s.peripetia_pile if card not in rest] + rest
        case "measure-step":
            if answer.pick != AS_TOLD:
                turn.adjusted = int(answer.pick)
                know_how.use(s)
            advance(s)
            return
        case "step-back":
            if answer.pick == STEP_BACK:
                step_back(s)
            look(s)
            return
        case "know-how":
            know_how.take(s, answer.picks)
            return
    if may_survey(s):
        turn.stage = "surveyor"
    else:
        advance(s)


def hurry(s: State) -> None:
    """RULES D43: when time is up before the Scout is, the way is the plain one and chance sets the compass."""
    turn = s.now()
    if turn.stage in ("peripetia", "flair", "surveyor"):
        advance(s)
    if turn.stage == "step-back":
        look(s)
    if turn.compass is None:
        turn.compass = s.dice.choice(directions(s))
        s.whisper(turn.scout, "set-compass", direction=turn.compass)


# -- 1. a péripétie (module II) ------------------------------------------------------


def may_draw(s: State) -> bool:
    """RULES 7.5, 7.8, D30: at most one per turn, and none once the Camp is in the city."""
    return s.options.peripeties and bool(s.peripetia_pile) and not s.arrived


def looked_at(s: State) -> list[str]:
    """The Textplorer's choice: the top three péripéties; without them it is of no interest (RULES 7.12)."""
    return s.peripetia_pile[: CHARACTERS["char_textploratrice"].effect["look"]]


def draw(s: State, card: str) -> None:
    """RULES 7.4, 7.6: the Group learns that a péripétie was drawn and its modifier; the Scout alone, which."""
    turn = s.now()
    s.peripetia_pile.remove(card)
    turn.peripetia = card
    s.tell("drew-peripetia", seat=turn.scout, modifier=PERIPETIES[card].advance_modifier)
    s.whisper(turn.scout, "saw-peripetia", peripetia=card)


# -- 2. the way --------------------------------------------------------------------


def has(s: State, effect: str) -> bool:
    """Whether the Scout has this know-how, and it is available."""
    player = s.players[s.now().scout]
    return player.know_how and player.character is not None and CHARACTERS[player.character].effect["type"] == effect


def may_survey(s: State) -> bool:
    """RULES 7.10: the Surveyor, where the Scout still moves."""
    return not s.arrived and has(s, "adjust_advance")


def told(s: State) -> int:
    """The sheets to turn: the value on the pile's back and the péripétie's modifier."""
    turn = s.now()
    value = EXPLORATIONS[s.pile[0]].advance if s.pile else 0
    return value + (PERIPETIES[turn.peripetia].advance_modifier if turn.peripetia else 0)


def steps(s: State) -> tuple[str, ...]:
    """The Surveyor's adjustments that leave at least one sheet."""
    effect = CHARACTERS["char_arpenteur"].effect
    return tuple(f"{n:+}" for n in effect["choices"] if told(s) + n >= effect["minimum_total"])


def advance(s: State) -> None:
    """RULES 4.4, 5.1: the Scout goes ahead from the Camp; the Camp stays. In the city nobody moves."""
    turn, book = s.now(), s.text()
    if s.arrived:
        turn.page = s.city_page
    else:
        sheets = told(s) + turn.adjusted
        turn.page = passage.ahead(book, s.camp, s.city_page, sheets)
        s.tell("advanced", seat=turn.scout, sheets=sheets, page=turn.page)
    if back(s) is None:
        look(s)
    else:
        turn.stage = "step-back"


# -- 3. a step back ----------------------------------------------------------------


def back(s: State) -> int | None:
    """Where the Scout may go instead of reading a page again (RULES 2.5, D11; at the city RULES 5.3, D24)."""
    turn, book = s.now(), s.text()
    if turn.page == s.city_page:
        if all(read.page != turn.page for read in s.read):
            return None
        return passage.one_back(book, turn.page, 1 if s.arrived else s.camp + 2)
    if not s.read or s.read[-1].page != turn.page:
        return None
    return passage.one_back(book, turn.page, s.camp)


def step_back(s: State) -> None:
    """The Scout goes back; the city goes along for good, and so does a Camp that has arrived (RULES D24)."""
    turn, page = s.now(), back(s)
    if page is None:
        return
    if turn.page == s.city_page:
        s.city_page = page
        if s.arrived:
            s.camp = page
    turn.page = page
    s.tell("stepped-back", seat=turn.scout, page=page)


# -- 4. the silent reading ---------------------------------------------------------


def look(s: State, count: int = NUMBERS.passage_lines) -> None:
    """RULES 4.5: the passage is for the Scout's eyes only."""
    turn = s.now()
    turn.stage = "compass"
    turn.passage = passage.lines(s.text(), turn.page, count)
    s.whisper(turn.scout, "saw-passage", page=turn.page, lines=tuple(line.text for line in turn.passage))


# -- 5. the compass ----------------------------------------------------------------


def directions(s: State) -> tuple[Direction, ...]:
    """RULES 4.7: where an exploration lies."""
    return tuple(direction for direction in DIRECTIONS if direction in s.around)


def lies(s: State) -> dict[str, Any]:
    """Which exploration lies in which direction, for those who are asked to choose one."""
    return {direction: s.around[direction] for direction in directions(s)}


def compass(s: State) -> Decision:
    """Set the compass, as often as you like; say when you are ready to read aloud."""
    turn = s.now()
    options = (*directions(s), READ_ALOUD, *(() if turn.compass else (AT_RANDOM,)))
    return Decision("set-compass", turn.scout, options, least=1, most=2, default=options[-1:], about=lies(s))


def check_compass(s: State, picks: Picks) -> None:
    """One direction; and nothing is read aloud before there is one."""
    chosen = [pick for pick in picks if pick in DIRECTIONS]
    if len(chosen) > 1 or (AT_RANDOM in picks and len(picks) > 1):
        raise Illegal("one-direction", "the compass points in one direction")
    if READ_ALOUD in picks and not chosen and s.now().compass is None:
        raise Illegal("compass-first", "set the compass before you read aloud")


def set_compass(s: State, picks: Picks) -> bool:
    """RULES 4.6, D47: the setting is secret. Returns whether the Scout is ready to read."""
    turn = s.now()
    for direction in directions(s):
        if direction in picks:
            if turn.compass is None:
                s.tell("compass-set", seat=turn.scout)
            turn.compass = direction
            s.whisper(turn.scout, "set-compass", direction=direction)
    ready = READ_ALOUD in picks or AT_RANDOM in picks
    if ready:
        s.tell("ready", seat=turn.scout)
    return ready
