"""What is told while a game goes on: the data of each kind of event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from service.games.kit.decision import Seat


class Told(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that happened."""


class Nothing(Told, frozen=True):
    """That it happened is all there is to say."""


class Somebody(Told, frozen=True):
    """Somebody did it."""

    seat: Seat


class Count(Told, frozen=True):
    """So many."""

    count: int


class CampPitched(Told, frozen=True):
    """Scout and Camp are in the book, and so is the city."""

    page: int
    city_page: int
    letters: int


class TookCharacter(Told, frozen=True):
    """A character tile is taken, used, or turned back."""

    seat: Seat
    character: str


class TurnBegan(Told, frozen=True):
    """A turn begins with the choice of the Scout."""

    turn: int


class Nominated(Told, frozen=True):
    """Somebody proposes a Scout; `seats` is the one they propose."""

    seat: Seat
    seats: tuple[Seat, ...]


class VotedFor(Told, frozen=True):
    """To the players only: an open vote."""

    seat: Seat
    choice: str


class VoteClosed(Told, frozen=True):
    """Who has voted for what."""

    seats: tuple[Seat, ...]
    choices: tuple[str, ...]


class HeldMission(Told, frozen=True):
    """Somebody does something with a mission."""

    seat: Seat
    mission: str


class OneMission(Told, frozen=True):
    """A mission is laid out, or goes."""

    mission: str


class SawPeripeties(Told, frozen=True):
    """To the Scout only: the top of the péripéties."""

    peripeties: tuple[str, ...]


class DrewPeripetia(Told, frozen=True):
    """The Scout drew a péripétie; so many sheets more."""

    seat: Seat
    modifier: int


class OnePeripetia(Told, frozen=True):
    """Which péripétie: to the Scout when drawn, to all when the turn ends."""

    peripetia: str


class Advanced(Told, frozen=True):
    """The Scout turned so many sheets and is on this page."""

    seat: Seat
    sheets: int
    page: int


class SteppedBack(Told, frozen=True):
    """The Scout went back rather than read a page again."""

    seat: Seat
    page: int


class SawPassage(Told, frozen=True):
    """To the Scout only: the passage."""

    page: int
    lines: tuple[str, ...]


class SetCompass(Told, frozen=True):
    """To the Scout only: where the compass points."""

    direction: str


class ExplorationSwapped(Told, frozen=True):
    """The Collector discards an exploration."""

    direction: str
    lost: str


class ExplorationLaid(Told, frozen=True):
    """An exploration is laid out."""

    direction: str
    exploration: str


class PassageRevealed(Told, frozen=True):
    """The original lines of a turn that is over; `paragraphs` says on which of them a paragraph begins."""

    turn: int
    page: int
    lines: tuple[str, ...]
    paragraphs: tuple[bool, ...] = ()


class ReadingBegan(Told, frozen=True):
    """The Scout begins to read aloud, once or twice."""

    seat: Seat
    times: int


class Reads(Told, frozen=True):
    """To the Scout only: what the Group will hear."""

    lines: tuple[str, ...]


class Heard(Told, frozen=True):
    """To one member of the Group, once: the reading."""

    lines: tuple[str, ...]


class LineRead(Told, frozen=True):
    """To the Group, once: one more line."""

    line: int
    text: str


class Clue(Told, frozen=True):
    """To the Group: the Prompter's word."""

    word: str


class CompassRevealed(Told, frozen=True):
    """The Group has chosen, and the compass is shown."""

    seat: Seat
    compass: str
    group: str


class Explored(Told, frozen=True):
    """Scout and Group agree: the Camp moves to this page."""

    exploration: str
    page: int


class CityReached(Told, frozen=True):
    """The Camp is in the city, and its constraint is known."""

    city: str
    page: int


class ExplorationsLost(Told, frozen=True):
    """Scout and Group differ: both explorations are lost."""

    explorations: tuple[str, ...]


class MissionGiven(Told, frozen=True):
    """A mission from the book is given for a lost exploration."""

    mission: str
    exploration: str


class LostLetters(Told, frozen=True):
    """Letters left the reserve; in defeat they were due and there were none."""

    letters: int
    left: int


class HiddenMeaning(Told, frozen=True):
    """The sentence won."""

    exploration: str
    page: int
    sentence: str


class Ranked(Told, frozen=True):
    """Module V: points and rank."""

    points: int
    rank: str


STORY: Final[Mapping[str, type[Struct]]] = {
    "camp-pitched": CampPitched,
    "took-character": TookCharacter,
    "turn-began": TurnBegan,
    "nominated": Nominated,
    "declined": Somebody,
    "named-nobody": Somebody,
    "scout-chosen": Somebody,
    "ready": Somebody,
    "took-mission": HeldMission,
    "put-mission-back": HeldMission,
    "wants-to-discard": HeldMission,
    "mission-discarded": OneMission,
    "saw-peripeties": SawPeripeties,
    "drew-peripetia": DrewPeripetia,
    "saw-peripetia": OnePeripetia,
    "advanced": Advanced,
    "stepped-back": SteppedBack,
    "saw-passage": SawPassage,
    "compass-set": Somebody,
    "set-compass": SetCompass,
    "used-know-how": TookCharacter,
    "exploration-swapped": ExplorationSwapped,
    "reading-began": ReadingBegan,
    "reads": Reads,
    "heard": Heard,
    "listened": Somebody,
    "line-read": LineRead,
    "clue": Clue,
    "voted": Somebody,
    "voted-for": VotedFor,
    "confirmed": Somebody,
    "vote-closed": VoteClosed,
    "no-mission-tried": Nothing,
    "mission-fulfilled": HeldMission,
    "mission-failed": HeldMission,
    "know-how-back": TookCharacter,
    "compass-revealed": CompassRevealed,
    "explored": Explored,
    "city-reached": CityReached,
    "explorations-lost": ExplorationsLost,
    "mission-given": MissionGiven,
    "lost-letters": LostLetters,
    "defeated": LostLetters,
    "peripetia-revealed": OnePeripetia,
    "passage-revealed": PassageRevealed,
    "exploration-laid": ExplorationLaid,
    "mission-laid": OneMission,
    "explorations-reshuffled": Count,
    "missions-reshuffled": Count,
    "city-explored": Nothing,
    "hidden-meaning": HiddenMeaning,
    "ranked": Ranked,
}

ONCE: Final = frozenset({"saw-passage", "reads", "heard", "line-read", "clue"})
"""RULES 4.9, D40: the words of the book. They are told once and cannot be looked up again before the game ends."""
