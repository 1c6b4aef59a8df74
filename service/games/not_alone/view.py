"""RULES 10.7: who sees what. Every field is written here by name, so nothing is seen by accident."""

from __future__ import annotations

from msgspec import Struct

from service.games.kit import agenda
from service.games.kit.decision import Picks, Seat
from service.games.not_alone.cards import NUMBER, Token
from service.games.not_alone.pieces import Hunted, Pending, Stage
from service.games.not_alone.rules.exploration import committable
from service.games.not_alone.rules.hunting import to_place
from service.games.not_alone.rules.passive import smokescreen
from service.games.not_alone.state import Phase, State, Winner


class Where(Struct, frozen=True):
    """A Hunted on a slot, with the card played for it. `resolved`: its power was used, or is lost."""

    seat: Seat
    card: str
    slot: int
    resolved: bool


class Prey(Struct, frozen=True):
    """What a viewer sees of a Hunted.

    `hand`, `played` and `survival` are counts. `revealed` are played cards face up, `known` face-down ones that
    were seen to leave the discard pile. `discard` is None while a Smokescreen hides it from this viewer.
    `exposed` are cards that Phobia showed, to the Creature and their owner only. `named` are the two places of
    Telepathy, `admitted` its answer. `acted` says whether a card was committed, or a secret choice sealed.
    """

    seat: Seat
    will: int
    owned: tuple[str, ...]
    hand: int
    played: int
    revealed: tuple[str, ...]
    known: tuple[str, ...]
    discard: tuple[str, ...] | None
    discarded: int
    survival: int
    survived: bool
    pending: Pending
    ignores: tuple[str, ...]
    paralysed: bool
    mired: bool
    exposed: tuple[str, ...]
    named: tuple[str, ...]
    admitted: bool | None
    acted: bool


class Mine(Struct, frozen=True):
    """What a Hunted sees of their own cards.

    `found` are the two of the Shelter. `to_play` counts the Place cards to play face down in this phase 1.
    """

    hand: tuple[str, ...]
    played: tuple[str, ...]
    survival: tuple[str, ...]
    found: tuple[str, ...]
    to_play: int
    submitted: Picks | None


class View(Struct, frozen=True):
    """The table as one viewer sees it.

    `stage` is the step of phase 3 that is running (RULES 8.3). `tokens_left` are Hunt tokens that are available this
    turn and not on the planet yet. `planet` has the place of each slot from 1 to 10, None while it is unrevealed.
    `rescue` and `assimilation` are distances to victory; `track_will` are Rescue spaces that hold a Will. `in_force` is
    what the Hunt cards played act as. `hunt_known` are cards in the Creature's hand that this viewer knows: all of them
    for the Creature, scanned ones for the Hunted. `hunt_bottom` and `pile_bottom` are cards seen to go under a pile.
    """

    turn: int
    phase: Phase
    stage: Stage
    creature: Seat
    side: int
    winner: Winner
    rescue: int
    assimilation: int
    will_reserve: int
    track_will: tuple[int, ...]
    marker: str
    shield: int
    planet: tuple[str | None, ...]
    reserve: dict[str, int]
    tokens: dict[str, tuple[int, ...]]
    tokens_left: tuple[Token, ...]
    ruined: tuple[int, ...]
    inert: bool
    used: tuple[str, ...]
    presences: tuple[Where, ...]
    hunted: tuple[Prey, ...]
    hunt_hand: int
    hunt_known: tuple[str, ...]
    hunt_deck: int
    hunt_bottom: tuple[str, ...]
    hunt_discard: tuple[str, ...]
    hunt_played: tuple[str, ...]
    in_force: tuple[str, ...]
    hunt_plays_left: int
    anticipated: Seat | None
    smokescreen: bool
    despondent: bool
    survival_deck: int
    survival_discard: tuple[str, ...]
    place_pile: int
    pile_bottom: tuple[str, ...]
    place_discard: tuple[str, ...]
    drawn_places: tuple[str, ...]
    expert_will: bool
    labyrinth_variant: bool
    me: Mine | None


