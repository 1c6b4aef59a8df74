"""The table as a page of plain text: the mountain or the place, the expedition, and what is the reader's own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from service.games.kit import page as kit
from service.games.kit.decision import Decision
from service.games.kit.event import Event
from service.games.kit.page import PageContext, heading, wrap
from service.games.kit.words import Words, words
from service.games.mountains_of_madness.cards import BOX, SPACES, WOUNDS, Trial, kind_of, value_of
from service.games.mountains_of_madness.expedition import GRAINS
from service.games.mountains_of_madness.page_own import hand, madness, option_text, talk
from service.games.mountains_of_madness.phrases import own_card, short_card, signals_words, trial_words
from service.games.mountains_of_madness.talk.messages import Signal
from service.games.mountains_of_madness.view import Explorer, Mine, Place, View

FOLDER: Final = Path(__file__).parent
RESOLUTION: Final = ("reward", "failures")
GATES: Final = SPACES[BOX.board.gates_space].row
LONGEST_ROW: Final = len(BOX.board.start_spaces)
CELL: Final = 6
"""How wide a space of the mountain is drawn."""

TALKED: Final = frozenset({"said", "held", "heard", "heard-nameless", "murmur", "murmur-nameless"})
"""Events that the page shows as what was said in the encounter."""
FACED: Final = frozenset(
    {"flipped", "saw-place", "timer-started", "placed", "ready", "done", "undone", "silence-fell", "searched"}
)
RESOLVED: Final = frozenset({"sand-ran-out", "revealed", "place-shown", "trial-met", "trial-failed"})
OVER: Final = frozenset({"madness-shown", "drew-madness", "ended"})
"""Events that the page shows anyway, by what it shows then."""


def page(view: View, context: PageContext) -> str:
    """What one reader sees, from the view and nothing else."""
    w = words(FOLDER, context.language)
    story = tuple(_readable(w, context, event) for event in context.story)
    told = msgspec.structs.replace(context, story=story)
    heard = [kit.story_lines(w, told, most=8, quiet=_shown(view)), list(talk(w, view, context))]
    place = [list(faced(w, view, context)), list(searched(w, view))]
    own = [list(madness(w, view)), list(hand(w, view, context))]
    # A small window shows the end of a page: there stands what the question is about, the mountain or the trials.
    match view.phase:
        case "movement":
            parts = [*own, *heard, list(mountain(w, view, context))]
        case "encounter":
            parts = [*heard, *place, *own]
        case _:
            parts = [list(mountain(w, view, context)), *place, *own, *heard]
    return kit.assemble(
        kit.title(w, context, w.line("now", turn=view.turn, phase=w.line(f"phase-{view.phase}"))),
        list(expedition(w, view, context)),
        list(finale(w, view, context)),
        *parts,
        list(together(w, context)),
        list(penalty_die(w, view, context)),
        kit.question_block(w, context, partial(option, view, context)),
    )


def option(view: View, context: PageContext, question: Decision, option: str) -> str | None:
    """An option in words; None leaves it to the words of the game."""
    return option_text(words(FOLDER, context.language), view, context, question, option)


def event_text(event: Event, context: PageContext) -> str:
    """An event as a sentence, with its signals in words."""
    w = words(FOLDER, context.language)
    told = _readable(w, context, event)
    return w.tell(told.kind, told.data, context.names)


def _shown(view: View) -> frozenset[str]:
    """The events that the page need not tell, because it shows what came of them."""
    if view.finale is not None:
        return OVER
    shown = frozenset({"drew-madness"})
    if view.place is not None:
        shown |= TALKED | FACED
    return shown | RESOLVED if view.phase in RESOLUTION else shown


def _readable(w: Words, context: PageContext, event: Event) -> Event:
    """The event with its signals in words; those that come from a log are plain data."""
    if not event.data.get("signals"):
        return event
    said = signals_words(w, context, msgspec.convert(event.data["signals"], tuple[Signal, ...]))
    text = event.data.get("text")
    return Event(event.kind, event.data | ({"signals": [said]} if text else {"text": said, "signals": []}), event.to)


# -- the mountain ------------------------------------------------------------------


def mountain(w: Words, view: View, context: PageContext) -> Iterator[str]:
    """The tiles, when the way is what matters. Each row stands half a space in, so that adjacent spaces touch."""
    searching = any(ask.decision.kind == "search" for ask in context.decisions)
    if view.phase not in ("movement", "draw", "rest") and not searching:
        return
    yield heading(w.line("mountain"))
    label = ""
    for row in range(GATES, 0, -1):
        spaces = [space for space in SPACES.values() if space.row == row]
        beyond = [space for space in SPACES.values() if space.row > GATES] if row == GATES else []
        region = w.terms[spaces[0].region]
        line = " " * ((LONGEST_ROW - len(spaces)) * CELL // 2)
        line += "".join(_mark(view, each.id).ljust(CELL) for each in spaces)
        line += "".join(f"> {_mark(view, each.id)} " for each in beyond)
        yield f"{'' if region == label else region:<11}{line}".rstrip()
        label = region
    yield w.line("legend")
    if view.airplane is None:
        yield w.line("airplane-off")


def _mark(view: View, space: str) -> str:
    return space + ("*" if space == view.airplane else "#" if space in view.tiles else ".")


# -- the expedition ----------------------------------------------------------------


def expedition(w: Words, view: View, context: PageContext) -> Iterator[str]:
    """Tokens, piles, and everybody's state."""
    yield heading(w.line("team"))
    hurt = sum(card in WOUNDS for card in view.discard)
    found = sum(len(player.relics) for player in view.players)
    yield from wrap(w.line("tokens", sled=view.sled, spent=view.spent, boxed=view.boxed), hang="")
    if view.phase != "encounter":
        yield from wrap(w.line("balance", relics=found, wounds=len(WOUNDS) - view.wounds), hang="")
        piles = {"draw": view.draw, "discard": len(view.discard), "pile": view.wounds, "limit": view.limit}
        yield from wrap(w.line("piles", hurt=hurt, **piles), hang="")
    yield w.line("clockwise")
    for player in view.players:
        yield from wrap(_explorer(w, view, context, player), indent="- ", hang="  ")


