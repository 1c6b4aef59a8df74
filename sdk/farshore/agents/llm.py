"""A language model as a player: it gets the table as text, and the last JSON of its reply are the picks.

def complete(messages: list[dict[str, str]]) -> str:
    return my_provider.chat(messages)

client.run(LLMAgent(complete, transcripts="transcripts"), games=["faraway"])
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from farshore.agents.agent import Agent, Fallback, TimedTurn, default_picks
from farshore.agents.description import Describer
from farshore.agents.transcripts import Transcript
from farshore.errors import Conflict, FarshoreError, Invalid
from farshore.models import Decision
from farshore.table import Table
from farshore.turns import Picks

Message = dict[str, str]
"""A message: `{"role": "system" | "user" | "assistant", "content": "…"}`."""

log = logging.getLogger(__name__)

MAX_EVENTS: Final = 40
"""How many events since the last decision are included; the view has the rest."""


class LLMAgent(Agent):
    """Plays any game with a function that completes a conversation.

    `complete` gets the messages and returns the reply. It is called up to `attempts` times per decision: after a
    reply without JSON, or one that the rules refuse, it gets the reason. Then the default is played, and the log and
    the transcript say so. The conversation over each decision is stored with the table, readable by its player at
    once and by everybody who may see the table after the end (`keep=False` disables this); with `transcripts` it is
    also saved in that folder as `<table>.jsonl`. `rules` includes the rulebook in the system message.
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
        self.attempts = attempts
        self.rules = rules
        self.transcripts = transcripts
        self.keep = keep
        self._lock = threading.Lock()
        self._describers: dict[str, tuple[Describer, str]] = {}
        self._seen: dict[str, int] = {}

    def choose(self, turn: TimedTurn) -> Picks:
        """Ask the model until the rules accept its answer, a limited number of times."""
        notes = Transcript(self.transcripts, turn.table.id, turn.decision.id)
        try:
            return self._converse(turn, notes)
        finally:
            self._keep(turn, notes)

    def _converse(self, turn: TimedTurn, notes: Transcript) -> Picks:
        describer, system = self._describer(turn.table)
        messages = [
            {"role": "system", "content": system},
            {"role": "user", "content": self._question(describer, turn)},
        ]
        # The system message is the same each time: it is stored once.
        for each in messages[turn.table.id in self._seen :]:
            notes.add(**each)
        self._seen[turn.table.id] = turn.update.seq
        problem = ""
        for _ in range(self.attempts):
            reply, problem = self._reply(messages)
            notes.add("assistant", reply)
            picks = picks_in(reply, turn.decision) if not problem else None
            if picks is not None:
                problem = self._refusal(turn, picks)
                if not problem:
                    notes.add("answer", reply, picks=picks)
                    return picks
                message = describer.text("llm-refused", detail=problem)
            elif problem:
                continue
            else:
                problem = reply[-200:]
                example = json.dumps({"picks": list(default_picks(turn.decision))}, ensure_ascii=False)
                message = describer.text("llm-no-json", example=example)
            messages += [{"role": "assistant", "content": reply}, {"role": "user", "content": message}]
            notes.add("user", message)
        why = describer.text("llm-gave-up", attempts=self.attempts, detail=problem)
        notes.add("fallback", why, picks=default_picks(turn.decision))
        raise Fallback(why)

    def _keep(self, turn: TimedTurn, notes: Transcript) -> None:
        """Store the conversation with the table. If that fails, the answer is sent all the same."""
        if not self.keep or not notes.lines:
            return
        try:
            turn.table.keep_transcript(turn.decision, notes.lines)
        except FarshoreError as error:
            log.warning("the transcript of %s was not stored: %s", turn.decision.id, error)

    def finished(self, table: Table) -> None:
        """Add the result to the transcript."""
        self._seen.pop(table.id, None)
        result = table.result.raw if table.result else None
        Transcript(self.transcripts, table.id).add("finished", table.status, result=result)

    def _reply(self, messages: list[Message]) -> tuple[str, str]:
        """The model's reply, and the error if the call failed."""
        try:
            return str(self.complete([dict(message) for message in messages])), ""
        except Exception as broken:
            return "", f"{type(broken).__name__}: {broken}"

    def _refusal(self, turn: TimedTurn, picks: Sequence[str]) -> str:
        """Why the rules refuse these picks, or nothing; no answer is sent yet."""
        try:
            turn.table.check(turn.decision, picks)
        except Invalid as refused:
            return str(refused)
        except Conflict:
            # It is too late; sending the answer will say so.
            return ""
        return ""

    def _question(self, describer: Describer, turn: TimedTurn) -> str:
        """Everything the model needs for this decision, in one message."""
        text, table = describer.text, turn.table
        names = describer.names(table)
        parts = [text("llm-names", names=", ".join(names))]
        story = describer.story(table.story(self._seen.get(table.id, 0)), names)[-MAX_EVENTS:]
        if story:
            parts.append(text("llm-story", story="\n".join(f"- {line}" for line in story)))
        parts.append(text("llm-view", view=describer.view(turn.update, names)))
        parts.append(text("llm-question", question=describer.question(turn.decision)))
        if turn.reason:
            parts.append(text("llm-refused", detail=turn.reason))
        return "\n\n".join(parts)

    def _describer(self, table: Table) -> tuple[Describer, str]:
        """The describer of a game and the system message, created once."""
        with self._lock:
            if table.game not in self._describers:
                client = table.client
                describer = Describer(client, table.game, self.language)
                system = describer.text("llm-system", title=describer.title, about=describer.about)
                if self.rules:
                    try:
                        rules = client.games.rules(table.game, self.language)
                        system += "\n\n" + describer.text("llm-rules", rules=rules)
                    except FarshoreError:
                        # A model that sees the options can play without the rulebook.
                        pass
                self._describers[table.game] = describer, system
            return self._describers[table.game]


def picks_in(reply: str, decision: Decision) -> tuple[str, ...] | None:
    """The picks of the last JSON object with picks in a reply; None if there is none.

    Ids are matched without regard to case (`R21`); the rules check whether they are options.
    """
    known = {option.casefold(): option for option in decision.options}
    picks = None
    decoder = json.JSONDecoder()
    place = reply.find("{")
    while place >= 0:
        try:
            found, end = decoder.raw_decode(reply, place)
        except (ValueError, RecursionError):
            end = place + 1
        else:
            picks = _listed(found) or picks
        place = reply.find("{", end)
    return None if picks is None else tuple(known.get(pick.casefold(), pick) for pick in picks[0])


def _listed(found: Any) -> tuple[list[str]] | None:
    """The picks of an object, in a tuple, because an empty list of picks is valid too."""
    picks = found.get("picks") if isinstance(found, dict) else None
    if isinstance(picks, str):
        return ([picks],)
    return ([str(pick) for pick in picks],) if isinstance(picks, list) else None