def view(s: State, seat: Seat | None) -> View:
    """RULES 7.9, 10.7, D49: what `seat` may see; None is a spectator, who sees no hand."""
    sealed = agenda.sealed(s)
    return View(
        turn=s.turn,
        phase=s.phase,
        stage=s.now.stage,
        creature=s.creature,
        side=s.side,
        winner=s.winner,
        rescue=s.rescue,
        assimilation=s.assimilation,
        will_reserve=s.will_reserve,
        track_will=tuple(s.track),
        marker=s.marker,
        shield=s.shield,
        planet=tuple([s.place(slot) for slot in range(1, 11)]),
        reserve=dict(s.reserve),
        tokens={token: tuple(slots) for token, slots in s.tokens.items()},
        tokens_left=tuple(to_place(s)) if s.phase == "hunting" else (),
        ruined=tuple(s.now.ruined),
        inert=s.now.inert,
        used=tuple(s.now.used),
        presences=tuple([Where(each.seat, each.card, each.slot, each.spent) for each in s.presences]),
        hunted=tuple([_prey(s, hunted, seat, hunted.seat in sealed) for hunted in s.hunted]),
        hunt_hand=len(s.hunt_hand),
        hunt_known=_hunt_known(s, seat),
        hunt_deck=len(s.hunt_deck),
        hunt_bottom=tuple(s.hunt_deck[len(s.hunt_deck) - s.sunk :]),
        hunt_discard=tuple(s.hunt_discard),
        hunt_played=tuple(s.now.played),
        in_force=tuple(s.now.in_force),
        hunt_plays_left=s.hunt_plays_left(),
        anticipated=s.now.anticipated,
        smokescreen=smokescreen(s),
        despondent=s.despondent,
        survival_deck=len(s.survival_deck),
        survival_discard=tuple(s.survival_discard),
        place_pile=len(s.place_pile),
        pile_bottom=tuple(s.place_pile[len(s.place_pile) - s.sunk_places :]),
        place_discard=tuple(s.place_discard),
        drawn_places=tuple(s.drawn_places),
        expert_will=s.variants.expert_will,
        labyrinth_variant=s.variants.labyrinth_variant,
        me=_mine(s, s.at(seat), sealed.get(seat)) if seat is not None and seat != s.creature else None,
    )


def sees_piles(s: State, seat: Seat | None) -> bool:
    """RULES 17.5, D49: behind a Smokescreen only the Hunted see the discard piles."""
    return not smokescreen(s) or (seat is not None and seat != s.creature)


def _prey(s: State, hunted: Hunted, viewer: Seat | None, sealed: bool) -> Prey:
    piles, turn = sees_piles(s, viewer), hunted.turn
    owned = sorted(hunted.hand + hunted.played + hunted.discard, key=lambda place: NUMBER[place])
    return Prey(
        seat=hunted.seat,
        will=hunted.will,
        owned=tuple(owned),
        hand=len(hunted.hand),
        played=len(hunted.played),
        revealed=tuple(hunted.open),
        known=tuple(hunted.known) if piles else (),
        discard=tuple(hunted.discard) if piles else None,
        discarded=len(hunted.discard),
        survival=len(hunted.survival),
        survived=turn.survived,
        pending=hunted.pending,
        ignores=tuple(turn.ignores),
        paralysed=turn.paralysed,
        mired=turn.mired,
        exposed=tuple(turn.exposed) if viewer in (s.creature, hunted.seat) else (),
        named=tuple(turn.named),
        admitted=turn.admitted if turn.named else None,
        acted=sealed or (s.phase == "exploration" and bool(hunted.played)),
    )


def _hunt_known(s: State, viewer: Seat | None) -> tuple[str, ...]:
    if viewer is None:
        return ()
    return tuple(s.hunt_hand if viewer == s.creature else s.scanned)


def _mine(s: State, hunted: Hunted, submitted: Picks | None) -> Mine:
    return Mine(
        hand=tuple(hunted.hand),
        played=tuple(hunted.played),
        survival=tuple(hunted.survival),
        found=tuple(hunted.found),
        to_play=len(committable(s, hunted)[1]) if s.phase == "exploration" and not hunted.played else 0,
        submitted=submitted,
    )
