"""A language model as a player: it reads the table as a page of text, and answers and speaks in JSON.

def complete(messages: list[dict[str, str]]) -> str:
    return my_provider.chat(messages)

client.run(LLMAgent(complete, transcripts="transcripts"), games=["faraway"])
"""

import json
import logging
import threading
from collections.abc import Callable
from contextlib import suppress
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

log = logging.getLogger(__name__)
_WRITING: Final = threading.Lock()

QUIET_TURNS: Final = 5
"""How often a model that waits is left alone while nothing happens, before it is asked again."""
MAX_EVENTS: Final = 40
"""How many events since the last answer are told; the page shows what came of the others. What is told only once is
always told."""


class Transcript:
    """The transcript of one decision: lines are appended to `<folder>/<table>.jsonl`.

    Each line has `at`, `table`, `decision`, `role` and `content`. Besides the roles of a conversation there are
    `answer` and `fallback` with the `picks` that were played, and `finished` with the `result`.
    """

    def __init__(self, folder: str | Path | None, table: str, decision: str | None = None) -> None:
        self.path = None if folder is None else Path(folder) / f"{table}.jsonl"
        self.table = table
        self.decision = decision
        self.lines: list[dict[str, Any]] = []

    def add(self, role: str, content: str, **more: Any) -> None:
        """Add a line to `lines` and, if there is a folder, to the file."""
        self.lines.append({"role": role, "content": content, **more})
        if self.path is None:
            return
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        line = {"at": now, "table": self.table, "decision": self.decision, "role": role, "content": content, **more}
        with _WRITING:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")