def _explorer(w: Words, view: View, context: PageContext, player: Explorer) -> str:
    silent = view.place is not None and view.place.silent
    parts = [w.line("explorer", name=context.name(player.seat), character=player.character)]
    parts += [w.line("is-leader")] if player.seat == view.leader else []
    parts += [w.line("in-hand", count=player.hand)]
    parts += [w.line("mad", level=player.level) if player.level else w.line("sane")]
    parts += [w.line("ignored", count=player.ignored)] if player.ignored else []
    if view.phase == "encounter":
        parts += [w.line("ready")] if player.ready and not silent else []
        parts += [w.line("done")] if player.done else []
    parts += [w.line("relics", relics=[w.call(relic) for relic in player.relics])] if player.relics else []
    return ", ".join(parts) + "."


def finale(w: Words, view: View, context: PageContext) -> Iterator[str]:
    """After the end: how it went, and everybody's madness and hand."""
    end = view.finale
    if end is None:
        return
    ending = w.call(end.ending)
    yield heading(w.line("finale"))
    if end.difference is None:
        yield from wrap(w.line("finale-lost", ending=ending))
    else:
        yield from wrap(w.line("finale-count", ending=ending, difference=end.difference))
    for seat, (mad, held) in enumerate(zip(end.madness, end.hands, strict=True)):
        cards = {"madness": [w.call(card) for card in mad], "hand": [short_card(w, card) for card in held]}
        yield from wrap(w.line("finale-of", name=context.name(seat), **cards), indent="- ", hang="  ")


def together(w: Words, context: PageContext) -> Iterator[str]:
    """RULES 1.1: all win or all lose."""
    if context.result is not None:
        yield heading(w.line("all-win" if context.result.winners else "all-lose"))


# -- the place ---------------------------------------------------------------------


def faced(w: Words, view: View, context: PageContext) -> Iterator[str]:
    """The place, its trials and reward, the sand and the sled."""
    place = view.place
    if place is None or view.finale is not None:
        return
    name = "place" if place.tile else "place-masked" if place.masked else "place-empty"
    yield heading(w.line(name, space=w.call(view.airplane or ""), tile=w.call(place.tile or "")))
    if view.phase == "encounter" and place.trials:
        yield from wrap(w.line("trials"), hang="")
    for trial in place.trials:
        yield f"- {_outcome(w, view, place, trial)}"
    if place.masked:
        yield w.line("hidden-trials", shown=len(place.trials))
    yield from wrap(_reward(w, place), hang="")
    if place.failed:
        yield w.line("consequences", kinds=[w.call(kind) for kind in place.failed])
    if view.phase == "encounter":
        yield _sand(w, place, view.me)
    yield from _sled(w, view, place, context)


def _outcome(w: Words, view: View, place: Place, trial: Trial) -> str:
    asked = trial_words(w, trial)
    if view.phase not in RESOLUTION:
        return asked
    total = sum(value_of(each.card) for each in place.placed if kind_of(each.card) == trial.kind)
    distance = trial.accept.distance(total)
    return w.line("trial-failed" if distance else "trial-met", trial=asked, total=total, distance=distance)


def _reward(w: Words, place: Place) -> str:
    if place.reward is None:
        return "" if place.masked else w.line("reward-none")
    if place.reward.relic is None:
        return w.line(f"reward-{place.reward.type}")
    relic = w.cards[place.reward.relic]
    return w.line("reward-relic", relic=relic.name, text=relic.text)


def _sand(w: Words, place: Place, me: Mine | None) -> str:
    if me is not None and me.messages_left is not None:
        return w.line("timer-relaxed", timer=place.timer, count=me.messages_left)
    return w.line("timer", timer=place.timer, sand=place.sand, grains=GRAINS)


def _sled(w: Words, view: View, place: Place, context: PageContext) -> Iterator[str]:
    lie = []
    for player in view.players:
        name = context.name(player.seat)
        if view.phase in RESOLUTION:
            cards = [short_card(w, each.card) for each in place.placed if each.seat == player.seat]
            lie += [w.line("sled-open", name=name, cards=cards)] if cards else []
        elif player.placed:
            lie.append(w.line("sled-closed", name=name, count=player.placed))
    yield from wrap(w.line("sled", cards=w.line("separator").join(lie) or w.line("sled-empty")), hang="")
    if view.phase not in RESOLUTION and view.me is not None and view.me.placed:
        yield from wrap(w.line("sled-mine", cards=[own_card(w, card) for card in view.me.placed]), hang="")


def searched(w: Words, view: View) -> Iterator[str]:
    """RULES 6.5: the tile that all look at now."""
    if view.searched is not None:
        yield heading(w.line("searched", space=w.call(view.searched.space)))
        tile = w.cards[view.searched.tile]
        yield from wrap(f"{tile.name} — {tile.text}", hang="")


def penalty_die(w: Words, view: View, context: PageContext) -> Iterator[str]:
    """RULES 6.11: what the die shows, or what it may bring whoever decides about it."""
    if view.rolled is not None:
        yield from wrap(w.line("rolled", result=w.line(f"die-{view.rolled}")), hang="")
    elif any(ask.decision.kind == "consequence" for ask in context.decisions):
        yield w.line("die")
        for face in BOX.penalty_die.results:
            yield from wrap(w.line(f"die-{face}"), indent="- ", hang="  ")
