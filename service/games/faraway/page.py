"""Faraway in plain text: the rows with what they are worth now, the market, the hand, what each choice would bring."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from service.games.faraway.cards import CLUES, NUMBER, REGIONS, SANCTUARIES
from service.games.faraway.rules import LAST_ROUND
from service.games.faraway.scoring import Seen, nothing, reveal, score
from service.games.faraway.view import Traveller, View
from service.games.kit.decision import Decision
from service.games.kit.page import (
    SHORT,
    WIDTH,
    PageContext,
    assemble,
    described,
    heading,
    packed,
    question_block,
    result_lines,
    story_lines,
    title,
    wrap,
)
from service.games.kit.words import Words, words

FOLDER: Final = Path(__file__).parent

QUIET: Final = frozenset(
    {"market-revealed", "saw-sanctuaries", "scored", "round-began", "turn-order", "found-sanctuaries"}
)
"""Events that the rest of the page shows."""

IN_ROWS: Final = frozenset({"explored", "placed-sanctuary", "kept-sanctuary"})
"""What the rows show too: left out where there are many."""

MANY: Final = 4
"""With more players than this the page stays short: no icons of the others, cards share lines, less is told."""

EXPLAINED: Final = 3
"""With many players, how cards are read is explained in so many rounds."""


def page(view: View, context: PageContext) -> str:
    """The table as one player or a spectator sees it, in words."""
    return _Page(view, context).text()


def option(view: View, context: PageContext, question: Decision, option: str) -> str | None:
    """An option in words."""
    return _Page(view, context).option(question, option)


class _Page:
    """One view on its way to a page."""

    def __init__(self, view: View, context: PageContext) -> None:
        self.view, self.context = view, context
        self.words: Words = words(FOLDER, context.language)
        self.mine = None if view.me is None else view.players[view.me.seat]
        self.short = WIDTH if len(view.players) > MANY else SHORT
        self.asked = {ask.decision.kind for ask in context.decisions}

    def text(self) -> str:
        """All parts of the page, from the board to the question."""
        view, words = self.view, self.words
        now = words.line("now", round=view.round, phase=words.terms[view.phase])
        return assemble(
            title(words, self.context, now),
            self.my_row(),
            [*self.others(), *self.table()],
            self.cards("market", view.market, "take-region"),
            self.cards("hand", () if view.me is None else view.me.hand, "explore", "keep-regions"),
            self.cards("found", () if view.me is None else view.me.found, "keep-sanctuary"),
            story_lines(words, self.context, quiet=QUIET if self.short == SHORT else QUIET | IN_ROWS),
            self.pad(),
            result_lines(words, self.context),
            question_block(words, self.context, self.shown, self.short),
        )

    def my_row(self) -> list[str]:
        """Every region of the reader with what it is worth now, the sanctuaries, and how rows are counted."""
        if self.mine is None or self.view.phase == "over":
            return []
        words, mine = self.words, self.mine
        sheet = score(mine.row, mine.sanctuaries)
        lines = [heading(words.line("your-row", total=sheet.total) if mine.row else words.line("no-row"))]
        placed = []
        for place, (id, points) in enumerate(zip(mine.row, sheet.regions, strict=True)):
            placed.append(f"{place + 1}. {id}  {words.cards[id].text} [{self.worth(mine, place, points)}]")
        if self.short == SHORT:
            lines += [line for text in placed for line in wrap(text, indent="  ", hang="     ")]
            placed = []
        for id, points in zip(mine.sanctuaries, sheet.sanctuaries, strict=True):
            placed.append(f"+  {id}  {words.cards[id].text} [{words.line('now-worth', points=points)}]")
        lines += packed(placed, self.short)
        if mine.row:
            lines += wrap(words.line("icons", what=self.icons(mine)))
        if self.asked:
            explained = [words.line("reading")] if self.short == SHORT or self.view.round <= EXPLAINED else []
            lines += wrap(" ".join([*explained, *self.hint(mine)]), hang="")
        return lines

    def hint(self, mine: Traveller) -> list[str]:
        """What the number of the next region decides."""
        if not mine.row:
            return [self.words.line("first-finds"), self.words.line("lowest-chooses")]
        if self.view.round == LAST_ROUND and "explore" not in self.asked:
            return []
        sentences = [self.words.line("finds", number=NUMBER[mine.row[-1]], count=1 + mine.clues)]
        return sentences if self.view.round == LAST_ROUND else [*sentences, self.words.line("lowest-chooses")]

    def worth(self, player: Traveller, place: int, points: int) -> str:
        """What a region of a row brings now, or which of the wonders it needs are not visible yet."""
        region = REGIONS[player.row[place]]
        seen = visible(player.row[place:], player.sanctuaries)
        lacking = [self.words.line(wonder, count=n - seen[wonder]) for wonder, n in region.needs if seen[wonder] < n]
        if lacking:
            return self.words.line("lacks", what=", ".join(lacking))
        return self.words.line("now-worth", points=points)

    def icons(self, player: Traveller) -> str:
        """All icons of a player, with their number."""
        seen = visible(player.row, player.sanctuaries)
        return ", ".join(self.words.line(icon, count=n) for icon, n in seen.items() if n) or self.words.line("no-icons")

    def others(self) -> list[str]:
        """Everybody else in a few lines: row, sanctuaries, icons, worth, and what is known of the hand."""
        if self.view.phase == "over":
            return []
        lines = [heading(self.words.line("players" if self.mine is None else "others"))]
        for player in self.view.players:
            if self.mine is None or player.seat != self.mine.seat:
                facts = self.words.line("separator").join(self.facts(player))
                name = self.context.name(player.seat)
                lines += wrap(self.words.line("other", name=name, row=facts))
        return lines

    def facts(self, player: Traveller) -> Iterable[str]:
        """What everybody sees of a player, piece by piece."""
        line = self.words.line
        if player.row:
            yield line("other-row", numbers=[str(NUMBER[id]) for id in player.row])
            if player.sanctuaries:
                yield line("other-sanctuaries", sanctuaries=player.sanctuaries)
            if len(self.view.players) <= MANY:
                yield self.icons(player)
            yield line("other-worth", total=score(player.row, player.sanctuaries).total)
        else:
            yield line("other-nothing")
        known = [str(NUMBER[id]) for id in player.known]
        hand = line("other-hand", count=player.hand)
        yield f"{hand} ({line('other-known', cards=known, count=len(known))})" if known else hand
        if player.found:
            yield line("other-found", count=player.found)
        if player.submitted:
            yield line("other-submitted")

    def cards(self, part: str, ids: Sequence[str], *asked: str) -> list[str]:
        """Cards that lie here in full, unless the question lists them anyway."""
        if not ids or self.asked & set(asked) or self.view.phase == "over":
            return []
        texts = (f"{id}  {self.words.cards[id].text}" for id in ids)
        return [heading(self.words.line(part)), *packed(texts, self.short)]

    def table(self) -> list[str]:
        """The piles, the order of turns, and an answer that is not revealed yet."""
        view, words = self.view, self.words
        if view.phase == "over":
            return []
        facts = [words.line("piles", deck=view.deck, pile=view.pile)]
        if view.order:
            facts.insert(0, words.line("order", names=[self.context.name(seat) for seat in view.order]))
        lines = wrap(" ".join(facts))
        if view.me is not None and view.me.submitted:
            lines += wrap(words.line("chosen", cards=[words.call(id) for id in view.me.submitted]))
        return lines

    def option(self, question: Decision, option: str) -> str | None:
        """A card to choose, with its name and what it would bring at once."""
        return self.noted(question, option, described(self.words, self.context, option))

    def shown(self, question: Decision, option: str) -> str:
        """A card to choose on the page, where its id stands before it."""
        return self.noted(question, option, self.words.cards[option].text)

    def noted(self, question: Decision, option: str, text: str) -> str:
        """The text of an option with what it would bring at once."""
        mine = self.mine
        if mine is None or question.kind == "keep-regions":
            return text
        if question.kind == "keep-sanctuary":
            total = score(mine.row, (*mine.sanctuaries, option)).total
            return f"{text} [{self.words.line('as-sanctuary', total=total)}]"
        total = score((*mine.row, option), mine.sanctuaries).total
        if mine.row and NUMBER[option] > NUMBER[mine.row[-1]]:
            count = 1 + mine.clues + CLUES[option]
            return f"{text} [{self.words.line('as-next-finds', count=count, total=total)}]"
        return f"{text} [{self.words.line('as-next', total=total)}]"

    def pad(self) -> list[str]:
        """The score pad at the end."""
        if self.view.ending is None:
            return []
        lines = [heading(self.words.line("pad"))]
        for seat, sheet in enumerate(self.view.ending.sheets):
            player = self.view.players[seat]
            regions = [f"{NUMBER[id]} ({n})" for id, n in zip(player.row, sheet.regions, strict=True)]
            others = [f"{id} ({n})" for id, n in zip(player.sanctuaries, sheet.sanctuaries, strict=True)]
            said = {"name": self.context.name(seat), "total": sheet.total, "regions": regions, "sanctuaries": others}
            lines += wrap(self.words.line("pad-line", **said))
        return lines


def visible(row: Sequence[str], sanctuaries: Sequence[str]) -> Seen:
    """The icons on these regions and sanctuaries."""
    seen = nothing()
    for card in (*(REGIONS[id] for id in row), *(SANCTUARIES[id] for id in sanctuaries)):
        reveal(card, seen)
    return seen