def read_transcript(folder: str | Path, table: str) -> list[dict[str, Any]]:
    """All lines of a table's transcript."""
    text = (Path(folder) / f"{table}.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


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
        self._lock = threading.Lock()
        self._systems: dict[str, str] = {}
        self._met: set[str] = set()
        self._quiet: dict[str, tuple[str, int]] = {}
        self._refused: dict[str, str] = {}
        self._given: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {}
        self._unkept: set[str] = set()

    def choose(self, turn: TimedTurn) -> Picks:
        """Ask the model until the rules accept its answer, a limited number of times."""
        if self._still_waits(turn):
            return turn.decision.on_timeout
        notes = Transcript(self.transcripts, turn.table.id, turn.decision.id)
        try:
            picks = self._converse(turn, notes)
        finally:
            self._keep(turn, notes)
        self._given[turn.table.id] = _step(turn.decision), turn.decision.options, picks
        # A default like "wait" is repeated without a question, until something happens.
        waits = bool(picks) and picks == turn.decision.default
        self._quiet[turn.table.id] = (turn.decision.kind, QUIET_TURNS if waits else 0)
        return picks

    def hear(self, turn: TimedTurn) -> None:
        """Somebody has spoken: ask the model whether it replies."""
        messages = self._messages(turn, self.text("llm-hear"))
        reply, problem = self._reply(messages)
        if problem:
            log.warning("no reply to talk at %s: %s", turn.table.id, problem)
        Transcript(self.transcripts, turn.table.id).add("assistant", reply)
        self._speak(turn, reply)

    def _still_waits(self, turn: TimedTurn) -> bool:
        """Whether the model waits, and nothing has happened since."""
        kind, left = self._quiet.get(turn.table.id, ("", 0))
        if not left or kind != turn.decision.kind or turn.reason:
            return False
        self._quiet[turn.table.id] = kind, left - 1
        return not any(event.type in ("story", "talk") for event in turn.events)

    def _converse(self, turn: TimedTurn, notes: Transcript) -> tuple[str, ...]:
        messages = self._messages(turn, self.text("llm-answer"))
        # The system message is the same each time: it is stored once.
        for each in messages[turn.table.id in self._met :]:
            notes.add(**each)
        self._met.add(turn.table.id)
        problem = ""
        for _ in range(self.attempts):
            reply, problem = self._reply(messages)
            notes.add("assistant", reply)
            picks = picks_in(reply, turn.decision) if not problem else None
            if picks is not None:
                problem = self._refusal(turn, picks)
                if not problem:
                    self._speak(turn, reply)
                    notes.add("answer", reply, picks=picks)
                    return picks
                message = self.text("llm-refused", detail=problem)
            elif problem:
                continue
            else:
                problem = reply[-200:]
                example = json.dumps({"picks": list(turn.decision.on_timeout)}, ensure_ascii=False)
                message = self.text("llm-no-json", example=example)
            messages += [{"role": "assistant", "content": reply}, {"role": "user", "content": message}]
            notes.add("user", message)
        why = self.text("llm-gave-up", attempts=self.attempts, detail=problem)
        notes.add("fallback", why, picks=turn.decision.on_timeout)
        raise Fallback(why)

    def _speak(self, turn: TimedTurn, reply: str) -> None:
        """Say what the model wants to say; it reads the reason for a refusal in its next prompt."""
        for text, room in said_in(reply):
            if refused := turn.say(text, room):
                self._refused[turn.table.id] = self.text("llm-not-said", text=text, detail=refused)

    def _messages(self, turn: TimedTurn, request: str) -> list[Message]:
        """The prompt: the rules once, then the page, and what the model is asked to do."""
        page = turn.page(self.language).rstrip()
        events = [event for event in turn.events if event.text and event.type in ("story", "talk", "fallback")]
        late = len(events) - MAX_EVENTS
        told = [event.text for n, event in enumerate(events) if (n >= late or event.once) and not _on_page(event, page)]
        parts = [page]
        if told:
            story = "\n".join(f"- {line}" for line in told)
            parts.insert(0, self.text("llm-story", story=story))
        if refused := self._refused.pop(turn.table.id, ""):
            parts.append(refused)
        if turn.reason:
            parts.append(self.text("llm-refused", detail=turn.reason))
        parts.append(request)
        return [
            {"role": "system", "content": self._system(turn.table)},
            {"role": "user", "content": "\n\n".join(parts)},
        ]

    def _keep(self, turn: TimedTurn, notes: Transcript) -> None:
        """Store the conversation with the table. If that fails, the answer is sent all the same."""
        if not self.keep or not notes.lines:
            return
        try:
            turn.table.keep_transcript(turn.decision, notes.lines)
        except FarshoreError as error:
            if turn.table.id not in self._unkept:
                log.warning("the transcript of %s was not stored: %s", turn.decision.id, error)
            self._unkept.add(turn.table.id)

    def finished(self, table: Table) -> None:
        for known in (self._met, self._unkept):
            known.discard(table.id)
        for kept in (self._quiet, self._given, self._refused):
            kept.pop(table.id, None)
        result = table.result.raw if table.result else None
        Transcript(self.transcripts, table.id).add("finished", table.status, result=result)

    def _reply(self, messages: list[Message]) -> tuple[str, str]:
        """The model's reply, and the error if the call failed."""
        try:
            return str(self.complete([dict(message) for message in messages])), ""
        except Exception as broken:
            return "", f"{type(broken).__name__}: {broken}"

    def _refusal(self, turn: TimedTurn, picks: tuple[str, ...]) -> str:
        """Why the rules refuse these picks, or nothing; no answer is sent yet."""
        decision = turn.decision
        if picks != decision.default and self._given.get(turn.table.id) == (_step(decision), decision.options, picks):
            # A vote may be changed until it is confirmed: a model that never confirms would be asked for ever.
            return self.text("llm-repeated")
        try:
            turn.table.check(turn.decision, picks)
        except Invalid as refused:
            return str(refused)
        except Conflict:
            # It is too late; sending the answer will say so.
            return ""
        return ""

    def _system(self, table: Table) -> str:
        """The system message of a game, created once."""
        with self._lock:
            if table.game not in self._systems:
                games = table.client.games
                text = games.text(table.game, self.language)
                system = self.text("llm-system", title=text["name"], about=text["about"])
                if self.rules:
                    # A model that sees the options can play without the rulebook.
                    with suppress(FarshoreError):
                        system += "\n\n" + self.text("llm-rules", rules=games.rules(table.game, self.language))
                self._systems[table.game] = system
            return self._systems[table.game]


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


def _step(decision: Decision) -> str:
    """The moment of the game and the kind of a decision: its id without how often it was asked."""
    return "-".join(decision.id.split("-")[: 2 + decision.kind.count("-")])


def _on_page(event: Event, page: str) -> bool:
    """Whether the page shows, line by line, what was read aloud."""
    lines = [line for part in event.data.get("data", {}).values() if isinstance(part, list) for line in part]
    return event.once and bool(lines) and all(isinstance(line, str) and line.strip() in page for line in lines)
