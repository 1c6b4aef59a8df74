"""A language model as a player: it reads the table as a page of text, and answers and speaks in JSON.

def complete(messages: list[dict[str, str]]) -> str:
    return my_provider.chat(messages)

client.run(LLMAgent(complete, transcripts="transcripts"), games=["faraway"])
"""

import json
import logging
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import requests

from farshore.agents.agent import Agent, Fallback, TimedTurn
from farshore.agents.replies import picks_in, said_in
from farshore.errors import Conflict, FarshoreError, Invalid
from farshore.models import Decision, Event
from farshore.table import Table
from farshore.text import Messages
from farshore.turns import Picks

Message = dict[str, str]
"""A message: `{"role": "system" | "user" | "assistant", "content": "…"}`."""

Line = dict[str, Any]
"""A line of a transcript: `at`, `table`, `decision`, `role` and `content`.

Besides the roles of a conversation there are `answer` and `fallback` with the `picks` that were played, and `finished`
with the `result`.
"""

log = logging.getLogger(__name__)

QUIET_TURNS: Final = 5
"""How often a model that waits is left alone while nothing happens, before it is asked again."""
MAX_EVENTS: Final = 40
"""How many events since the last answer are told; the page shows what came of the others. What is told only once is
always told."""


def read_transcript(folder: str | Path, table: str) -> list[Line]:
    """All lines of a table's transcript."""
    text = (Path(folder) / f"{table}.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


@dataclass
class _Memory:
    """What an agent remembers of a table."""

    system: str = ""
    """The system message; it is in the transcript of the first decision only."""
    begun: bool = False
    refused: str = ""
    """Why its last message was not said."""
    given: tuple[str, tuple[str, ...], tuple[str, ...]] | None = None
    """Its last answer: the step of the game, the options and the picks."""
    waits_for: str = ""
    """The kind of decision at which it waits."""
    quiet_turns: int = 0
    """How often it is not asked again, if nothing happens."""
    warned: bool = False


class LLMAgent(Agent):
    """Plays any game with a function that completes a conversation.

    `complete` gets the messages and returns the reply. It is called up to `attempts` times per decision: after a
    reply without JSON, or one that the rules refuse, it gets the reason. Then the default is played, and the log and
    the transcript say so. What the model wants to say is said before the answer; when others speak while it has
    nothing to decide, it is asked whether it replies. The conversation over each decision is stored with the table,
    readable by its player at once and by everybody who may see the table after the end (`keep=False` disables this);
    with `transcripts` it is also saved in that folder as `<table>.jsonl`. `rules` includes the rulebook in the system
    message.
    """

    def __init__(
        self,
        complete: Callable[[list[Message]], str],
        *,
        language: str = "en",
        attempts: int = 3,
        rules: bool = True,
        transcripts: str | Path | None = None,
        keep: bool = True,
    ) -> None:
        self.complete = complete
        self.language = language
        self.text = Messages(language)
        self.attempts = attempts
        self.rules = rules
        self.transcripts = transcripts
        self.keep = keep
        self._tables: dict[str, _Memory] = defaultdict(_Memory)

    def choose(self, turn: TimedTurn) -> Picks:
        """Ask the model until the rules accept its answer, a limited number of times."""
        memory, decision = self._tables[turn.table.id], turn.decision
        if self._still_waits(turn, memory):
            memory.quiet_turns -= 1
            return decision.on_timeout
        lines: list[Line] = []
        try:
            picks = self._converse(turn, memory, lines)
        finally:
            self._save(turn.table, decision.id, lines)
            self._keep(turn, memory, lines)
        memory.given = _step(decision), decision.options, picks
        # A default like "wait" is repeated without a question, until something happens.
        memory.waits_for = decision.kind
        memory.quiet_turns = QUIET_TURNS if picks and picks == decision.default else 0
        return picks

    def hear(self, turn: TimedTurn) -> None:
        """Somebody has spoken: ask the model whether it replies."""
        memory = self._tables[turn.table.id]
        reply, problem = self._reply(self._messages(turn, memory, self.text("llm-hear")))
        if problem:
            log.warning("no reply to talk at %s: %s", turn.table.id, problem)
        self._save(turn.table, None, [_line("assistant", reply)])
        self._speak(turn, memory, reply)

    def finished(self, table: Table) -> None:
        self._tables.pop(table.id, None)
        result = table.result.raw if table.result else None
        self._save(table, None, [_line("finished", table.status, result=result)])

    def _still_waits(self, turn: TimedTurn, memory: _Memory) -> bool:
        """Whether the model waits, and nothing has happened since."""
        if not memory.quiet_turns or memory.waits_for != turn.decision.kind or turn.reason:
            return False
        return not any(event.type in ("story", "talk") for event in turn.events)

    def _converse(self, turn: TimedTurn, memory: _Memory, lines: list[Line]) -> tuple[str, ...]:
        messages = self._messages(turn, memory, self.text("llm-answer"))
        lines += [_line(**each) for each in messages[memory.begun :]]
        memory.begun = True
        problem = ""
        for _ in range(self.attempts):
            reply, problem = self._reply(messages)
            lines.append(_line("assistant", reply))
            if problem:
                continue
            picks = picks_in(reply, turn.decision)
            if picks is None:
                problem = reply[-200:]
                example = json.dumps({"picks": list(turn.decision.on_timeout)}, ensure_ascii=False)
                message = self.text("llm-no-json", example=example)
            elif problem := self._refusal(turn, memory, picks):
                message = self.text("llm-refused", detail=problem)
            else:
                self._speak(turn, memory, reply)
                lines.append(_line("answer", reply, picks=picks))
                return picks
            messages += [{"role": "assistant", "content": reply}, {"role": "user", "content": message}]
            lines.append(_line("user", message))
        why = self.text("llm-gave-up", attempts=self.attempts, detail=problem)
        lines.append(_line("fallback", why, picks=turn.decision.on_timeout))
        raise Fallback(why)

    def _reply(self, messages: list[Message]) -> tuple[str, str]:
        """The model's reply, and the error if the call failed."""
        try:
            return str(self.complete([dict(message) for message in messages])), ""
        except Exception as broken:
            return "", f"{type(broken).__name__}: {broken}"

    def _refusal(self, turn: TimedTurn, memory: _Memory, picks: tuple[str, ...]) -> str:
        """Why the rules refuse these picks, or nothing; no answer is sent yet."""
        decision = turn.decision
        if picks != decision.default and memory.given == (_step(decision), decision.options, picks):
            # A vote may be changed until it is confirmed: a model that never confirms would be asked for ever.
            return self.text("llm-repeated")
        try:
            turn.table.check(decision, picks)
        except Invalid as refused:
            return str(refused)
        except Conflict:
            # It is too late; sending the answer will say so.
            return ""
        return ""

    def _speak(self, turn: TimedTurn, memory: _Memory, reply: str) -> None:
        """Say what the model wants to say; it reads the reason for a refusal in its next prompt."""
        for text, room in said_in(reply):
            if refused := turn.say(text, room):
                memory.refused = self.text("llm-not-said", text=text, detail=refused)

    def _messages(self, turn: TimedTurn, memory: _Memory, request: str) -> list[Message]:
        """The prompt: the rules once, then the page, and what the model is asked to do."""
        page = turn.page(self.language).rstrip()
        events = [event for event in turn.events if event.text and event.type in ("story", "talk", "fallback")]
        late = len(events) - MAX_EVENTS
        told = [event.text for n, event in enumerate(events) if (n >= late or event.once) and not _on_page(event, page)]
        story = "\n".join(f"- {line}" for line in told)
        parts = [
            self.text("llm-story", story=story) if story else "",
            page,
            memory.refused,
            self.text("llm-refused", detail=turn.reason) if turn.reason else "",
            request,
        ]
        memory.refused = ""
        memory.system = memory.system or self._system(turn.table)
        return [
            {"role": "system", "content": memory.system},
            {"role": "user", "content": "\n\n".join(filter(None, parts))},
        ]

    def _system(self, table: Table) -> str:
        games = table.client.games
        text = games.text(table.game, self.language)
        system = self.text("llm-system", title=text["name"], about=text["about"])
        if self.rules:
            # A model that sees the options can play without the rulebook.
            with suppress(FarshoreError):
                system += "\n\n" + self.text("llm-rules", rules=games.rules(table.game, self.language))
        return system

    def _save(self, table: Table, decision: str | None, lines: list[Line]) -> None:
        """Append lines to the file of the table, if there is a folder for such files."""
        if self.transcripts is None:
            return
        folder = Path(self.transcripts)
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / f"{table.id}.jsonl").open("a", encoding="utf-8") as file:
            for line in lines:
                file.write(json.dumps({"table": table.id, "decision": decision} | line, ensure_ascii=False) + "\n")

    def _keep(self, turn: TimedTurn, memory: _Memory, lines: list[Line]) -> None:
        """Store the conversation with the table. If that fails, the answer is sent all the same."""
        if not self.keep or not lines:
            return
        kept = [{name: value for name, value in line.items() if name != "at"} for line in lines]
        try:
            turn.table.keep_transcript(turn.decision, kept)
        except FarshoreError as error:
            if not memory.warned:
                log.warning("the transcript of %s was not stored: %s", turn.decision.id, error)
            memory.warned = True


