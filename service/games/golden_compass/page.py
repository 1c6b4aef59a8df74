"""The Golden Compass in plain text: the journey with Lyra, tokens and compasses, the players, and the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Final

from service.games.golden_compass.cards import (
    BACK,
    BOX,
    DIRIGIBLE_EXTRA,
    RED_SLOTS,
    SECTORS,
    TOKENS,
    TOWNS,
    TRUTHS,
    Space,
    Town,
)
from service.games.golden_compass.page_choices import option_text
from service.games.golden_compass.page_hand import hand_lines
from service.games.golden_compass.view import FACE_DOWN, Traveller, View
from service.games.kit.decision import Decision, Seat
from service.games.kit.page import (
    PageContext,
    assemble,
    described,
    heading,
    question_block,
    result_lines,
    story_lines,
    title,
    wrap,
)
from service.games.kit.words import Words, words

FOLDER: Final = Path(__file__).parent
SPACES: Final[dict[str, Space]] = {space.id: space for space in BOX.board.track}

QUIET: Final = frozenset({"scored", "picking-order", "dealt-characters", "drew-truths", "chose-colour"})
"""Events that the rest of the page shows."""


def page(view: View, context: PageContext) -> str:
    """The table as one player or a spectator sees it, in words."""
    text = words(FOLDER, context.language)
    return assemble(
        [*title(text, context, now(text, context, view), text.line("title")), *journey(text, context, view)],
        players(text, context, view),
        hand(text, context, view),
        story_lines(text, context, most=8, quiet=QUIET),
        pad(text, context, view),
        result_lines(text, context),
        question_block(text, context, partial(option, view, context)),
    )


def option(view: View, context: PageContext, question: Decision, option: str) -> str | None:
    """An option in words; None leaves it to the words of the game."""
    return option_text(words(FOLDER, context.language), context, view, question, option)


def now(text: Words, context: PageContext, view: View) -> str:
    """The period, and whose turn it is."""
    active = "" if view.active is None else context.name(view.active)
    return text.line("now", period=text.terms[view.period], phase=text.line(f"phase-{view.phase}", name=active))


def hand(text: Words, context: PageContext, view: View) -> list[str]:
    """The reader's hand; its cards are not listed twice when the question is about them."""
    if view.me is None or view.ending is not None:
        return []
    options = {option for ask in context.decisions for option in ask.decision.options}
    return hand_lines(text, view, view.me, listed=bool(view.me.hand) and options.issuperset(view.me.hand))


# -- the board ---------------------------------------------------------------------


def journey(text: Words, context: PageContext, view: View) -> list[str]:
    """The track of the period with Lyra on it, the tokens of its towns, the compasses, and what lies beside it."""
    lines = wrap(" – ".join(stretch(text, view)), indent="  ")
    facts = [tokens_in(text, context, view, town) for town in TOWNS[view.period]]
    if view.phase != "over":
        stock = text.line("stock", dust=view.dust, pile=view.draw_pile, discards=len(view.discards))
        facts += [compasses(text, context, view), dirigible(text, context, view), stock]
    lines += wrap(" ".join(facts), indent="  ")
    if view.phase != "over":
        lines += restless(text, view)
    if view.truths:
        values = [str(TRUTHS[tile]) for tile in view.truths]
        order = [context.name(seat) for seat in view.order]
        lines += wrap(text.line("truths-drawn", values=", ".join(values), names=", ".join(order)), indent="  ")
    elif context.decisions:
        lines += wrap(text.line("reminder"), indent="  ", hang="  ")
    return lines


def stretch(text: Words, view: View) -> Iterator[str]:
    """The spaces of the period, town by town; Lyra stands in brackets."""
    here = [id for id in view.track if SPACES[id].period == view.period or id == view.space]
    lyra = f"[{text.terms['lyra']}]"
    if SPACES[here[0]].type != "town":
        yield f"{lyra} {text.call(here[0])}" if here[0] == view.space else text.call(here[0])
    for town in TOWNS[view.period]:
        spaces = [id for id in here if SPACES[id].town == town]
        yield f"{text.call(town)} {' '.join(lyra if id == view.space else 'o' for id in spaces)}"
    last = here[-1]
    left = view.track.index(last) - view.track.index(view.space)
    yield f"{lyra} {text.call(last)}" if last == view.space else text.line("to-go", space=text.call(last), count=left)


def tokens_in(text: Words, context: PageContext, view: View, town: Town) -> str:
    """The six slots of a town; of a red town the tokens placed, by owner."""
    if town in view.placed:
        placed: dict[Seat, list[str]] = {}
        for each in view.placed[town]:
            placed.setdefault(each.seat, []).append(worth(text, each.token))
        owners = [
            text.line("marked", name=context.name(seat), tokens=", ".join(tokens)) for seat, tokens in placed.items()
        ]
        listed = [text.line("separator").join(owners)] if owners else []
        # RULES D25: the free slots of a town that Lyra has left are closed.
        left = all(view.track.index(id) < view.track.index(view.space) for id in view.track if SPACES[id].town == town)
        free = RED_SLOTS - len(view.placed[town])
        return text.line("placed-closed" if left else "placed", town=text.call(town), tokens=listed, free=free)
    shown = (
        text.line("taken") if token is None else text.line("hidden") if token == FACE_DOWN else worth(text, token)
        for token in view.slots.get(town, ())
    )
    # Neighbours that look the same are named together: "1–3 taken".
    slots = []
    for face, group in groupby(enumerate(shown, start=1), key=itemgetter(1)):
        first, *rest = [n for n, _ in group]
        slots.append(f"{first}–{rest[-1]} {face}" if rest else f"{first} {face}")
    if not any(view.slots.get(town, ())):
        return text.line("no-tokens", town=text.call(town))
    return text.line("slots", town=text.call(town), slots=", ".join(slots))


