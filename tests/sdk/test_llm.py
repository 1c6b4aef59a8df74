"""A language model as a player, simulated by a script."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import farshore
import pytest
from farshore.agents import TimedTurn
from farshore.agents.llm import LLMAgent, Message, read_transcript
from farshore.agents.replies import picks_in
from farshore.models import Decision, Event, TableFacts, Update

QUESTION = Decision(id="1-take-0", kind="take", options=("r21", "r40", "S07"), default=("r40",))


@pytest.mark.parametrize(
    ("reply", "picks"),
    [
        ('{"picks": ["r21"]}', ("r21",)),
        ('First {"picks": ["r21"]}, no: better\n```json\n{"picks": ["r40"]}\n```\nYes.', ("r40",)),
        ('{"picks": []}', ()),
        ('{"picks": "R21", "why": {"because": "{"}}', ("r21",)),
        ('{"thoughts": "x"} {"picks": ["s07", "moon"]} and {broken', ("S07", "moon")),
        ("I would take r21.", None),
        ('{"picks": {"r21": true}}', None),
        ("{" * 5000, None),
        ("", None),
    ],
)
def test_the_last_json_of_a_reply_is_the_answer(reply: str, picks: tuple[str, ...] | None) -> None:
    assert picks_in(reply, QUESTION) == picks


class Script:
    """A model that says what it was told to say, and remembers what it was asked."""

    def __init__(self, *lines: str | Exception | Callable[[str], str]) -> None:
        self.lines = [*lines]
        self.asked: list[list[Message]] = []

    def __call__(self, messages: list[Message]) -> str:
        self.asked.append(messages)
        line = self.lines.pop(0)
        if isinstance(line, Exception):
            raise line
        return line if isinstance(line, str) else line(messages[1]["content"])


def first(question: str) -> str:
    """The first of the options that a question lists."""
    found = question.partition("== Your decision: ")[2]
    options = re.findall(r"^  (\S+)  ", found, flags=re.M)
    count = re.search(r"Pick (?:exactly )?(\d+)", found)
    return f"Well… {json.dumps({'picks': options[: int(count[1]) if count else 1]})}"


def turn_at(table: farshore.Table) -> TimedTurn:
    update = table.view()
    return TimedTurn(table, update, update.decisions, 30)


def test_the_table_is_described_in_words(ada: farshore.Client) -> None:
    model = Script(first)
    table = ada.tables.open("faraway", seats=2, bots=1, level="random")

    picks = LLMAgent(model).choose(turn_at(table))

    [[system, user]] = model.asked
    assert system["role"] == "system"
    assert "You play the board game Faraway" in system["content"]
    assert "# Faraway" in system["content"], "the rules are there"
    assert "== The market ==" in user["content"]
    assert re.search(r"^  r\d+  \w+, ", user["content"], re.M), "cards come with their texts"
    assert "Which region do you explore this round?" in user["content"]
    assert next(iter(picks)) in table.decisions()[0].options


def test_a_french_model_reads_french(ada: farshore.Client) -> None:
    model = Script(lambda question: json.dumps({"picks": re.findall(r"^  (r\d+)  ", question, flags=re.M)[-1:]}))
    table = ada.tables.open("faraway", seats=2, bots=1, level="random")

    LLMAgent(model, language="fr", rules=False).choose(turn_at(table))

    assert "Quelle Région" in model.asked[0][1]["content"]
    assert len(model.asked[0][0]["content"]) < 1200


def test_a_model_that_never_confirms_is_told_so_once_and_then_gives_way(ada: farshore.Client) -> None:
    """New Lands asks until the compass is set and the reading begins."""
    model = Script(*['{"picks": ["N"]}'] * 5)
    table = ada.tables.open("new_lands", seats=2, bots=1, level="random")
    agent = LLMAgent(model, rules=False)
    for turn in table.turns():
        if turn.decision.kind == "set-compass":
            break
        turn.answer(turn.decision.on_timeout)

    for _ in ("with the option to leave it to chance", "without"):
        table.answer(turn_at(table).decision, agent.choose(turn_at(table)))
    with pytest.raises(farshore.Fallback, match="asked again because something is missing"):
        agent.choose(turn_at(table))

    assert "asked again because something is missing" in model.asked[-1][-1]["content"]
    assert not model.lines, "it was asked three times, and no more"


def test_what_was_read_aloud_is_not_told_twice() -> None:
    lines = ["Barnaby Quill, who was", "already over it."]
    read = Event(
        seq=1, type="story", text="Page 7: " + " / ".join(lines), data={"once": True, "data": {"lines": lines}}
    )
    model = Script(first)
    passage = "  1  Barnaby Quill, who was\n  2  already over it.\n== Your decision: 1-take-0 ==\n  r21  x"

    for page, told in ((passage, 1), ("== Your decision: 1-take-0 ==\n  r21  x", 1)):
        table: Any = SimpleNamespace(id="t", game="g", page=lambda language, story, page=page: page, client=None)
        turn = TimedTurn(table, Update(decisions=(QUESTION,)), (QUESTION,), 30, lambda: (read,))
        agent = LLMAgent(model, rules=False)
        memory = agent._tables["t"]
        memory.system = "You play."
        content = agent._messages(turn, memory, "Answer.")[1]["content"]
        assert content.count("already over it.") == told
        assert content.index("already over it.") < content.index("== Your decision")


def test_it_is_asked_again_with_the_reason(ada: farshore.Client, tmp_path: Path) -> None:
    model = Script("Let me think.", '{"picks": ["no-such-card"]}', first)
    table = ada.tables.open("faraway", seats=2, bots=1, level="random")

    LLMAgent(model, transcripts=tmp_path).choose(turn_at(table))

    _, second, third = model.asked
    assert second[-2] == {"role": "assistant", "content": "Let me think."}
    assert "no JSON object" in second[-1]["content"]
    assert "no-such-card" in third[-1]["content"]
    assert len(third) == 6
    roles = [line["role"] for line in read_transcript(tmp_path, table.id)]
    assert roles == ["system", "user", "assistant", "user", "assistant", "user", "assistant", "answer"]


def test_it_falls_back_visibly(ada: farshore.Client, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    model = Script(OSError("no network"), "Hm.", "I do not know.")

    class OnceOnly(LLMAgent):
        def choose(self, turn: TimedTurn) -> farshore.turns.Picks:
            self.stop()
            return super().choose(turn)

    table = ada.tables.open("faraway", seats=2, bots=1, level="random")
    [question] = table.decisions()

    tally = ada.run(OnceOnly(model, transcripts=tmp_path))

    assert (tally.decisions, tally.fallbacks) == (1, 1)
    assert "no legal answer in 3 attempts; the last was: I do not know." in caplog.text
    note = read_transcript(tmp_path, table.id)[-1]
    assert (note["role"], note["decision"], tuple(note["picks"])) == ("fallback", question.id, question.default)


@pytest.mark.parametrize("game", ["faraway", "not_alone"])
def test_a_whole_game_and_its_transcript(ada: farshore.Client, tmp_path: Path, game: str) -> None:
    table = ada.tables.open(game, seats=2, bots=1, level="random")
    agent = LLMAgent(Script(*[first] * 400), transcripts=tmp_path, attempts=1)

    tally = ada.run(agent, stop_after=1)

    assert table.refresh().status == "finished"
    lines = read_transcript(tmp_path, table.id)
    assert [line["role"] for line in lines].count("system") == 1
    answers = [line for line in lines if line["role"] in ("answer", "fallback")]
    assert len(answers) == tally.decisions
    assert lines[-1]["role"] == "finished"
    kept = table.transcript()
    assert list(kept) == list(dict.fromkeys(line["decision"] for line in answers))
    assert [each[-1]["picks"] for each in kept.values()] == [line["picks"] for line in answers]
    assert table.result is not None
    assert lines[-1]["result"]["winners"] == list(table.result.winners)


def test_what_is_read_aloud_once_is_told_however_much_happens_afterwards() -> None:
    model = Script('{"picks": ["r21"]}')
    passage = Event(seq=1, type="story", data={"kind": "heard", "once": True}, text="the sea / the lamp")
    votes = [Event(seq=n, type="story", data={"kind": "voted"}, text=f"vote {n}") for n in range(2, 202)]
    games = SimpleNamespace(text=lambda game, language: {"name": "Go", "about": "Stones."})
    client: Any = SimpleNamespace(games=games)
    table = Quiet(client, TableFacts(id="t", game="go"))

    LLMAgent(model, rules=False, keep=False).choose(
        TimedTurn(table, Update(), (QUESTION,), 30, lambda: (passage, *votes))
    )

    told = model.asked[0][1]["content"]
    assert "- the sea / the lamp" in told
    assert "- vote 201" in told
    assert "- vote 2\n" not in told


class Quiet(farshore.Table):
    """A table that accepts everything and shows nothing."""

    def page(self, language: str | None = None, *, story: bool = True) -> str:
        return ""

    def check(self, decision: Decision | str, picks: Any) -> bool:
        return True


def test_a_transcript_stays_at_home_if_wished(ada: farshore.Client) -> None:
    table = ada.tables.open("faraway", seats=2, bots=1, level="random")

    LLMAgent(Script(first), keep=False).choose(turn_at(table))

    assert table.transcript() == {}


def test_an_answer_is_sent_even_if_its_transcript_cannot_be_stored(
    ada: farshore.Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = ada.tables.open("faraway", seats=2, bots=1, level="random")

    def refuse(*_: object) -> None:
        raise farshore.Conflict("full", code="transcript-full")

    monkeypatch.setattr(farshore.Table, "keep_transcript", refuse)

    assert LLMAgent(Script(first)).choose(turn_at(table))
    assert "was not stored" in caplog.text
