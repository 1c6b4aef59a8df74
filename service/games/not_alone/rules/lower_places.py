"""RULES, chapters 3 and 15: the powers of the places numbered 6 to 10, base and Exploration side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.kit.agenda import Choose
from service.games.kit.decision import Answer, Decision
from service.games.not_alone.planet import seat_id, seat_of, space_id, space_of
from service.games.not_alone.rules.hands import (
    KeepSurvival,
    TakeBack,
    can_draw_survival,
    discard_survival,
    draw_survival,
    return_played,
    take_back,
    tell_pile,
    unplay,
)
from service.games.not_alone.rules.passive import persecution
from service.games.not_alone.rules.powers import Use, power
from service.games.not_alone.rules.target_step import Arrive
from service.games.not_alone.rules.tracks import Heal, Rescue, healable, pay_will
from service.games.not_alone.rules.upper_places import (
    always,
    come_back,
    double_play,
    none_pending,
    partners,
    something_returns,
    this_card,
)
from service.games.not_alone.rules.where import accessible_cards

if TYPE_CHECKING:
    from service.games.not_alone.state import State


# -- 6. Swamp and Mangrove ---------------------------------------------------------

power("swamp", when=something_returns)(come_back)


@power("mangrove", when=something_returns)
def mangrove(s: State, use: Use, _: str) -> None:
    """RULES D59.4: as the Jungle, and one other Hunted takes back a card; alone, take a second one yourself."""
    if persecution(s):
        s.plan(Share(use.seat, this_card(s, use), persecuted=True))
        return
    # The own cards come first, so they are planned on top.
    if len(s.hunted) > 1:
        s.plan(Share(use.seat))
    come_back(s, use, "use")


class Share(Choose):
    """RULES D32, D59.4: one other Hunted takes back a card of their choice.

    Under Persecution that card is the only one: it may instead be this card or one of the own discard pile.
    """

    this: str = ""
    persecuted: bool = False

    def ask(self, s: State) -> Decision | None:
        options = [seat_id(seat) for seat in partners(s, self.seat)]
        if self.persecuted:
            options += [*s.at(self.seat).discard, *([self.this] if self.this else [])]
        return Decision("share", self.seat, (*options, "nothing")) if options else None

    def take(self, s: State, answer: Answer) -> None:
        hunted, pick = s.at(self.seat), answer.pick
        if pick.startswith("seat-"):
            s.plan(TakeBack(seat_of(pick), 1))
        elif pick == self.this:
            return_played(s, hunted, pick)
        elif pick != "nothing":
            take_back(s, hunted, (pick,))


# -- 7. Shelter and Archipelago -----------------------------------------------------


def something_to_draw(s: State, use: Use) -> tuple[str, ...]:
    """Despair and empty piles leave nothing to draw."""
    return ("use",) if can_draw_survival(s) else ()


@power("shelter", when=something_to_draw)
def shelter(s: State, use: Use, _: str) -> None:
    """RULES 15.7: draw two Survival cards, keep one."""
    hunted = s.at(use.seat)
    hunted.found = draw_survival(s, hunted, 2)
    s.plan(KeepSurvival(use.seat))


def draw_or_barter(s: State, use: Use) -> tuple[str, ...]:
    """Under Despair the draw is skipped and the optional part remains."""
    barter = s.at(use.seat).survival and healable(s, use.seat, "archipelago")
    return ("use",) if can_draw_survival(s) or barter else ()


@power("archipelago", when=draw_or_barter)
def archipelago(s: State, use: Use, _: str) -> None:
    """RULES 3.8, D59.5: draw a Survival card; then one may be discarded to heal somebody."""
    hunted = s.at(use.seat)
    if can_draw_survival(s):
        hunted.survival += draw_survival(s, hunted, 1)
    s.plan(Barter(use.seat))


class Barter(Choose):
    """RULES 3.8, D59.5: a Survival card from hand for one Will of a Hunted who lacks some."""

    def ask(self, s: State) -> Decision | None:
        held = s.at(self.seat).survival
        if not held or not healable(s, self.seat, "archipelago"):
            return None
        return Decision("barter", self.seat, ("nothing", *held))

    def take(self, s: State, answer: Answer) -> None:
        if answer.pick != "nothing":
            discard_survival(s, s.at(self.seat), answer.pick)
            s.plan(Heal(self.seat, "archipelago"))


# -- 8. Wreck and Pole --------------------------------------------------------------


@power("wreck", when=always)
def wreck(s: State, use: Use, _: str) -> None:
    """RULES 13.7, 15.8: Rescue goes forward; once per turn."""
    s.plan(Rescue(1, use.seat))


def some_will(s: State, use: Use) -> tuple[str, ...]:
    """RULES D25: without Will nothing can be paid."""
    return ("use",) if s.at(use.seat).will else ()


@power("pole", when=some_will)
def pole(s: State, use: Use, _: str) -> None:
    """RULES 3.10, D59.6: pay one Will, even the last, and Rescue goes forward two spaces; once per turn."""
    pay_will(s, s.at(use.seat), 1)
    s.plan(Rescue(2, use.seat))


# -- 9. Source and Fungi ------------------------------------------------------------


def heal_or_draw(s: State, use: Use) -> tuple[str, ...]:
    """Somebody to heal, something to draw."""
    offered = ("heal",) if healable(s, use.seat, "source") else ()
    return (*offered, "draw") if can_draw_survival(s) else offered


@power("source", when=heal_or_draw)
def source(s: State, use: Use, choice: str) -> None:
    """RULES 15.9: a Hunted with 1 or 2 Will recovers one, or draw a Survival card."""
    if choice == "heal":
        s.plan(Heal(use.seat, "source"))
    else:
        hunted = s.at(use.seat)
        hunted.survival += draw_survival(s, hunted, 1)


def free_spaces(s: State) -> list[int]:
    """RULES 3.11: empty Rescue spaces strictly between the counter and victory."""
    return [space for space in range(s.rescue - 1, 0, -1) if space not in s.track]


def seed_or_draw(s: State, use: Use) -> tuple[str, ...]:
    """RULES 3.13: Will in the reserve and a free space, something to draw."""
    offered = ("seed-will",) if s.will_reserve and free_spaces(s) else ()
    return (*offered, "draw") if can_draw_survival(s) else offered


@power("fungi", when=seed_or_draw)
def fungi(s: State, use: Use, choice: str) -> None:
    """RULES 3.11, D59.7: put Will on the Rescue track, or draw a Survival card."""
    if choice == "draw":
        source(s, use, "draw")
    else:
        s.plan(SeedWill(use.seat))


class SeedWill(Choose):
    """RULES 3.11: one or two Will from the reserve on empty Rescue spaces ahead, one per space."""

    def ask(self, s: State) -> Decision:
        spaces = tuple([space_id(space) for space in free_spaces(s)])
        return Decision("seed-will", self.seat, spaces, most=min(2, s.will_reserve, len(spaces)))

    def take(self, s: State, answer: Answer) -> None:
        spaces = [space_of(pick) for pick in answer.picks]
        s.will_reserve -= len(spaces)
        s.track = sorted([*s.track, *spaces], reverse=True)
        s.tell("will-seeded", seat=self.seat, spaces=tuple(spaces))


# -- 10. Artefact and Portal --------------------------------------------------------

power("artefact", when=none_pending)(double_play)


def somewhere_to_go(s: State, use: Use) -> tuple[str, ...]:
    """RULES D34: a card of an accessible place in hand."""
    return ("use",) if accessible_cards(s, s.at(use.seat).hand) else ()


@power("portal", when=somewhere_to_go)
def portal(s: State, use: Use, _: str) -> None:
    """RULES 3.17: discard this card now and play another one face up."""
    s.plan(Teleport(use.seat, use.at, use.direct))


class Teleport(Choose):
    """RULES 3.16, 3.17, D34, D43: the presence moves to the place of a card played from hand.

    Activated by the Labyrinth there is no card to discard now; a Pole stays until phase 4.
    """

    at: int
    direct: bool = False

    def ask(self, s: State) -> Decision:
        return Decision("teleport", self.seat, tuple(accessible_cards(s, s.at(self.seat).hand)))

    def take(self, s: State, answer: Answer) -> None:
        hunted, presence, card = s.at(self.seat), s.presences[self.at], answer.pick
        if not self.direct and presence.card in hunted.played and presence.card != "pole":
            unplay(hunted, presence.card)
            hunted.discard.append(presence.card)
            tell_pile(s, "discarded", hunted, (presence.card,))
        hunted.hand.remove(card)
        hunted.played.append(card)
        hunted.open.append(card)
        presence.card, presence.slot, presence.spent = card, s.slot(card), False
        s.tell("teleported", seat=self.seat, card=card, slot=presence.slot)
        s.plan(Arrive(self.seat, self.at))