def chat_completions(
    url: str, model: str, key: str | None = None, *, timeout: float = 60.0, **more: Any
) -> Callable[[list[Message]], str]:
    """A `complete` function for any server with OpenAI's chat completions: `url` ends before `/chat/completions`.

    `more` is sent along, for example `temperature=0.7`.
    """
    headers = {"Authorization": f"Bearer {key}"} if key else {}

    def complete(messages: list[Message]) -> str:
        body = {"model": model, "messages": messages, **more}
        response = requests.post(f"{url.rstrip('/')}/chat/completions", json=body, headers=headers, timeout=timeout)
        response.raise_for_status()
        return str(response.json()["choices"][0]["message"]["content"])

    return complete


def _line(role: str, content: str, **more: Any) -> Line:
    return {"at": datetime.now(UTC).isoformat(timespec="milliseconds"), "role": role, "content": content, **more}


def _step(decision: Decision) -> str:
    """The moment of the game and the kind of a decision: its id without how often it was asked."""
    return "-".join(decision.id.split("-")[: 2 + decision.kind.count("-")])


def _on_page(event: Event, page: str) -> bool:
    """Whether the page shows, line by line, what was read aloud."""
    lines = [line for part in event.data.get("data", {}).values() if isinstance(part, list) for line in part]
    return event.once and bool(lines) and all(isinstance(line, str) and line.strip() in page for line in lines)
