"""RULES 5.5, 7.5, D30: who may see what. Every field is written here by name, so nothing is seen by accident."""

from __future__ import annotations

from msgspec import Struct

from service.games.kit.decision import Seat
from service.games.mountains_of_madness.cards import BOX, TILES, Face, Reward, Trial, kind_of, value_of
from service.games.mountains_of_madness.expedition import Encounter, Faced, Heard, Outcome, Placed, Player
from service.games.mountains_of_madness.rules.failures import Apply, Roll
from service.games.mountains_of_madness.state import Ending, Phase, State


class Explorer(Struct, frozen=True):
    """What everybody sees of a player. `ignored` madness cards do not apply this turn; `placed` lie on the sled."""

    seat: Seat
    character: str
    hand: int
    level: int
    madness: int
    ignored: int
    relics: tuple[str, ...]
    placed: int
    ready: bool
    done: bool


class Card(Struct, frozen=True):
    """A card of one's own. What madness hides is None; `at` is how it is named when it is placed."""

    at: str
    card: str | None
    kind: str | None
    value: int | None


class Place(Struct, frozen=True):
    """The place that is faced. Trials that madness hides are left out, and with them all that would name the tile."""

    tile: str | None
    trials: tuple[Trial, ...]
    masked: bool
    reward: Reward | None
    timer: int
    sand: int
    silent: bool
    placed: tuple[Placed, ...]
    """Face up from the resolution on; before that only the numbers are known."""
    failed: tuple[str, ...]
    """The failed trials whose consequence is still to come."""
    outcomes: tuple[Outcome, ...]
    """How each trial ended, from the resolution on."""


class Searched(Struct, frozen=True):
    """RULES 6.5: a tile that all look at, while the timer of the search runs."""

    space: str
    tile: str


class Mine(Struct, frozen=True):
    """What a player sees of his own: hand, cards on the sled, madness, and what he heard and said."""

    seat: Seat
    hand: tuple[Card, ...]
    placed: tuple[Card, ...]
    madness: tuple[str, ...]
    former: tuple[str, ...]
    held: str
    messages_left: int | None


class Finale(Struct, frozen=True):
    """After the end: how it went, and everybody's madness and hand."""

    ending: Ending
    difference: int | None
    madness: tuple[tuple[str, ...], ...]
    hands: tuple[tuple[str, ...], ...]


class View(Struct, frozen=True):
    """The table as one viewer sees it."""

    phase: Phase
    turn: int
    leader: Seat
    limit: int
    airplane: str | None
    tiles: tuple[str, ...]
    """The spaces that still hold a tile."""
    gone: tuple[str, ...]
    sled: int
    spent: int
    boxed: int
    draw: int
    discard: tuple[str, ...]
    wounds: int
    esoteric: tuple[str, ...]
    relics: tuple[str, ...]
    piles: tuple[int, ...]
    players: tuple[Explorer, ...]
    place: Place | None
    last: Faced | None
    """The latest place that was resolved."""
    rolled: Face | None
    rolled_for: str | None
    """The failed trial that the die was rolled for."""
    searched: Searched | None
    heard: tuple[Heard, ...]
    me: Mine | None
    finale: Finale | None


def view(s: State, seat: Seat | None) -> View:
    """What `seat` may see; None is a spectator."""
    encounter = s.encounter
    return View(
        phase=s.phase,
        turn=s.turn,
        leader=s.leader,
        limit=s.limit,
        airplane=s.airplane,
        tiles=tuple(sorted(s.board)),
        gone=tuple(s.gone),
        sled=s.sled,
        spent=s.spent,
        boxed=s.boxed,
        draw=len(s.draw),
        discard=tuple(s.discard),
        wounds=len(s.wounds),
        esoteric=tuple(s.esoteric),
        relics=tuple(s.relics),
        piles=tuple(len(pile) for pile in s.piles),
        players=tuple(_explorer(n, player, encounter) for n, player in enumerate(s.players)),
        place=None if encounter is None else _place(s, encounter, seat),
        last=s.last,
        rolled=s.rolled,
        rolled_for=_rolled_for(s),
        searched=None if s.searched is None else Searched(s.searched, s.board[s.searched]),
        heard=() if encounter is None else _heard(encounter, seat),
        me=None if seat is None else _mine(s, seat),
        finale=_finale(s),
    )


def _explorer(seat: Seat, player: Player, encounter: Encounter | None) -> Explorer:
    return Explorer(
        seat=seat,
        character=player.character,
        hand=len(player.hand),
        level=player.level,
        madness=len(player.madness),
        ignored=player.ignored,
        relics=tuple(player.relics),
        placed=0 if encounter is None else sum(each.seat == seat for each in encounter.placed),
        ready=encounter is not None and seat in encounter.ready,
        done=encounter is not None and seat in encounter.done,
    )


def _place(s: State, encounter: Encounter, seat: Seat | None) -> Place:
    rule = None if seat is None or s.phase != "encounter" else s.players[seat].mad.tile
    trials = s.trials()
    if rule is not None:
        trials = () if rule.hide == "all" else trials[:-1]
    tile = encounter.tile if rule is None else None
    return Place(
        tile=tile,
        trials=trials,
        masked=rule is not None,
        reward=None if tile is None else TILES[tile].reward,
        timer=encounter.timer,
        sand=encounter.sand,
        silent=encounter.silent,
        placed=tuple(encounter.placed) if encounter.revealed else (),
        failed=tuple(encounter.failed),
        outcomes=s.last.outcomes if encounter.revealed and s.last is not None else (),
    )


def _rolled_for(s: State) -> str | None:
    """RULES 6.11: the trial of the roll that is still to be applied."""
    rolls = [step for step in s.agenda if isinstance(step, Roll | Apply)]
    return rolls[-1].kind if rolls and s.rolled is not None else None


def _heard(encounter: Encounter, seat: Seat | None) -> tuple[Heard, ...]:
    return tuple(encounter.overheard if seat is None else encounter.voices[seat].heard)


def _mine(s: State, seat: Seat) -> Mine:
    player, encounter = s.players[seat], s.encounter
    # What madness hides while the timer runs is seen again when the sand has run out.
    hide = player.mad.hand.hide if s.phase == "encounter" and player.mad.hand is not None else None
    own = [] if encounter is None else [each.card for each in encounter.placed if each.seat == seat]
    left = None
    if encounter is not None and not s.timed:
        left = BOX.defaults.relaxed_messages_per_player - encounter.voices[seat].sent
    return Mine(
        seat=seat,
        hand=tuple(_card(n, card, hide) for n, card in enumerate(player.hand, start=1)),
        placed=tuple(_card(n, card, hide) for n, card in enumerate(own, start=1)),
        madness=tuple(player.madness),
        former=tuple(player.former),
        held="" if encounter is None else encounter.voices[seat].held,
        messages_left=left,
    )


def _card(n: int, card: str, hide: str | None) -> Card:
    if hide is None:
        return Card(f"card-{n}", card, kind_of(card), value_of(card))
    return Card(f"card-{n}", None, kind_of(card) if hide == "values" else None, None)


def _finale(s: State) -> Finale | None:
    if s.ending is None:
        return None
    return Finale(
        ending=s.ending,
        difference=s.difference,
        madness=tuple((*player.former, *player.madness) for player in s.players),
        hands=tuple(tuple(player.hand) for player in s.players),
    )
