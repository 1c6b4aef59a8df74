"""RULES D38: who sees what. Every field is written here by name, so nothing is seen by accident."""

from __future__ import annotations

from msgspec import Struct

from service.games.kit.decision import Seat
from service.games.new_lands.books.book import Card
from service.games.new_lands.cards import EXPLORATIONS, PERIPETIES
from service.games.new_lands.facts import Difficulty, Domain, Language, Mode
from service.games.new_lands.passage import lines
from service.games.new_lands.rules.choice import ChooseScout
from service.games.new_lands.rules.ending import points, rank_number
from service.games.new_lands.rules.exploration import SaveExploration
from service.games.new_lands.rules.preparation import Preparation
from service.games.new_lands.rules.reading import Hearing, Listen
from service.games.new_lands.rules.scouting import looked_at
from service.games.new_lands.rules.votes import Vote
from service.games.new_lands.state import Phase, State
from service.games.new_lands.turn import Direction, Meaning, Read


class Setup(Struct, frozen=True):
    """What was chosen when the table was opened; `letters` and `start` are the reserve and the page at the start."""

    mode: Mode
    difficulty: Difficulty
    language: Language
    peripeties: bool
    characters: bool
    domains: bool
    ranks: bool
    timed: bool
    letters: int
    start: int | None


class Back(Struct, frozen=True):
    """The back of the pile's top exploration: its theme is on the other side."""

    advance: int
    domain: Domain


class Explorer(Struct, frozen=True):
    """What everybody sees of a player. `done`: ready, confirmed, or otherwise waiting for the others."""

    seat: Seat
    character: str | None
    know_how: bool
    mission: str | None
    scouted: int
    done: bool


class Ballot(Struct, frozen=True):
    """An open vote: on what, who has voted; and for what, which outsiders learn when it is closed.

    In a vote on a loss `exploration` is what was lost, and `due` the letters that it costs.
    """

    question: str
    choices: tuple[str, ...]
    exploration: str | None
    due: int | None
    voted: tuple[Seat, ...]
    votes: dict[Seat, str] | None


class Nominations(Struct, frozen=True):
    """The choice of the Scout so far: who proposes whom, and who would rather not (RULES D18)."""

    proposed: dict[Seat, Seat]
    declined: tuple[Seat, ...]


class Now(Struct, frozen=True):
    """The turn, as the whole table sees it. The compass is shown once the Group has chosen.

    `times` is how often the passage is read aloud; `discards` says who wants to discard which mission (RULES 7.17).
    """

    number: int
    scout: Seat
    navigator: Seat
    page: int
    modifier: int | None
    compass_set: bool
    compass: Direction | None
    chosen: Direction | None
    tried: str | None
    fulfilled: bool | None
    heard: tuple[Seat, ...]
    times: int
    discards: dict[Seat, str]


class Scouting(Struct, frozen=True):
    """For the Scout's eyes only. `paragraphs` says on which lines a paragraph begins."""

    passage: tuple[str, ...]
    paragraphs: tuple[bool, ...]
    reading: tuple[str, ...]
    compass: Direction | None
    peripetia: str | None
    looked_at: tuple[str, ...]
    clue: str | None


class Passage(Struct, frozen=True):
    """The original lines of a turn, for everybody when the game is over (RULES D39)."""

    turn: int
    lines: tuple[str, ...]
    paragraphs: tuple[bool, ...]


class Ending(Struct, frozen=True):
    """How it ended; points and rank (1 to 7) with module V."""

    won: bool
    meaning: Meaning | None
    passages: tuple[Passage, ...]
    points: int | None
    rank: int | None


class View(Struct, frozen=True):
    """The table as one viewer sees it; the city stays hidden until the Camp is there (RULES 5.2).

    Of the passage the Group sees nothing: it is heard, once.
    """

    book: Card
    setup: Setup
    phase: Phase
    turn: int
    camp: int
    city_page: int
    city: str | None
    letters: int
    around: dict[Direction, str]
    pile: int
    pile_top: Back | None
    row: tuple[str, ...]
    missions: tuple[str, ...]
    explorations: tuple[str, ...]
    peripeties: tuple[str, ...]
    peripetia_pile: int
    peripetia_top: int | None
    lost_explorations: tuple[str, ...]
    lost_missions: tuple[str, ...]
    lost_peripeties: tuple[str, ...]
    read: tuple[Read, ...]
    players: tuple[Explorer, ...]
    now: Now | None
    nominations: Nominations | None
    ballot: Ballot | None
    scouting: Scouting | None
    seat: Seat | None
    ending: Ending | None


