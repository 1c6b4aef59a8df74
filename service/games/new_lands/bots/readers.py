"""RULES D45: how each level reads, and what it makes of the four themes in front of it."""

from __future__ import annotations

from typing import Any

from service.games.kit.bots import Thinking
from service.games.kit.decision import Decision, Picks
from service.games.new_lands import constraints
from service.games.new_lands.bots import expedition, sense
from service.games.new_lands.rules.reading import constraint
from service.games.new_lands.rules.scouting import directions
from service.games.new_lands.state import State
from service.games.new_lands.turn import Direction


class Sharp:
    """RULES D45: takes the theme that the words speak of most; among equals it chooses on its own, by chance."""

    def choose(self, game: Any, imagined: State, question: Decision, thinking: Thinking) -> Picks:
        """What the question is about decides who answers it: the reader, or the traveller."""
        match question.kind:
            case "set-compass":
                return expedition.set_compass(imagined, self.direction(imagined, self.passage(imagined), thinking))
            case "vote-exploration":
                return (self.direction(imagined, self.heard(imagined), thinking), "confirm")
            case "know-how":
                aim = self.direction(imagined, self.passage(imagined), thinking)
                return expedition.use_know_how(imagined, imagined.around[aim])
            case _:
                return expedition.answer(imagined, question)

    def passage(self, s: State) -> str:
        """What the Scout goes by: the original lines."""
        return " ".join(line.text for line in s.now().passage)

    def heard(self, s: State) -> str:
        """What a member of the Group goes by: the reading, and the Prompter's word."""
        return " ".join([*s.now().reading, s.now().clue or ""])

    def direction(self, s: State, text: str, thinking: Thinking) -> Direction:
        """The way to the theme of the text."""
        found = sense.by_direction(s, text)
        best = max(found.values())
        return thinking.random.choice([direction for direction in directions(s) if found[direction] == best])


class Plain(Sharp):
    """Draws among the themes, each as likely as what speaks for it and a little more."""

    def direction(self, s: State, text: str, thinking: Thinking) -> Direction:
        """Weights of score + 1."""
        found, ways = sense.by_direction(s, text), directions(s)
        [way] = thinking.random.choices(ways, [found[direction] + 1 for direction in ways])
        return way


class Dozy(Sharp):
    """Dreams one time in four, and says whatever comes to mind."""

    def direction(self, s: State, text: str, thinking: Thinking) -> Direction:
        """At random one time in four."""
        if thinking.random.random() < 0.25:
            return thinking.random.choice(directions(s))
        return Sharp.direction(self, s, text, thinking)


class Keen(Sharp):
    """Reads what the Group will hear before it sets the compass, and knows a word that is spelled backwards."""

    def passage(self, s: State) -> str:
        """The words that survive the constraint; the original only where nothing does."""
        original = [line.text for line in s.now().passage]
        clue = s.now().clue or ""
        left = " ".join([*constraints.apply(constraint(s), original, s.language), clue])
        return both_ways(left) if any(sense.by_direction(s, both_ways(left)).values()) else Sharp.passage(self, s)

    def heard(self, s: State) -> str:
        return both_ways(Sharp.heard(self, s))


def both_ways(text: str) -> str:
    """The text, and its words backwards: in Palindropolis every second word is."""
    return f"{text} {' '.join(word[::-1] for word in text.split())}"
