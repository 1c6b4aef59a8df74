"""The table of New Lands as a page of text, for the Scout, a member of the Group or a spectator."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from service.games.kit import page as kit
from service.games.kit.decision import Decision, Seat
from service.games.kit.page import Ask, PageContext, described, heading, wrap
from service.games.kit.words import Words, words
from service.games.new_lands.cards import MISSIONS
from service.games.new_lands.sketch import numbered, rose, theme, voiced, way
from service.games.new_lands.story import ONCE
from service.games.new_lands.view import Explorer, View

FOLDER: Final = Path(__file__).parent
SHOWN: Final = ONCE | {
    *("turn-began", "exploration-laid", "mission-laid", "set-compass", "voted-for", "passage-revealed"),
    *("ready", "confirmed", "listened"),
}
"""Events that the page shows in another way; and the passages of all turns, which are too many for a page."""
AT_THE_END: Final = frozenset({"hidden-meaning", "ranked"})
"""Events that the page of a finished game shows in another way."""
LISTS: Final = {"mis_comptine": "number", "mis_racines": "roots"}
"""Missions that go by a word list too long for the card (RULES D44)."""
DISCUSSED: Final = frozenset({"mission_vote", "exploration_vote"})
"""In these phases the Group speaks about what it has heard."""
KNOW_HOW: Final = frozenset({"know-how", "measure-step", "draw-peripetia"})
"""Questions in which the Scout may use their know-how."""


def page(view: View, context: PageContext) -> str:
    """RULES D38: the way, the explorations, the missions, the passage for those who may see it, and the question."""
    text = words(FOLDER, context.language)
    shown = msgspec.structs.replace(context, decisions=tuple(map(_short, context.decisions)))
    return kit.assemble(
        [*kit.title(text, context, _now(text, view)), *_roles(text, view, context)],
        [*way(text, view, context), *rose(text, view)],
        _missions(text, view, context),
        _players(text, view, context),
        *_passage(text, view, context),
        _votes(text, view, context),
        kit.story_lines(text, context, most=8, quiet=_shown(view, context)),
        _ending(text, view),
        _talk(text, view, context),
        kit.question_block(text, shown, partial(option, view, context)),
    )


def _now(words: Words, view: View) -> str:
    return words.line("now", turn=view.turn, phase=words.terms[view.phase]) if view.turn else words.terms[view.phase]


def _roles(words: Words, view: View, context: PageContext) -> list[str]:
    """What everybody plays for, the book, and who reads and who listens."""
    said = words.line("book", title=view.book.title, author=view.book.author)
    if view.ending is not None:
        return wrap(said, hang="")
    if view.now is None:
        roles = words.line("no-scout")
    else:
        scout = view.now.scout
        group = [name for seat, name in enumerate(context.names) if seat != scout]
        navigator = context.name(view.now.navigator)
        roles = words.line("roles", scout=context.name(scout), group=group, navigator=navigator)
    aim = words.line("aim-domains" if view.setup.domains else "aim")
    # The title matters when the table opens and for the Hidden Meaning.
    titled = view.turn <= 1 or any(ask.decision.kind == "vote-meaning" for ask in context.decisions)
    return [*wrap(aim, hang=""), *wrap(f"{said} {roles}" if titled else roles, hang="")]


def _shown(view: View, context: PageContext) -> frozenset[str]:
    """The events that the page need not tell."""
    shown = SHOWN if context.seat is None else SHOWN | {"voted"}
    if view.now is not None:
        # Who is the Scout stands above.
        shown |= {"nominated", "declined", "named-nobody"}
    return shown if view.ending is None else shown | AT_THE_END


# -- missions and players ----------------------------------------------------------


def _missions(words: Words, view: View, context: PageContext) -> list[str]:
    """RULES 4.8: the missions that are held, in full for those who listen; the others by name."""
    asked = {option for ask in context.decisions for option in ask.decision.options}
    lines, named = [], [words.call(mission) for mission in view.row if mission not in asked]
    for player in view.players:
        if player.mission is None or player.mission in asked:
            continue
        if view.scouting is not None:
            named.append(_held(words, context, player.seat, words.call(player.mission)))
        else:
            text = _held(words, context, player.seat, _mission(words, view, player.mission))
            lines += wrap(text, indent="  ", hang="      ")
    if named:
        lines += wrap(words.line("on-table", missions=named), hang="")
    won = [_named(words, view, mission) for mission in view.missions]
    won += [words.call(card) for card in (*view.explorations, *view.peripeties)]
    if won:
        lines += wrap(words.line("in-book" if view.explorations else "in-book-missions", cards=won), hang="")
    return [heading(words.line("missions")), *lines] if lines else []


def _mission(words: Words, view: View, mission: str) -> str:
    """A mission in full, as it holds in this book."""
    text = words.cards[mission].text
    if view.setup.language == words.language:
        text = text.partition(words.line("other-book"))[0]
    return f"{_named(words, view, mission)} — {text}"


def _named(words: Words, view: View, mission: str) -> str:
    """The name of a mission, with module IV also its domain."""
    if not view.setup.domains:
        return words.call(mission)
    domain = words.terms[MISSIONS[mission].domain] if mission in MISSIONS else words.line("any-domain")
    return f"{words.call(mission)} ({domain})"


def _held(words: Words, context: PageContext, seat: Seat, mission: str) -> str:
    return f"{mission} ({words.line('taken', name=context.name(seat))})"


def _players(words: Words, view: View, context: PageContext) -> list[str]:
    """A few words about each player."""
    each = []
    for player in view.players:
        name = context.name(player.seat)
        who = words.line("you", name=name) if player.seat == context.seat else name
        each.append(words.line("facts", name=who, facts=list(_facts(words, player))))
    return [heading(words.line("players")), *kit.packed(each, kit.WIDTH)]


def _facts(words: Words, player: Explorer) -> Iterator[str]:
    yield words.line("has-scouted", count=player.scouted)
    if player.character is not None:
        name = words.call(player.character)
        yield name if player.know_how else words.line("know-how-used", character=name)
    if player.done:
        yield words.line("done")


# -- the passage -------------------------------------------------------------------


def _passage(words: Words, view: View, context: PageContext) -> Iterator[list[str]]:
    """RULES 4.5, 4.9: the Scout sees the passage during the turn; the Group sees what it has just heard."""
    mine = view.scouting
    if mine is not None and view.now is not None:
        if mine.peripetia is not None:
            yield wrap(words.line("your-peripetia", card=described(words, context, mine.peripetia)))
        character = view.players[view.now.scout].character
        if character is not None and any(ask.decision.kind in KNOW_HOW for ask in context.decisions):
            yield wrap(words.line("your-know-how", card=described(words, context, character)))
        if mine.passage:
            lines = numbered(voiced(mine.passage, mine.paragraphs))
            yield [heading(words.line("passage", page=view.now.page)), *lines]
        if mine.compass is not None and view.now.chosen is None:
            name = theme(words, view.around[mine.compass])
            yield [words.line("your-compass", direction=words.call(mine.compass), exploration=name)]
    yield _heard(words, context)


def _heard(words: Words, context: PageContext) -> list[str]:
    """What was read to this reader since their last answer, line by line."""
    lines: tuple[str, ...] = ()
    clue = []
    for event in context.story:
        match event.kind:
            case "heard":
                lines = tuple(event.data["lines"])
            case "line-read":
                lines = (*(() if event.data["line"] == 1 else lines), event.data["text"])
            case "clue":
                clue = [words.line("clue", word=event.data["word"])]
    return [heading(words.line("you-hear")), *numbered(lines), *clue] if lines else clue


# -- votes, the end, options -------------------------------------------------------


def _votes(words: Words, view: View, context: PageContext) -> list[str]:
    """RULES D38: players see the votes, spectators who has voted."""
    if view.ballot is None or not view.ballot.voted:
        return []
    if view.ballot.votes is None:
        return wrap(words.line("voted", names=[context.name(seat) for seat in view.ballot.voted]))
    votes = [
        words.line("vote", name=context.name(seat), choice=_choice(words, view, choice))
        for seat, choice in sorted(view.ballot.votes.items())
    ]
    return wrap(words.line("votes", votes=votes))


def _talk(words: Words, view: View, context: PageContext) -> list[str]:
    """RULES D38, D46: who has seen the passage is silent until the compass is shown; the Group talks freely."""
    if view.scouting is not None and view.scouting.passage and view.now is not None and view.now.chosen is None:
        return wrap(words.line("talk-silent"), hang="")
    discusses = context.seat is not None and view.scouting is None and view.phase in DISCUSSED
    return wrap(words.line("talk-group"), hang="") if discusses else []


def _choice(words: Words, view: View, choice: str) -> str:
    """What was voted for: a direction by its exploration."""
    return next((theme(words, view.around[way]) for way in view.around if way == choice), words.call(choice))


def _ending(words: Words, view: View) -> list[str]:
    """RULES 6.1, 6.3, 6.5, 7.20: all have won or lost, the Hidden Meaning, and the rank."""
    if view.ending is None:
        return []
    lines = [heading(words.line("over")), words.line("won" if view.ending.won else "lost")]
    if view.ending.points is not None:
        lines += wrap(words.line("scored", points=view.ending.points, rank=words.call(f"rank-{view.ending.rank}")))
    if view.ending.meaning is not None:
        meaning = view.ending.meaning
        lines += [words.line("meaning", page=meaning.page), *wrap(meaning.sentence, indent="  ", hang="  ")]
    return lines


def _short(ask: Ask) -> Ask:
    """The Prompter names a line and a word on it: of so many options the first of each kind is shown."""
    options = ask.decision.options
    kept = tuple(each for each in options if not each.startswith(("line-", "word-")) or each.endswith("-1"))
    return ask if kept == options else Ask(ask.id, msgspec.structs.replace(ask.decision, options=kept))


def option(view: View, context: PageContext, question: Decision, option: str) -> str | None:
    """A direction by its exploration, a mission as it holds in this book."""
    text = words(FOLDER, context.language)
    match option:
        case "N" | "E" | "S" | "W" if option in view.around:
            card = view.around[option]
            return text.call(card) if question.kind == "know-how" else described(text, context, card)
        case "line-1" | "word-1" if len(question.options) < len(_asked(context, option).options):
            kind = option.removesuffix("1")
            last = [each for each in _asked(context, option).options if each.startswith(kind)][-1]
            return text.line(f"{kind}range", last=last)
        case "letters":
            return text.line("pay-letters", count=question.about["letters"], left=view.letters)
        case _ if option in MISSIONS:
            return _mission_option(text, view, context, question, option)
    return None


def _asked(context: PageContext, option: str) -> Decision:
    """The question with all of its options, which the page shortens."""
    return next(ask.decision for ask in context.decisions if option in ask.decision.options)


def _mission_option(words: Words, view: View, context: PageContext, question: Decision, mission: str) -> str:
    """A mission among the options: its text where that matters, who holds it, and its word list when it is tried."""
    full = question.kind in ("take-mission", "vote-mission")
    text = _mission(words, view, mission) if full else _named(words, view, mission)
    holder = next((player.seat for player in view.players if player.mission == mission), None)
    if holder is not None and question.kind == "take-mission":
        # RULES D60: it stays among the options, since it may come back at any moment.
        text += f" ({words.line('taken-now', name=context.name(holder))})"
    elif holder is not None:
        text = _held(words, context, holder, text)
    if question.kind == "vote-mission" and mission in LISTS:
        text += " " + words.line("words-of-list", words=words.terms[f"list-{LISTS[mission]}-{view.setup.language}"])
    return text
