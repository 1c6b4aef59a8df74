"""The table of Not Alone as a page of text, for the Creature, a Hunted or a spectator."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from service.games.kit import page as kit
from service.games.kit.decision import Decision
from service.games.kit.page import PageContext, described, heading, wrap
from service.games.kit.words import Words, words
from service.games.not_alone.planet import DOUBLE, SINGLE, slot_id, slots_of
from service.games.not_alone.sketch import bare, planet, secretly, tracks
from service.games.not_alone.view import Prey, View

FOLDER: Final = Path(__file__).parent
SHOWN: Final = frozenset({"turn-began", "phase-began", "laid-out", "committed"})
"""Events that the board shows."""
EXPLAINED: Final = ("creature", "artemia")
"""The tokens explained below the planet; what the Target does is the text of the Hunt card in force."""
MOST_NAMED: Final = 3
"""So many Hunted are named who may be in a place; more are counted."""

MANY: Final = 5
"""With so many Hunted less is told of what happened, so that the page stays short."""


def page(view: View, context: PageContext) -> str:
    """RULES 10.7: the tracks, the planet, the others, one's own cards, and what one is asked."""
    text = words(FOLDER, context.language)
    return kit.assemble(
        [
            *kit.title(text, context, _now(text, view)),
            *_aim(text, view, context),
            *tracks(text, view),
            *planet(text, view, context),
            *_tokens(text, view),
            *_people(text, view, context),
            *_hand(text, view, context),
        ],
        _cards(text, context, "in-force", view.in_force),
        *_own(text, view, context),
        kit.story_lines(text, context, most=8 if len(view.hunted) < MANY else 6, quiet=SHOWN),
        kit.result_lines(text, context),
        kit.question_block(text, context, partial(option, view, context)),
    )


def _now(words: Words, view: View) -> str:
    phase = words.terms[view.phase]
    return phase if view.phase in ("setup", "over") else words.line("now", turn=view.turn, phase=phase)


def _aim(words: Words, view: View, context: PageContext) -> list[str]:
    """Who is who, and who wins when."""
    who = "watching" if context.seat is None else "creature" if context.seat == view.creature else "hunted"
    return wrap(words.line(f"aim-{who}", creature=context.name(view.creature)), hang="")


def _tokens(words: Words, view: View) -> list[str]:
    """RULES 13.2, 13.3: what the tokens on the planet do."""
    return wrap(" ".join(words.line(f"does-{token}") for token in EXPLAINED if view.tokens.get(token)))


# -- the others --------------------------------------------------------------------


def _people(words: Words, view: View, context: PageContext) -> list[str]:
    """The Creature in a sentence, the Hunted in a table; beside or below each what else holds."""
    hunter = words.line("facts", name=_who(words, context, view.creature), facts=list(_hunter(words, view, context)))
    places = "may-be" if any(prey.played for prey in view.hunted) else "may-play"
    titles = [words.line(name) for name in ("hunted", "will", "hand", "survival", places, "discard")]
    table = [titles, *[list(_prey(words, view, context, prey)) for prey in view.hunted]]
    widths = [max(len(row[n]) for row in table) for n in range(len(titles))]
    title, *rows = ["  ".join([f"{row[n]:{widths[n]}}" for n in range(len(widths))]).rstrip() for row in table]
    lines = [*wrap(hunter), title]
    for prey, row in zip(view.hunted, rows, strict=True):
        notes = words.line("separator").join(_notes(words, view, prey))
        if notes and len(row) + 2 + len(notes) <= kit.WIDTH:
            lines.append(f"{row}  {notes}")
        else:
            lines += [row, *wrap(notes, indent="  ", hang="  ")]
    return lines


def _who(words: Words, context: PageContext, seat: int) -> str:
    name = context.name(seat)
    return words.line("you", name=name) if seat == context.seat else name


def _hunter(words: Words, view: View, context: PageContext) -> Iterator[str]:
    """What is public about the Creature's cards, and what this reader has seen of them."""
    yield words.line("the-creature", count=view.hunt_hand)
    yield words.line("plays-left", count=view.hunt_plays_left)
    if context.seat != view.creature and view.hunt_known:
        yield words.line("holds", cards=_names(words, view.hunt_known))
    if view.hunt_discard:
        yield words.line("last-hunt", card=words.call(view.hunt_discard[-1]))


def _prey(words: Words, view: View, context: PageContext, prey: Prey) -> Iterator[str]:
    """What is public about a Hunted, and what is left of where they may be: the Creature reckons with that."""
    yield _who(words, context, prey.seat)
    yield from (str(prey.will), str(prey.hand), str(prey.survival))
    yield " ".join(map(str, sorted(_slots(view, prey))))
    if prey.discard is None:
        yield words.line("smoke", count=prey.discarded)
    else:
        yield " ".join([str(slot) for slot, place in enumerate(view.planet, 1) if place in prey.discard]) or "–"


