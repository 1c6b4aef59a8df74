"""A language model as a player: the table in words to it, the last JSON of its reply back as picks.

def complete(messages: list[dict[str, str]]) -> str:
    return my_provider.chat(messages)

client.run(farshore.llm.LLMAgent(complete, transcripts="transcripts"), games=["faraway"])
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from farshore.agents import Agent, Fallback, TimedTurn, default
from farshore.describing import Describer
from farshore.errors import Conflict, FarshoreError, Invalid
from farshore.models import Decision
from farshore.table import Table
from farshore.transcripts import Transcript
from farshore.turns import Picks

Message = dict[str, str]
"""What is said and by whom: `{"role": "system" | "user" | "assistant", "content": "…"}`."""

log = logging.getLogger(__name__)

LONGEST_STORY: Final = 40
"""How many events since the last decision are told; the view has the rest."""


class LLMAgent(Agent):
    """Lets any function that completes a conversation play any game of the shelf.

    `complete` gets the messages and returns the reply. It is asked up to `asks` times for one decision: a reply
    without JSON, or one that the rules refuse, is answered with the reason. Then the default is played, and both
    the log and the transcript say so. The conversation over each decision is kept with the table, for its own
    player at once and for all who may see the table after the end (`keep=False` keeps it at home); with
    `transcripts` it is also saved there as `<table>.jsonl`. `rules` puts the rulebook before the first message.
    """

    def __init__(
        self,
        complete: Callable[[list[Message]], str],
        *,
        language: str = "en",
        asks: int = 3,
        rules: bool = True,
        transcripts: str | Path | None = None,
        keep: bool = True,
    ) -> None:
        self.complete = complete
        self.language = language
        self.asks = asks
        self.rules = rules
        self.transcripts = transcripts
        self.keep = keep
        self._lock = threading.Lock()
        self._describers: dict[str, tuple[Describer, str]] = {}
        self._heard: dict[str, int] = {}

    def choose(self, turn: TimedTurn) -> Picks:
        """Ask the model until it gives an answer the rules accept, but not for ever."""
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
        # The system message is the same each time: once is enough to keep.
        for message in messages[turn.table.id in self._heard :]:
            notes.note(**message)
        self._heard[turn.table.id] = turn.update.seq
        problem = ""
        for _ in range(self.asks):
            reply, problem = self._reply(messages)
            notes.note("assistant", reply)
            picks = picks_in(reply, turn.decision) if not problem else None
            if picks is not None:
                problem = self._refusal(turn, picks)
                if not problem:
                    notes.note("answer", reply, picks=picks)
                    return picks
                told = describer.words("llm-refused", detail=problem)
            elif problem:
                continue
            else:
                problem = reply[-200:]
                example = json.dumps({"picks": list(default(turn.decision))}, ensure_ascii=False)
                told = describer.words("llm-no-json", example=example)
            messages += [{"role": "assistant", "content": reply}, {"role": "user", "content": told}]
            notes.note("user", told)
        why = describer.words("llm-gave-up", asks=self.asks, detail=problem)
        notes.note("fallback", why, picks=default(turn.decision))
        raise Fallback(why)

    def _keep(self, turn: TimedTurn, notes: Transcript) -> None:
        """Keep the conversation with the table. The answer is what counts: this may fail."""
        if not self.keep or not notes.lines:
            return
        try:
            turn.table.keep_transcript(turn.decision, notes.lines)
        except FarshoreError as refused:
            log.warning("the transcript of %s was not kept: %s", turn.decision.id, refused)

    def finished(self, table: Table) -> None:
        """Write the result under the transcript."""
        self._heard.pop(table.id, None)
        result = table.result.raw if table.result else None
        Transcript(self.transcripts, table.id).note("finished", table.status, result=result)

    def _reply(self, messages: list[Message]) -> tuple[str, str]:
        """The model's reply, and what went wrong if it could not be asked."""
        try:
            return str(self.complete([dict(message) for message in messages])), ""
        except Exception as broken:
            return "", f"{type(broken).__name__}: {broken}"

    def _refusal(self, turn: TimedTurn, picks: Sequence[str]) -> str:
        """What the rules have against these picks; nothing is answered yet."""
        try:
            turn.table.check(turn.decision, picks)
        except Invalid as refused:
            return str(refused)
        except Conflict:
            # It is too late; the answer itself will be told so.
            return ""
        return ""

    def _question(self, describer: Describer, turn: TimedTurn) -> str:
        """All the model needs to know for this decision, in one message."""
        words, table = describer.words, turn.table
        names = describer.names(table)
        parts = [words("llm-names", names=", ".join(names))]
        story = describer.story(table.story(self._heard.get(table.id, 0)), names)[-LONGEST_STORY:]
        if story:
            parts.append(words("llm-story", story="\n".join(f"- {told}" for told in story)))
        parts.append(words("llm-view", view=describer.view(turn.update, names)))
        parts.append(words("llm-question", question=describer.question(turn.decision)))
        if turn.reason:
            parts.append(words("llm-refused", detail=turn.reason))
        return "\n\n".join(parts)

    def _describer(self, table: Table) -> tuple[Describer, str]:
        """The words of a game and the first message, fetched once."""
        with self._lock:
            if table.game not in self._describers:
                client = table.client
                describer = Describer(client, table.game, self.language)
                system = describer.words("llm-system", title=describer.title, about=describer.about)
                if self.rules:
                    try:
                        rules = client.games.rules(table.game, self.language)
                        system += "\n\n" + describer.words("llm-rules", rules=rules)
                    except FarshoreError:
                        # A model that knows the options can play without the rulebook, too.
                        pass
                self._describers[table.game] = describer, system
            return self._describers[table.game]


def picks_in(reply: str, decision: Decision) -> tuple[str, ...] | None:
    """The picks of the last JSON object in a reply that has any; None if there is none.

    An id may be spelt in other letters (`R21`); whether it is among the options is for the rules to say.
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
    """The picks of an object, in a box of their own, since no picks at all are picks as well."""
    picks = found.get("picks") if isinstance(found, dict) else None
    if isinstance(picks, str):
        return ([picks],)
    return ([str(pick) for pick in picks],) if isinstance(picks, list) else None
