"""RULES 5.5, 7.5, D30: nobody but its holder learns a madness card, from anything that can be seen, asked or heard."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from service.games.kit.bots import random_picks
from service.games.kit.decision import CLOCK, Answer, Illegal
from service.games.kit.event import Event
from service.games.mountains_of_madness.cards import MADNESS
from service.games.mountains_of_madness.rules.encounter import Flip
from service.games.mountains_of_madness.rules.movement import Ready
from service.games.mountains_of_madness.state import State
from tests.games.mountains_of_madness.table import answer, facing, game, heard, offer, say, sent, signal, table
from tests.games.play import strings

MESSAGES = [
    sent("4 tools"),
    sent("please, the blue penguin has four books, Dyer, are you sure?"),
    sent("yes"),
    sent("Danforth, who has weapons?"),
    sent(offer("tools", 4)),
    sent(offer("crates"), "tekeli-li"),
    sent(signal("yes")),
    sent(signal("no")),
    sent(signal("ask", kind="books", seat=1)),
    sent("the quick brown fox jumps over the lazy dog!"),
    sent("madness"),
    sent("{"),
]
EVERY_WAY = [
    (3, {}),
    (4, {"mode": "relaxed"}),
    (5, {"mode": "relaxed"}),
    (4, {"mode": "relaxed", "expert": True}),
    (5, {"expert": True, "strict_silence": True}),
]


def talkative(seats: int, options: dict[str, Any], seed: int = 0) -> Iterator[tuple[State, list[Event]]]:
    """A random game in which everybody talks, from the first madness on."""
    random, s = Random(seed), game.new(seats, f"talk-{seed}", options)
    for _ in range(700):
        asked = game.decisions(s)
        if not asked:
            return
        question = random.choice(asked)
        if random.random() < 0.5:
            said = Answer(random.randrange(seats), "say", ("table", random.choice(MESSAGES)))
            try:
                yield s, game.apply(s, said)
            except Illegal:
                yield s, []
        else:
            yield s, game.apply(s, Answer(question.seat, question.kind, random_picks(game, s, question, random)))


def refusal(s: State, seat: int, message: str) -> tuple[str, str, str] | None:
    try:
        game.speak(game.copy(s), seat, "table", message)
    except Illegal as wrong:
        return wrong.code, str(wrong), repr(wrong.params)
    return None


@pytest.mark.parametrize(("seats", "options"), EVERY_WAY)
def test_nobody_can_tell_an_imagined_table_from_the_real_one_by_talking(seats: int, options: dict[str, Any]) -> None:
    random = Random(1)
    for n, (s, _) in enumerate(talkative(seats, options)):
        if n % 3:
            continue
        for viewer in [*range(seats), None]:
            imagined = game.imagine(s, viewer, random)
            assert game.view(imagined, viewer) == game.view(s, viewer)
            assert game.talk_policy(imagined, viewer) == game.talk_policy(s, viewer)
            assert game.rooms(imagined) == game.rooms(s)
            if viewer is not None:
                message = random.choice(MESSAGES)
                hidden = s.players[viewer].mad.hand is not None and s.players[viewer].mad.truthfuls
                if not hidden:
                    assert refusal(imagined, viewer, message) == refusal(s, viewer, message)


@pytest.mark.thorough
@pytest.mark.parametrize(("seats", "options"), EVERY_WAY)
def test_no_event_and_no_policy_names_the_madness_of_another(seats: int, options: dict[str, Any]) -> None:
    for s, story in talkative(seats, options):
        if s.phase == "over":
            return
        for viewer in [*range(seats), None]:
            known = set() if viewer is None else {*s.players[viewer].madness, *s.players[viewer].former}
            told = [event.data for event in story if event.heard_by(viewer)]
            shown = strings([told, game.talk_policy(s, viewer), game.view(s, viewer)])
            assert shown & set(MADNESS) <= known


@pytest.mark.parametrize(("seats", "options"), EVERY_WAY)
def test_a_talkative_game_is_told_as_documented_and_saved_as_it_is(seats: int, options: dict[str, Any]) -> None:
    names = [f"player {n}" for n in range(seats)]
    for s, story in talkative(seats, options):
        assert game.load(game.save(s)) == s
        for event in story:
            msgspec.convert(msgspec.to_builtins(event.data), type=game.story[event.kind])
            for language in ("en", "fr"):
                assert game.words(language).tell(event.kind, event.data, names)


@pytest.mark.parametrize(("seats", "options"), EVERY_WAY)
def test_talk_never_gives_one_name_to_two_questions(seats: int, options: dict[str, Any]) -> None:
    gone: set[str] = set()
    open_now: dict[str, object] = {}
    for s, _ in talkative(seats, options):
        names = game.questions(s)
        gone |= open_now.keys() - names.keys()
        assert not gone & names.keys()
        assert all(names[name] == open_now[name] for name in names.keys() & open_now.keys())
        open_now = dict(names)


def test_every_refusal_has_words() -> None:
    codes = set()
    for seats, options in EVERY_WAY:
        for s, _ in talkative(seats, options, seed=3):
            codes |= {wrong[0] for seat in range(seats) for m in MESSAGES[::4] if (wrong := refusal(s, seat, m))}
    for language in ("en", "fr"):
        assert codes <= game.words(language).refusals.keys()
    assert len(codes) > 8


# -- perception --------------------------------------------------------------------


def test_half_the_page_hides_the_last_trial_and_all_that_names_the_tile() -> None:
    s = facing("coast-02", madness={1: ["M2-13"]})

    place, clear = game.view(s, 1).place, game.view(s, 0).place
    assert place is not None
    assert clear is not None
    assert [trial.kind for trial in place.trials] == ["tools"]
    assert (place.tile, place.reward, place.masked) == (None, None, True)
    assert [trial.kind for trial in clear.trials] == ["tools", "weapons"]
    assert (clear.tile, clear.masked) == ("coast-02", False)


def test_snow_blindness_hides_all_trials_until_the_resolution() -> None:
    s = facing("coast-02", madness={1: ["M3-02"]})
    place = game.view(s, 1).place
    assert place is not None
    assert (place.trials, place.tile) == ((), None)
    assert "coast-02" not in strings(game.view(s, 1))

    for seat in (0, 1, 2):
        answer(s, seat, "place", "ready")
    for seat in (0, 1, 2):
        answer(s, seat, "place", "done")
    answer(s, 0, "leader-window", "resolve")
    shown = game.view(s, 1).place
    assert shown is not None
    assert shown.tile == "coast-02"


def test_printed_trials_of_an_empty_space_are_hidden_too() -> None:
    s = facing(None, madness={1: ["M3-02"], 2: ["M2-13"]})
    blind, half, clear = (game.view(s, seat).place for seat in (1, 2, 0))
    assert blind is not None
    assert half is not None
    assert clear is not None
    assert (len(blind.trials), len(half.trials), len(clear.trials)) == (0, 1, 2)


def test_the_flip_is_told_without_its_tile_to_the_blind() -> None:
    s = table(3, madness={1: ["M3-02"]})

    s.plan(Ready(0), Flip())
    story = answer(s, 0, "flip", "flip")
    assert "coast-01" not in strings([event.data for event in story if event.heard_by(1)])
    assert "coast-01" in strings([event.data for event in story if event.heard_by(2)])


@pytest.mark.parametrize(("card", "kinds"), [("M2-20", True), ("M3-03", False)])
def test_a_blurred_hand_is_shuffled_and_hides_values_or_all(card: str, kinds: bool) -> None:
    hand = ["tools 2", "tools 3", "tools 4", "books 5", "wound"]
    orders = set()
    for n in range(5):
        s = facing(madness={0: [card]}, hands={0: hand}, options={"gentle": bool(n % 2)})
        s = facing(madness={0: [card]}, hands={0: hand[n:] + hand[:n]})
        me = game.view(s, 0).me
        assert me is not None
        orders.add(tuple(s.players[0].hand))
        assert [each.card for each in me.hand] == [None] * 5
        assert [each.value for each in me.hand] == [None] * 5
        assert (sorted(str(each.kind) for each in me.hand)[0] == "books") == kinds
        answer(s, 0, "place", "card-1", "card-2")
        me = game.view(s, 0).me
        assert me is not None
        assert [each.card for each in me.placed] == [None, None]
    assert len(orders) == 5


def test_a_hand_is_seen_again_in_the_resolution() -> None:
    s = facing(madness={0: ["M3-03"]})
    for seat in (0, 1, 2):
        answer(s, seat, "place", "ready")
    for seat in (0, 1, 2):
        answer(s, seat, "place", "done")
    answer(s, 0, "leader-window", "resolve")
    me = game.view(s, 0).me
    assert me is not None
    assert [each.card for each in me.hand] == s.players[0].hand


@pytest.mark.parametrize("card", ["M2-20", "M3-03", "M2-13", "M3-02"])
def test_what_madness_hides_while_the_timer_runs_is_seen_when_it_has_run_out(card: str) -> None:
    """RULES 5.1, D30: and hidden again in an extension."""
    s = facing("coast-02", madness={0: [card]}, timed=True)

    def hidden() -> bool:
        view = game.view(s, 0)
        assert view.me is not None
        assert view.place is not None
        return view.place.masked or view.me.hand[0].card is None

    assert hidden()
    answer(s, CLOCK, "hourglass", "ran-out")
    assert s.phase == "window"
    assert not hidden()
    answer(s, 0, "leader-window", "extend")
    assert hidden()


def test_the_policy_shows_the_callers_own_rules_and_nobody_elses() -> None:
    s = facing(madness={0: ["M3-06"], 1: ["M2-09"]})

    mine, theirs, watching = (game.talk_policy(s, seat) for seat in (0, 1, None))

    assert [rule["type"] for rule in mine["rules"]] == ["length", "quota"]
    assert [rule["type"] for rule in theirs["rules"]] == ["quota"]
    assert watching["rules"] == []
    assert not watching["may_speak"]
    assert (mine["phase"], mine["messages_left"]) == ("discussion", 6)
    say(s, 0, "tools")
    assert game.talk_policy(s, 0)["messages_left"] == 5
    assert game.talk_policy(s, 1) == theirs
    msgspec.json.encode(mine)


def test_the_policy_follows_the_phase() -> None:
    assert game.talk_policy(table(3), 0)["signals"] == {"suggest": ["space"]}
    assert game.talk_policy(table(3), 0)["forbidden_topics"] == ["own_madness", "hands"]
    assert game.talk_policy(facing(), 0)["forbidden_topics"] == ["own_madness"]
    s = facing()
    answer(s, 0, "place", "card-1")
    assert game.talk_policy(s, 1)["phase"] == "silence"
    assert not game.talk_policy(s, 1)["may_speak"]


def test_spectators_hear_what_is_said_aloud() -> None:
    s = facing()
    say(s, 0, "4 tools")
    assert [line.text for line in heard(s, None)] == ["4 tools"]
