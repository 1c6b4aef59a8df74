"""What the platform needs to know about a game, and nothing else."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final, Generic, Literal, TypeVar, cast, get_args

import msgspec
from msgspec import Struct

from service.games.kit import agenda
from service.games.kit.agenda import GameState
from service.games.kit.bots import Bot, RandomBot
from service.games.kit.decision import SAY, Answer, Decision, Illegal, Seat
from service.games.kit.dice import Dice
from service.games.kit.event import Event
from service.games.kit.page import PageContext, described, generic
from service.games.kit.texts import HiddenMeaning, Library
from service.games.kit.words import LANGUAGES, Words, words

PLAYER: Final = "player"
"""The role of everybody in a game that knows no other."""

Contest = Literal["competitive", "cooperative", "one-against-all"]
"""Who plays against whom: each against each, all against the game, or one seat against the others."""


class BadOptions(ValueError):
    """The table cannot be opened like this; `field` says which option is wrong."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class Result(Struct, frozen=True):
    """How it ended. `places` has each seat's place, 1 the best; tied seats share one.

    A co-operative game has every seat among the winners, or none.
    """

    winners: tuple[Seat, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...] = ()
    reason: str = ""


class Room(Struct, frozen=True):
    """A place to talk: who may speak and who hears. Spectators hear what is said in a `public` room."""

    name: str
    speak: tuple[Seat, ...]
    hear: tuple[Seat, ...]
    public: bool = True


S = TypeVar("S", bound=GameState[Any])
V = TypeVar("V", bound=Struct)
O = TypeVar("O", bound=Struct)  # noqa: E741


