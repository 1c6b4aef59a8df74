"""The options of each question in words, with what a player weighs: powers, targets, prices and who has how much."""

from __future__ import annotations

from typing import Final

from service.games.golden_compass.cards import BACK, DIRIGIBLE_EXTRA, LYRA, SECTORS, TOKENS
from service.games.golden_compass.page_hand import brings
from service.games.golden_compass.view import FACE_DOWN, View
from service.games.kit.decision import Decision
from service.games.kit.page import PageContext, described
from service.games.kit.words import Words

ABOUT_A_PLAYER: Final = frozenset({"assign-dirigible", "take-dust-from", "steal-card", "remove-compass"})


def option_text(words: Words, context: PageContext, view: View, question: Decision, option: str) -> str | None:
    """What an option means here; None leaves it to the words of the game."""
    if option in LYRA:
        return words.call(option)
    if question.kind in ABOUT_A_PLAYER:
        return player_text(words, context, view, question.kind, int(option.removeprefix("seat-")))
    match question.kind:
        case "choose-colour":
            return colour_text(words, view, option)
        case "blue-action" if option == "ally":
            return ally_text(words, context, view)
        case "take-token" | "peek":
            return words.line("labelled", label=words.names[option], text=slot_text(words, view, option))
        case "set-kind" if view.me is not None:
            return f"{words.call(option)} ({brings(words, view, view.me, option)})"
        case "place-token":
            return token_text(words, view, option)
        case "steal-token":
            return steal_text(words, context, view, option)
        case "advance":
            return ahead_text(words, view, option)
    return None


def colour_text(words: Words, view: View, colour: str) -> str:
    """What the sector offers in this colour."""
    assert view.sector is not None
    sector = SECTORS[view.sector]
    if colour == "light_blue":
        what = words.line("free-choice") if sector.light_blue == "free_choice" else words.call(sector.light_blue)
        return words.line("choose-light-blue", what=what)
    target = words.call(ahead(view, sector.red.advance))
    return words.line("choose-red" if sector.red.advance else "choose-red-still", draw=sector.red.draw, space=target)


def ally_text(words: Words, context: PageContext, view: View) -> str:
    """The power of the reader's ally."""
    ally = None if view.me is None else view.players[view.me.seat].ally
    return words.call("ally") if ally is None else f"{words.call('ally')} ({described(words, context, ally)})"


def slot_text(words: Words, view: View, option: str) -> str:
    """What is known of the token on a slot of Lyra's town."""
    token = view.slots[view.town][int(option.removeprefix("slot-")) - 1] if view.town else None
    return words.terms[FACE_DOWN] if token is None or token == FACE_DOWN else words.call(token)


def token_text(words: Words, view: View, token: str) -> str:
    """A token to place; what an alethiometer is worth depends on how many tokens its owner has."""
    if TOKENS[token].value is not None or view.me is None:
        return words.call(token)
    placed = sum(each.seat == view.me.seat for town in view.placed.values() for each in town)
    return words.line("alethiometer-worth", token=words.call(token), count=placed + len(view.me.tokens))


def steal_text(words: Words, context: PageContext, view: View, option: str) -> str:
    """Whom to rob, of a token with which back, and among how many chance picks."""
    named, _, town = option.partition("/")
    seat = int(named.removeprefix("seat-"))
    count = sum(BACK.get(token, token) == town for token in view.players[seat].tokens)
    return words.line("steal", name=context.name(seat), town=words.call(town), count=count)


def ahead_text(words: Words, view: View, option: str) -> str:
    """How far Lyra moves, and where she then stands."""
    return f"{words.call(option)} ({words.call(ahead(view, int(option.removeprefix('ahead-'))))})"


def ahead(view: View, steps: int) -> str:
    """The space so many steps on; Lyra never goes beyond the objective of the period."""
    here, last = view.track.index(view.space), view.track.index(f"objective_{view.period}")
    return view.track[min(here + steps, last)]


def player_text(words: Words, context: PageContext, view: View, kind: str, seat: int) -> str:
    """A player with what matters when they are chosen."""
    player = view.players[seat]
    facts = {"cards": player.hand, "dust": player.dust, "compasses": player.compasses}
    price = player.magisterium + DIRIGIBLE_EXTRA
    return words.line(f"weigh-{kind}", name=context.name(seat), price=price, **facts)