def view(s: State, seat: Seat | None) -> View:
    """What `seat` may see; None is a spectator."""
    done = _done(s)
    return View(
        book=s.text().card(),
        setup=_setup(s),
        phase=s.phase,
        turn=s.turns,
        camp=s.camp,
        city_page=s.city_page,
        city=s.city if s.arrived else None,
        letters=s.letters,
        around=dict(s.around),
        pile=len(s.pile),
        pile_top=_back(s),
        row=tuple(s.row),
        missions=tuple(s.missions),
        explorations=tuple(s.found),
        peripeties=tuple(s.peripeties),
        peripetia_pile=len(s.peripetia_pile),
        peripetia_top=PERIPETIES[s.peripetia_pile[0]].advance_modifier if s.peripetia_pile else None,
        lost_explorations=tuple(s.lost),
        lost_missions=tuple(s.lost_missions),
        lost_peripeties=tuple(s.lost_peripeties),
        read=tuple(s.read),
        players=tuple(
            Explorer(n, player.character, player.know_how, player.mission, player.scouted, n in done)
            for n, player in enumerate(s.players)
        ),
        now=_now(s),
        nominations=_nominations(s),
        ballot=_ballot(s, seat),
        scouting=_scouting(s, seat),
        seat=seat,
        ending=_ending(s),
    )


def _setup(s: State) -> Setup:
    options = s.options
    return Setup(
        mode=options.mode,
        difficulty=options.level,
        language=s.language,
        peripeties=options.peripeties,
        characters=options.characters,
        domains=options.domains,
        ranks=options.ranks,
        timed=options.timed,
        letters=options.letters or 0,
        start=s.start,
    )


def _back(s: State) -> Back | None:
    if not s.pile:
        return None
    top = EXPLORATIONS[s.pile[0]]
    return Back(top.advance, top.domain)


def _done(s: State) -> frozenset[Seat]:
    """Who waits for the others."""
    top = s.agenda[-1] if s.agenda else None
    if isinstance(top, Preparation):
        return frozenset(top.ready)
    if isinstance(top, Vote | ChooseScout | Listen | Hearing):
        return frozenset(top.closed)
    return frozenset()


def _now(s: State) -> Now | None:
    turn = s.turn
    if turn is None:
        return None
    return Now(
        number=turn.number,
        scout=turn.scout,
        navigator=s.group()[0],
        page=turn.page,
        modifier=PERIPETIES[turn.peripetia].advance_modifier if turn.peripetia else None,
        compass_set=turn.compass is not None,
        compass=turn.compass if turn.chosen else None,
        chosen=turn.chosen,
        tried=turn.tried,
        fulfilled=turn.fulfilled,
        heard=tuple(sorted(turn.heard)),
        times=turn.times,
        discards=_discards(s),
    )


def _discards(s: State) -> dict[Seat, str]:
    top = s.agenda[-1] if s.agenda else None
    return dict(top.discards) if isinstance(top, Preparation) else {}


def _nominations(s: State) -> Nominations | None:
    top = s.agenda[-1] if s.agenda else None
    if not isinstance(top, ChooseScout):
        return None
    return Nominations(dict(top.nominations), tuple(top.declined))


def _ballot(s: State, seat: Seat | None) -> Ballot | None:
    top = s.agenda[-1] if s.agenda else None
    if not isinstance(top, Vote):
        return None
    about = top.about(s) if isinstance(top, SaveExploration) else {}
    return Ballot(
        question=top.question,
        choices=top.choices(s),
        exploration=about.get("exploration"),
        due=about.get("letters"),
        voted=tuple(sorted(top.votes)),
        votes=None if seat is None else dict(top.votes),
    )


def _scouting(s: State, seat: Seat | None) -> Scouting | None:
    turn = s.turn
    if turn is None or turn.scout != seat:
        return None
    return Scouting(
        passage=tuple(line.text for line in turn.passage),
        paragraphs=tuple(line.start for line in turn.passage),
        reading=turn.reading,
        compass=turn.compass,
        peripetia=turn.peripetia,
        looked_at=tuple(looked_at(s)) if turn.stage == "flair" else (),
        clue=turn.clue,
    )


def _ending(s: State) -> Ending | None:
    if s.phase != "finished":
        return None
    score = points(s) if s.options.ranks else None
    passages = tuple(_passage(s, read) for read in s.read)
    return Ending(s.won, s.meaning, passages, score, None if score is None else rank_number(score))


def _passage(s: State, read: Read) -> Passage:
    shown = lines(s.text(), read.page, read.lines)
    return Passage(read.turn, tuple(line.text for line in shown), tuple(line.start for line in shown))