def worth(text: Words, token: str) -> str:
    """The face of a token: points or an alethiometer."""
    value = TOKENS[token].value
    return text.terms["alethiometer"] if value is None else text.line("points", count=value)


def restless(text: Words, view: View) -> list[str]:
    """RULES D20: a warning in the last round before Lyra moves by herself."""
    seats = len(view.players)
    left = seats + 1 if view.guard is None else view.guard * seats - view.still
    return (
        [] if left > seats or not view.still else wrap(text.line("restless", still=view.still, left=left), indent="  ")
    )


def compasses(text: Words, context: PageContext, view: View) -> str:
    """RULES 7.5, 7.6: the race for the first choice of Truth tiles, as it stands now."""
    seats = len(view.players)

    def rank(player: Traveller) -> tuple[int, int, int]:
        return player.compasses, player.hand, (player.seat - view.first) % seats

    race = [
        f"{context.name(player.seat)} {player.compasses}" for player in sorted(view.players, key=rank, reverse=True)
    ]
    return text.line("race", race=", ".join(race))


def dirigible(text: Words, context: PageContext, view: View) -> str:
    """Who holds the dirigible and what that will cost; or what it would cost, where that matters to the reader."""
    if view.dirigible is None:
        asked = {ask.decision.kind for ask in context.decisions}
        given = view.sector is not None and SECTORS[view.sector].light_blue in ("magisterium", "free_choice")
        why = "choose-ally" in asked or (given and asked & {"choose-colour", "blue-action"})
        return f"{text.line('dirigible-free')} {text.line('dirigible-why')}" if why else text.line("dirigible-free")
    price = view.players[view.dirigible].magisterium + DIRIGIBLE_EXTRA
    return text.line("dirigible", name=context.name(view.dirigible), price=price)


# -- the players -------------------------------------------------------------------


def players(text: Words, context: PageContext, view: View) -> list[str]:
    """Every player in a few lines, the reader first, then in turn order: points, cards, tokens, tiles, the ally."""
    if view.ending is not None:
        return []
    own = None if view.me is None else view.me.seat
    first = view.first if own is None else own
    lines = [heading(text.line("players"))]
    for player in (*view.players[first:], *view.players[:first]):
        mine = player.seat == own
        name = text.line("you", name=context.name(player.seat)) if mine else context.name(player.seat)
        so_far = text.line("so-far", name=name, points=player.score)
        facts = text.line("separator").join(facts_of(text, context, view, player))
        lines += wrap(text.line("player", name=so_far, facts=facts))
    return lines


def facts_of(text: Words, context: PageContext, view: View, player: Traveller) -> Iterator[str]:
    """What everybody sees of a player, and what the reader knows besides."""
    me = view.me if view.me is not None and view.me.seat == player.seat else None
    cards = text.line("cards", count=player.hand)
    known = ", ".join(text.call(card) for card in player.known)
    yield f"{cards} ({text.line('known', cards=known, count=len(player.known))})" if known and me is None else cards
    if player.tokens:
        yield token_facts(text, player.tokens if me is None else me.tokens)
    if me is not None:
        yield text.line("supply", supply=player.supply)
    if player.dust:
        yield text.line("dust-tiles", count=player.dust)
    if player.truths:
        yield text.line("truth-tiles", values="+".join(str(TRUTHS[tile]) for tile in player.truths))
    if player.submitted:
        yield text.line("submitted")
    if player.ally is not None:
        yield text.line("magisterium-value", count=player.magisterium)
        yield text.line("ally", ally=described(text, context, player.ally))


def token_facts(text: Words, tokens: tuple[str, ...]) -> str:
    """Unplaced tokens: the face where it is known, else the town on the back."""
    named = Counter(
        text.line("face", town=text.call(BACK[token]), worth=worth(text, token))
        if token in TOKENS
        else text.call(token)
        for token in tokens
    )
    listed = [f"{n} × {what}" if n > 1 else what for what, n in named.items()]
    return text.line("tokens", tokens=", ".join(listed))


def pad(text: Words, context: PageContext, view: View) -> list[str]:
    """The score pad at the end."""
    if view.ending is None:
        return []
    lines = [heading(text.terms["ending"])]
    for sheet in view.ending:
        told = {"truths": sheet.truths, "points": sheet.points, "alethiometers": sheet.alethiometers}
        seat: Seat = sheet.seat
        said = {"seat": seat, **told, "dust": sheet.dust, "total": sheet.total}
        lines += wrap(text.tell("scored", said, context.names))
    return lines
