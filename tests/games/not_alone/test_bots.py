"""The built-in players: legal answers to every question, reckoned from what their seat may know."""

from __future__ import annotations

from random import Random

from service.games.kit.bots import Thinking, rounds
from service.games.kit.decision import Answer
from service.games.not_alone.bots.foresight import outlook
from service.games.not_alone.bots.sense import believe, reckon
from service.games.not_alone.bots.sensible import respond
from service.games.not_alone.rules.exploration import Explore
from service.games.not_alone.rules.hunting import Hunt
from service.games.not_alone.rules.reckoning import Reveal
from tests.games.not_alone.table import BASE, A, B, C, game, hunted, question, table
from tests.games.play import Setting, every_setting_of, playthrough

not_alone = every_setting_of("not_alone")


@not_alone
def test_a_sensible_player_answers_every_question_of_the_game(setting: Setting) -> None:
    random = Random(1)
    for s, _ in playthrough(setting, seed=21):
        for asked in setting.game.decisions(s):
            imagined = setting.game.imagine(s, asked.seat, random)
            before = setting.game.save(imagined)
            picks = respond(imagined, asked, random)  # type: ignore[arg-type]
            setting.game.check(s, Answer(asked.seat, asked.kind, picks))
            assert setting.game.save(imagined) == before, "thinking changes nothing"


def test_search_answers_within_its_thoughts() -> None:
    s = game.new(3, "search", {"content": "exploration", "creature": 0})
    random = Random(2)
    for _ in range(12):
        [asked, *_] = game.decisions(s)
        imagined = game.imagine(s, asked.seat, random)
        picks = game.bots["search"].choose(game, imagined, asked, Thinking(random, rounds(6)))
        game.apply(s, Answer(asked.seat, asked.kind, picks))
    assert s.turn >= 1


def test_the_creature_reckons_from_public_facts_alone() -> None:
    def guess(played: str) -> object:
        hand = [card for card in BASE[:5] if card != played]
        return reckon(table(Hunt(C), prey=[hunted(hand, [played]), hunted(BASE[1:5], ["lair"])]))

    def figures(thought: object) -> list[tuple[object, ...]]:
        likely, fear = thought  # type: ignore[misc]
        return [
            tuple(sorted((card, round(chance, 9)) for card, chance in likely[A].items())),
            tuple(sorted((slot, round(chance, 9)) for slot, chance in fear.items())),
        ]

    assert figures(guess("lair")) == figures(guess("beach")) == figures(guess("rover"))


def test_a_card_in_the_discard_pile_is_not_feared() -> None:
    s = table(Hunt(C), prey=[hunted(["lair", "jungle"], ["rover"], discard=["beach", "river"])])
    assert set(reckon(s).likely[A]) == {"lair", "jungle", "rover"}


def test_a_hunted_with_few_cards_resists_while_will_is_left() -> None:
    s = table(Explore((A,)), prey=[hunted(["lair"], discard=["jungle", "river", "beach"])])
    assert respond(s, question(s), Random(0)) == ("resist",)


def test_a_hunted_who_sees_the_token_explores_the_other_card() -> None:
    s = table(Reveal((A,)), prey=[hunted([], ["rover", "jungle"], pending="river")], tokens={"creature": [5]})
    assert respond(s, question(s), Random(0)) == ("jungle",)


def test_the_creature_goes_where_all_must_be() -> None:
    s = table(Hunt(C), prey=[hunted([], ["river"]), hunted([], ["river"])])
    assert respond(s, question(s), Random(0)) == ("s3",)


def test_what_is_believed_looks_the_same_to_the_creature() -> None:
    s = table(Hunt(C), prey=[hunted(BASE[1:5], ["lair"]), hunted(BASE[:4], ["rover"])])
    likely = game.copy(s)
    believe(likely, C, Random(3))
    assert game.view(likely, C) == game.view(s, C)


def test_an_outlook_is_good_for_one_side_and_bad_for_the_other() -> None:
    s = table(prey=[hunted(BASE[:5]), hunted(BASE[:5])], rescue=2, assimilation=9)
    assert outlook(s, A) == outlook(s, B) == -outlook(s, C)
    assert outlook(s, A) > 0
