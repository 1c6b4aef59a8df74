"""The sentences a bot says, in the language it hears."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from service.games.kit.decision import Seat
from service.games.kit.words import Words, words
from service.games.mountains_of_madness.bots.hearing import Ear
from service.games.mountains_of_madness.bots.planning import Plan
from service.games.mountains_of_madness.bots.prose import Told
from service.games.mountains_of_madness.state import State
from service.games.mountains_of_madness.vocabulary import Kind

_FOLDER = Path(__file__).parent.parent


class Sentences:
    """What one bot says at one moment; the turn and the seat choose between sentences that mean the same."""

    def __init__(self, s: State, seat: Seat, ear: Ear) -> None:
        self._words: Words = words(_FOLDER, "fr" if ear.french else "en")
        self._names: Mapping[Seat, str] = {other: player.character for other, player in enumerate(s.players)}
        self._chance = s.turn + seat

    def cards(self, offers: Sequence[Told], pledges: Sequence[Told]) -> str:
        """I have a 4 and a 6 in tools."""
        said = []
        if offers:
            said.append(self._words.line(f"guide-offers-{self._chance % 3 + 1}", cards=self._listed(offers)))
        if pledges:
            said.append(self._words.line("guide-pledges", cards=self._listed(pledges)))
        return " ".join(said)

    def _listed(self, cards: Iterable[Told]) -> str:
        """A 4 and a 6 in tools; a 3 in books."""
        w, listed = self._words, []
        for kind, some in groupby(sorted(cards), key=lambda card: card[0]):
            values = [w.line("guide-value", value=value) for _, value in some]
            listed.append(w.line("guide-of-kind", values=values, kind=w.terms[kind]))
        return w.line("guide-separator").join(listed)

    def nothing(self) -> str:
        """Nothing here for this place."""
        return self._words.line(f"guide-nothing-{self._chance % 2 + 1}")

    def lacks(self, kinds: Iterable[Kind]) -> str:
        """No books here, sorry."""
        return self._words.line("guide-lacks", kinds=[self._words.terms[kind] for kind in kinds])

    def which(self, seat: Seat, kinds: Iterable[Kind]) -> str:
        """Ada, which values in books?"""
        return self._words.line(
            "guide-which", name=self._names[seat], kinds=[self._words.terms[kind] for kind in kinds]
        )

    def plan(self, plan: Plan, of: Iterable[Seat]) -> str:
        """My plan: Ada tools 4; Bruno tools 5, books 3+3. Agreed?"""
        w, parts = self._words, []
        for seat in of:
            cards = [
                w.line("guide-cards", kind=w.terms[kind], values="+".join(str(value) for _, value in some))
                for kind, some in groupby(sorted(plan.part(seat).elements()), key=lambda card: card[0])
            ]
            if cards:
                parts.append(w.line("guide-part", name=self._names[seat], cards=", ".join(cards)))
        return w.line("guide-plan", parts=w.line("guide-separator").join(parts)) if parts else w.line("guide-no-plan")
