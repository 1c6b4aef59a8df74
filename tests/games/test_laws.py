"""What every registered game promises, with every number of players and every option."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from string import Formatter
from typing import Any, get_args

import msgspec
import pytest

from service.games import REGISTRY
from service.games.kit.agenda import Together, sealed
from service.games.kit.cards import Source
from service.games.kit.decision import WITHDRAW, Answer, Decision, Illegal
from service.games.kit.words import LANGUAGES
from tests.games.play import (
    AnyGame,
    AnyState,
    Setting,
    card_ids,
    combinations,
    every_setting,
    hides,
    play_defaults,
    playthrough,
    records,
    secrets,
    strings,
    wrong_answers,
)


def asked(setting: Setting, s: AnyState, viewer: int | None) -> dict[str, Decision]:
    """The open questions of one seat, by name."""
    return {name: q for name, q in setting.game.questions(s).items() if q.seat == viewer}


def refusal(setting: Setting, s: AnyState, answer: Answer) -> tuple[str, str, str] | None:
    """Why an answer is refused: all that its sender learns."""
    try:
        setting.game.check(s, answer)
    except Illegal as wrong:
        return wrong.code, str(wrong), repr(wrong.params)
    return None


# -- a game is data ----------------------------------------------------------------


@every_setting
def test_a_random_game_ends_with_a_result(setting: Setting) -> None:
    for s, _ in playthrough(setting):
        assert setting.game.result(s) is None

    result = setting.game.result(s)

    assert result is not None
    assert len(result.places) == setting.seats
    first = tuple(n for n, place in enumerate(result.places) if place == 1)
    assert result.winners in (first, ()), "the winners are those in the first place, or nobody wins together"


@every_setting
def test_a_team_wins_or_loses_together_also_with_absent_players(setting: Setting) -> None:
    if setting.game.contest != "cooperative":
        return
    everyone = tuple(range(setting.seats))
    for s, _ in playthrough(setting):
        for gone in everyone:
            assert setting.game.without(s, frozenset(everyone) - {gone}) is None
            assert setting.game.without(s, frozenset({gone})) is None
        left = setting.game.without(s, frozenset(everyone))
        assert left is not None
        assert (left.winners, set(left.places)) == ((), {2})
    result = setting.game.result(s)
    assert result is not None
    assert (result.winners, set(result.places)) in (((), {2}), (everyone, {1}))


@every_setting
def test_a_saved_game_loads_the_same(setting: Setting) -> None:
    for s, _ in playthrough(setting):
        assert setting.game.load(setting.game.save(s)) == s


@every_setting
def test_the_same_seed_and_answers_give_the_same_game(setting: Setting) -> None:
    first = [(setting.game.save(s), answer) for s, answer in playthrough(setting)]
    assert first == [(setting.game.save(s), answer) for s, answer in playthrough(setting)]


@every_setting
def test_another_seed_gives_another_game(setting: Setting) -> None:
    assert setting.game.save(setting.new("one")) != setting.game.save(setting.new("two"))


# -- questions and answers ---------------------------------------------------------


@every_setting
def test_an_illegal_answer_changes_nothing(setting: Setting) -> None:
    for s, _ in playthrough(setting):
        before = setting.game.save(s)
        again = [Answer(seat, s.agenda[-1].ask(s, seat).kind, picks) for seat, picks in sealed(s).items()]
        back = [Answer(seat, WITHDRAW, ()) for seat in range(setting.seats) if seat not in sealed(s)]
        for answer in wrong_answers(setting, s) + again + back:
            with pytest.raises(Illegal):
                setting.game.apply(s, answer)
        assert setting.game.save(s) == before


@every_setting
def test_the_name_of_a_question_is_never_used_twice(setting: Setting) -> None:
    gone: set[str] = set()
    open_now: dict[str, Decision] = {}
    for s, _ in playthrough(setting):
        names = setting.game.questions(s)
        assert len(names) == len(setting.game.decisions(s))
        gone |= open_now.keys() - names.keys()
        assert not gone & names.keys()
        assert all(names[name] == open_now[name] for name in names.keys() & open_now.keys())
        open_now = names


@every_setting
def test_when_time_runs_out_the_default_is_a_legal_answer(setting: Setting) -> None:
    for s, _ in playthrough(setting):
        for question in setting.game.decisions(s):
            setting.game.check(s, Answer(question.seat, question.kind, question.on_timeout))


@every_setting
def test_the_order_of_secret_answers_does_not_matter(setting: Setting) -> None:
    for s, _ in playthrough(setting):
        if not isinstance(s.agenda[-1], Together) or sealed(s):
            continue
        answers = [Answer(q.seat, q.kind, q.on_timeout) for q in setting.game.decisions(s)]
        there, back = setting.game.copy(s), setting.game.copy(s)
        for answer in answers:
            told = setting.game.apply(there, answer)
        for answer in reversed(answers):
            told_back = setting.game.apply(back, answer)
        assert setting.game.save(there) == setting.game.save(back)
        assert told == told_back


# -- secrets -----------------------------------------------------------------------


def waited_for(setting: Setting, s: Any) -> set[tuple[int, str | None, float | None]]:
    """Whom the table waits for; of the sand that is seen also which it is and how long it runs."""
    seen = [question for question in setting.game.decisions(s) if not question.about.get("unseen")]
    return {(q.seat, None, None) if q.seat >= 0 else (q.seat, q.kind, q.seconds) for q in seen}


@every_setting
def test_nobody_can_tell_an_imagined_table_from_the_real_one(setting: Setting) -> None:
    random, cards = Random(1), sorted(card_ids(setting.game))
    for s, _ in playthrough(setting):
        kinds = sorted({question.kind for question in setting.game.decisions(s)})
        for viewer in setting.viewers():
            imagined = setting.game.imagine(s, viewer, random)
            assert setting.game.view(imagined, viewer) == setting.game.view(s, viewer)
            assert asked(setting, imagined, viewer) == asked(setting, s, viewer)
            # Whom the table waits for, and what sand runs, is shown to everybody.
            assert waited_for(setting, imagined) == waited_for(setting, s)
            assert setting.game.decisions(imagined), "a table that goes on is imagined as one that goes on"
            if viewer is None:
                continue
            attempts = [Answer(viewer, kind, tuple(random.sample(cards, min(1, len(cards))))) for kind in kinds]
            attempts += [Answer(viewer, q.kind, q.on_timeout) for q in asked(setting, s, viewer).values()]
            for answer in attempts + [a for a in wrong_answers(setting, s) if a.seat == viewer]:
                assert refusal(setting, imagined, answer) == refusal(setting, s, answer)


@every_setting
def test_an_imagined_table_is_dealt_anew(setting: Setting) -> None:
    s = setting.new("seed")
    imagined = setting.game.imagine(s, None, Random(1))
    assert setting.game.save(setting.game.imagine(s, None, Random(1))) == setting.game.save(imagined)
    assert imagined.dice.seed != s.dice.seed
    imagined.dice = s.dice
    if hides(setting.game):
        assert imagined != s, "the dice are new and the cards are not"
        assert card_ids(setting.game), "a box without cards would make every secret look kept"
    else:
        assert secrets(setting) == [], "a game that hides something writes `redeal`"


@every_setting
def test_a_playout_from_an_imagined_table_ends(setting: Setting) -> None:
    random = Random(2)
    for n, (s, _) in enumerate(playthrough(setting)):
        if n % 7:
            continue
        imagined = setting.game.imagine(s, n % setting.seats, random)
        play_defaults(setting, imagined, random)
        assert setting.game.result(imagined) is not None


@every_setting
def test_what_is_sealed_shows_to_nobody_else(setting: Setting) -> None:
    for s, _ in playthrough(setting):
        questions = setting.game.decisions(s)
        if not isinstance(s.agenda[-1], Together) or len(questions) < 2:
            continue
        question = questions[0]
        seen = set()
        for picks in (question.options[: question.least], question.options[-question.least :]):
            t = setting.game.copy(s)
            told = setting.game.apply(t, Answer(question.seat, question.kind, picks))
            others = [viewer for viewer in setting.viewers() if viewer != question.seat]
            seen.add(
                repr(
                    [
                        (
                            setting.game.view(t, viewer),
                            asked(setting, t, viewer),
                            [event for event in told if event.heard_by(viewer)],
                        )
                        for viewer in others
                    ]
                )
            )
        assert len(seen) == 1


@every_setting
def test_a_card_told_to_somebody_is_one_they_can_see(setting: Setting) -> None:
    cards = card_ids(setting.game)
    for before, answer in playthrough(setting):
        after = setting.game.copy(before)
        story = setting.game.apply(after, answer)
        for viewer in setting.viewers():
            told = cards & strings([event.data for event in story if event.heard_by(viewer)])
            if told:
                views = msgspec.json.encode([setting.game.view(s, viewer) for s in (before, after)])
                assert not {card for card in told if msgspec.json.encode(card) not in views}, viewer


# -- words -------------------------------------------------------------------------


@every_setting
def test_every_event_is_told_as_documented(setting: Setting) -> None:
    for s, answer in playthrough(setting):
        for event in setting.game.apply(setting.game.copy(s), answer):
            msgspec.convert(msgspec.to_builtins(event.data), type=setting.game.story[event.kind])


@every_setting
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_a_player_reads_has_words(setting: Setting, language: str) -> None:
    words = setting.game.words(language)
    names = [f"player {n}" for n in range(setting.seats)]
    for s, answer in playthrough(setting):
        for question in setting.game.decisions(s):
            assert question.kind in words.decisions
            assert set(question.options) <= words.ids.keys()
        for event in setting.game.apply(setting.game.copy(s), answer):
            assert event.kind in words.story
            assert words.tell(event.kind, event.data, names)


@every_setting
def test_languages_know_the_same_things(setting: Setting) -> None:
    known = [msgspec.to_builtins(setting.game.words(language)) for language in LANGUAGES]
    for part in ("decisions", "story", "ids", "names", "terms", "options", "titles", "levels", "refusals"):
        assert len({frozenset(words[part]) for words in known}) == 1, part
    assert set(known[0]["options"]) >= {name for some in combinations(setting.game.options_type) for name in some}
    assert set(known[0]["story"]) >= set(setting.game.story)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", REGISTRY.values(), ids=lambda game: game.name)
def test_every_option_value_and_bot_has_a_title(game: AnyGame, language: str) -> None:
    words = game.words(language)
    assert set(words.levels) == set(game.bots)
    assert all(level.name and level.text.endswith(".") for level in words.levels.values())
    chosen = {
        f"{field.encode_name}={value}"
        for field in msgspec.structs.fields(game.options_type)
        for value in named_in(msgspec.inspect.type_info(field.type))
    }
    assert set(words.titles) == set(game.options_type.__struct_fields__) | chosen
    assert max(map(len, words.titles.values()), default=0) <= 40


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", REGISTRY.values(), ids=lambda game: game.name)
def test_names_are_short_where_the_id_is_not_a_whole_sentence(game: AnyGame, language: str) -> None:
    words = game.words(language)
    assert set(words.names) == set(words.ids)
    assert {id: name for id, name in words.names.items() if len(name) > 36 and not name.endswith(".")} == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", REGISTRY.values(), ids=lambda game: game.name)
def test_a_sentence_of_the_story_has_no_blank_that_its_event_leaves_empty(game: AnyGame, language: str) -> None:
    for kind, told in game.story.items():
        assert blanks(game.words(language).story[kind]) <= set(told.__struct_fields__), kind


def blanks(sentence: str) -> set[str]:
    """The names in the braces of a sentence, also in the forms of another blank."""
    parts = [(name, spec or "") for _, name, spec, _ in Formatter().parse(sentence) if name is not None]
    return {name for name, _ in parts} | {name for _, spec in parts for name in blanks(spec)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", REGISTRY.values(), ids=lambda game: game.name)
def test_everything_in_a_view_has_a_name(game: AnyGame, language: str) -> None:
    words = game.words(language)
    shown = set(named_in(msgspec.inspect.type_info(game.view_type)))

    assert shown, "a view without fields shows nothing"
    assert shown - words.terms.keys() - words.ids.keys() == set()


def named_in(kind: Any) -> Iterator[str]:
    """The names of all fields in a type, and the words that such a field may hold."""
    if isinstance(kind, msgspec.inspect.LiteralType):
        yield from (value for value in kind.values if value and isinstance(value, str))
    for field in getattr(kind, "fields", ()):
        yield field.encode_name
        yield from named_in(field.type)
    inside = [getattr(kind, name, None) for name in ("item_type", "key_type", "value_type")]
    for part in (*getattr(kind, "types", ()), *getattr(kind, "item_types", ()), *filter(None, inside)):
        yield from named_in(part)


@pytest.mark.parametrize("game", REGISTRY.values(), ids=lambda game: game.name)
def test_whoever_plays_on_for_an_absent_player_is_one_of_the_bots(game: AnyGame) -> None:
    assert game.substitute in game.bots


@pytest.mark.parametrize("game", REGISTRY.values(), ids=lambda game: game.name)
def test_every_card_says_where_its_facts_come_from(game: AnyGame) -> None:
    sources = {record["id"]: record.get("source") for record in records(msgspec.to_builtins(game.cards()))}
    assert {id: source for id, source in sources.items() if source not in get_args(Source)} == {}