def _notes(words: Words, view: View, prey: Prey) -> Iterator[str]:
    """What holds for a Hunted this turn."""
    if prey.survived:
        yield words.line("has-played")
    if prey.pending != "none":
        yield words.terms[prey.pending]
    if prey.known:
        yield words.line("known", cards=_names(words, prey.known))
    if prey.exposed:
        yield words.line("exposed", cards=_names(words, prey.exposed))
    if prey.named:
        yield words.line("telepathy-yes" if prey.admitted else "telepathy-no", places=_names(words, prey.named))
    if prey.ignores:
        yield words.line("ignores", tokens=_names(words, prey.ignores))
    if view.anticipated == prey.seat:
        yield words.call("anticipation")
    yield from (words.terms[state] for state in ("paralysed", "mired") if getattr(prey, state))


def possible(view: View, prey: Prey) -> list[int]:
    """The slots where a Hunted may be or go, by all that this reader knows (RULES 3.6, 11.5, 16.2)."""
    from_pile = prey.pending == "fjord" and view.phase == "exploration" and not prey.played
    out = {*(() if from_pile else prey.discard or ()), *prey.exposed} - {*prey.known}
    if prey.named and not prey.admitted:
        out |= {*prey.named}
    barred = view.tokens.get("target", ()) if "force_field" in view.in_force else ()
    return [
        slot
        for slot, place in enumerate(view.planet, 1)
        if place in prey.owned and place not in out and slot not in barred
    ]


# -- cards in full -----------------------------------------------------------------


def _hand(words: Words, view: View, context: PageContext) -> list[str]:
    """The reader's Place cards, apart from those that the question shows.

    In phase 1 they come with what they give; later their names are enough.
    """
    asked = _asked(context)
    hand = [] if view.me is None else [place for place in view.me.hand if place not in asked]
    named = _with_gain if view.phase in ("setup", "exploration") else bare
    return wrap(words.line("your-places-are", cards=[named(words, place) for place in hand])) if hand else []


def _asked(context: PageContext) -> set[str]:
    """The cards and places that the question is about."""
    options = {option for ask in context.decisions for option in ask.decision.options}
    return options | {ask.decision.about.get("place", "") for ask in context.decisions}


def _own(words: Words, view: View, context: PageContext) -> Iterator[list[str]]:
    """The reader's other cards with their texts, apart from those that the question shows."""
    asked = _asked(context)
    if context.seat == view.creature:
        yield _cards(words, context, "your-hunt", [card for card in view.hunt_known if card not in asked])
    if view.me is None:
        return
    me = view.me
    played = [place for place in me.played if secretly(view, place) and place not in asked]
    here = [each.card for each in view.presences if each.seat == context.seat and not each.resolved]
    yield _cards(words, context, "your-played", [*played, *[place for place in here if place not in asked]])
    yield _cards(words, context, "your-survival", [card for card in me.survival if card not in asked])


def _cards(words: Words, context: PageContext, title: str, cards: Sequence[str]) -> list[str]:
    lines = [line for card in cards for line in wrap(described(words, context, card), indent="  ", hang="      ")]
    return [heading(words.line(title)), *lines] if lines else []


# -- options -----------------------------------------------------------------------


def option(view: View, context: PageContext, question: Decision, option: str) -> str | None:
    """A slot by its place, with who may be there or what can be done there; a power in full."""
    text = words(FOLDER, context.language)
    if question.kind in ("place-token", "move-token") and option in (*SINGLE, *DOUBLE):
        slots = slots_of(option)
        there = [context.name(prey.seat) for prey in view.hunted if _slots(view, prey).intersection(slots)]
        form = "nobody" if not there else "perhaps" if len(there) <= MOST_NAMED else "perhaps-many"
        return text.line(form, where=_where(text, view, slots), names=there, count=len(there))
    if option in SINGLE:
        place = view.planet[slots_of(option)[0] - 1]
        return None if place is None else described(text, context, place)
    if option in DOUBLE:
        return _where(text, view, slots_of(option))
    if option in ("use", "activate"):
        place = question.about["place"]
        return text.line("named", name=text.call(option), text=described(text, context, place))
    return None


def _where(words: Words, view: View, slots: list[int]) -> str:
    """One slot with its place and what that gives, or two slots with the names of their places."""
    places = [place for slot in slots if (place := view.planet[slot - 1]) is not None]
    if not places:
        return words.call(slot_id(*slots))
    if len(slots) > 1:
        return words.line("named", name=words.call(slot_id(*slots)), text=", ".join(bare(words, p) for p in places))
    return _with_gain(words, places[0])


def _with_gain(words: Words, place: str) -> str:
    return words.line("place-gain", place=bare(words, place), gain=words.line(f"gain-{place}"))


def _slots(view: View, prey: Prey) -> set[int]:
    """Where a Hunted is, or else where they may be as far as the Creature can tell."""
    seen = {each.slot for each in view.presences if each.seat == prey.seat}
    return seen or set(possible(view, prey))


def _names(words: Words, ids: Sequence[str]) -> list[str]:
    return [words.call(id) for id in ids]