class Game(ABC, Generic[S, V, O]):
    """One board game. Write `setup`, `view`, `result`, and `redeal` if anything is hidden; the agenda does the rest."""

    name: ClassVar[str]
    seats: ClassVar[range]
    modes: ClassVar[tuple[str, ...]]
    rules_version: ClassVar[int]
    state_type: type[S]
    view_type: type[V]
    options_type: type[O]
    story: ClassVar[Mapping[str, type[Struct]]]
    """The data of each kind of event, for the documentation and the laws."""
    kinds: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """What the strings in views, events and decisions are, for programs that show them: a kind (`card`, `place` …) to
    the names of its fields. An event may differ: `peeked.slots`. `text` is what people read as it is."""
    told_once: ClassVar[frozenset[str]] = frozenset()
    """Kinds of event that a viewer receives once, when they happen; nobody can read them again before `told_anew`."""
    told_anew: ClassVar[str] = ""
    """After an event of this kind, or the end, earlier events that were told once can be read again."""
    told_until: ClassVar[str] = ""
    """After an event of this kind nobody needs what was told once before it: it is not repeated to agents."""
    library: ClassVar[Library | None] = None
    """The texts that the game is played in, if any; players may upload more of them."""
    text_options: ClassVar[tuple[str, ...]] = ()
    """The options that name a text of the library."""
    bots: ClassVar[Mapping[str, Bot]] = {"random": RandomBot()}
    """The built-in players by level, weakest first."""
    substitute: ClassVar[str] = "random"
    """The level that plays on for a person whose time has run out."""
    card_decisions: ClassVar[frozenset[str]] = frozenset()
    """Kinds of decisions whose options are cards, places or tiles to take: statistics count how each of them did."""
    dealt_kinds: ClassVar[frozenset[str]] = frozenset()
    """Kinds of cards that statistics count although nobody chooses them; see `dealt_cards`."""

    @abstractmethod
    def setup(self, seats: int, dice: Dice, options: O) -> S:
        """Lay out the table; leave the first steps on the agenda."""

    @abstractmethod
    def view(self, s: S, seat: Seat | None) -> V:
        """Build what `seat` may see, field by field; None is a spectator."""

    def page(self, view: V, context: PageContext) -> str:
        """The table as plain text, from what the reader may see and nothing else."""
        return generic(self.words(context.language), view, context)

    def option_text(self, view: V, context: PageContext, question: Decision, option: str) -> str:
        """What an option means to this reader: its name, what the card does, what it would bring."""
        return described(self.words(context.language), context, option)

    def event_text(self, event: Event, context: PageContext) -> str:
        """One event as a sentence."""
        return self.words(context.language).tell(event.kind, event.data, context.names)

    @abstractmethod
    def result(self, s: S) -> Result | None:
        """How the game ended, or None while it goes on."""

    def redeal(self, s: S, seat: Seat | None, random: Random) -> None:
        """Deal anew, in place, all that `seat` cannot see, so that the table looks the same to it.

        This is all there is to do where nothing is hidden but chance and the answers given in secret.
        """
        s.dice = Dice(f"{random.getrandbits(64):016x}")
        agenda.reseal(s, seat, random)

    def cards(self) -> Any:
        """The facts of all cards, as they are served to clients; every card has an `id` and a `source`."""
        return {}

    def card_of(self, s: S, kind: str, option: str) -> str | None:
        """The card that an option of one of the `card_decisions` stands for; None if it is no card, such as `pass`."""
        return option if option in self.words(LANGUAGES[0]).cards else None

    def combinations(self, s: S, answer: Answer) -> tuple[str, Iterable[str], Iterable[str]] | None:
        """Where cards are taken together, what statistics also count: a kind, what was possible, and what was taken."""
        return None

    def dealt_cards(self, s: S) -> Iterable[tuple[str, Seat, str]]:
        """Of a finished game: the cards of the `dealt_kinds` that each seat had, as kind, seat and card."""
        return ()

    def roles(self, s: S) -> tuple[str, ...]:
        """What each seat plays as, where seats are not alike; seats of one role win and lose together."""
        return (PLAYER,) * s.seats

    def rooms(self, s: S) -> tuple[Room, ...]:
        """Where players may talk now. The plain table: everyone to everyone."""
        everyone = tuple(range(s.seats))
        return (Room("table", everyone, everyone),)

    talk_counts: ClassVar[bool] = False
    """Speech is part of this game: it goes through `speak` and stands among the answers of the replay."""

    def speak(self, s: S, seat: Seat, room: str, text: str) -> list[Event]:
        """Where speech counts: what is heard of it, by whom, and what it changes. Illegal refuses it."""
        raise Illegal("no-talk", "speech is no part of this game")

    def check_speech(self, s: S, seat: Seat, room: str, text: str) -> None:
        """Raise Illegal if this must not be said now; nothing changes and no chance is drawn."""
        raise Illegal("no-talk", "speech is no part of this game")

    def talk_policy(self, s: S, seat: Seat | None) -> dict[str, Any] | None:
        """Where speech counts: what this seat may say now, for programs; nothing about anybody else."""
        return None

    def hidden_meaning(self, s: S) -> HiddenMeaning | None:
        """The sentence that the winners found in the text and may publish; None if there is none."""
        return None

    def without(self, s: S, forfeits: frozenset[Seat]) -> Result | None:
        """How the game ends because these seats gave up, or None if the others play on.

        A team plays on as long as one of its players is there, and has lost when all have left.
        """
        left = [seat for seat in range(s.seats) if seat not in forfeits]
        if self.contest == "cooperative":
            return None if left else Result(winners=(), places=(2,) * s.seats, reason="forfeit")
        if len(left) > 1:
            return None
        places = tuple(2 if seat in forfeits else 1 for seat in range(s.seats))
        return Result(winners=tuple(left), places=places, reason="forfeit")

    # -- the same for every game ---------------------------------------------------

    def options(self, raw: Mapping[str, Any]) -> O:
        """The options as the game knows them; BadOptions names the one that is wrong."""
        try:
            return msgspec.convert(dict(raw), type=self.options_type)
        except msgspec.ValidationError as wrong:
            text, _, path = str(wrong).partition(" - at `$.")
            raise BadOptions(path.strip("`"), text) from None

    def texts(self, options: Mapping[str, Any]) -> dict[str, str]:
        """The texts that these options name, by option."""
        named = {option: options.get(option) for option in self.text_options}
        return {option: text for option, text in named.items() if isinstance(text, str) and text}

    def missing_texts(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Those of them that must be added to the library before a table with these options is loaded."""
        library = self.library
        return () if library is None else tuple(t for t in self.texts(options).values() if not library.at_hand(t))

    def begin(self, seats: int, seed: str, options: Mapping[str, Any] | None = None) -> tuple[S, list[Event]]:
        """A fresh table, run on to its first question, and what happened on the way."""
        if seats not in self.seats:
            raise BadOptions("seats", f"{self.name} is for {self.seats[0]} to {self.seats[-1]} players")
        s = self.setup(seats, Dice(seed), self.options(options or {}))
        return s, agenda.settle(s)

    def new(self, seats: int, seed: str, options: Mapping[str, Any] | None = None) -> S:
        """A fresh table, run on to its first question."""
        return self.begin(seats, seed, options)[0]

    def decisions(self, s: S) -> list[Decision]:
        """Every question open now. Empty means the game is over."""
        return agenda.decisions(s)

    def questions(self, s: S) -> dict[str, Decision]:
        """The open questions by name."""
        return agenda.questions(s)

    def check(self, s: S, answer: Answer) -> None:
        """Raise Illegal unless this answer may be given now; nothing changes."""
        if answer.kind == SAY:
            self.check_speech(s, answer.seat, *answer.picks)
        else:
            agenda.check(s, answer)

    def apply(self, s: S, answer: Answer) -> list[Event]:
        """Take one answer in place; what happened is returned. Illegal leaves the state untouched."""
        if answer.kind == SAY:
            return self.speak(s, answer.seat, *answer.picks)
        return agenda.apply(s, answer)

    def save(self, s: S) -> bytes:
        """The state as bytes."""
        return self._encoder.encode(s)

    def load(self, raw: bytes) -> S:
        """The state back from its bytes."""
        return self._decoder.decode(raw)

    def imagine(self, s: S, seat: Seat | None, random: Random) -> S:
        """Another table that looks the same to `seat`, with all it cannot see dealt anew."""
        imagined = self.copy(s)
        self.redeal(imagined, seat, random)
        return imagined

    def copy(self, s: S) -> S:
        """Another table just like this one."""
        return self.load(self.save(s))

    @cached_property
    def contest(self) -> Contest:
        """Who plays against whom, which is one of the game's modes."""
        [found] = [mode for mode in self.modes if mode in get_args(Contest)]
        return cast(Contest, found)

    @cached_property
    def folder(self) -> Path:
        """Where the game's cards, words and rules lie."""
        return Path(str(sys.modules[type(self).__module__].__file__)).parent

    def words(self, language: str) -> Words:
        """All the game says, in this language."""
        return words(self.folder, language)

    @cached_property
    def _encoder(self) -> msgspec.msgpack.Encoder:
        return msgspec.msgpack.Encoder()

    @cached_property
    def _decoder(self) -> msgspec.msgpack.Decoder[S]:
        return msgspec.msgpack.Decoder(self.state_type)
