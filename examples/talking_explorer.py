"""An explorer who talks: a language model in Mountains of Madness, in free text, under its own madness.

It reads the talk policy of its seat, says its piece, and when its madness refuses the words it sees why and tries
others. Put your provider's call into `complete`; the stand-in here needs no network.
"""

import json
import os
import re
from collections.abc import Callable
from typing import Any

import farshore

Chat = list[dict[str, str]]

TASK = """You climb a mountain with others and may only win together. You see your hand, the place and what you heard.
Reply with JSON only: {"say": "what you say to the others, or nothing", "picks": ["the options you answer with"]}.
If a message is refused, your madness forbids it: say it in another way."""


class Explorer:
    """Talks and answers for one seat. `complete` turns a conversation into the model's next reply."""

    def __init__(self, complete: Callable[[Chat], str], tries: int = 4) -> None:
        self.complete = complete
        self.tries = tries

    def play(self, turn: Any) -> None:
        """Speak as long as the policy lets us and the words are refused, then answer."""
        policy = turn.table.talk().policy or {}
        chat = [{"role": "system", "content": TASK}, {"role": "user", "content": described(turn, policy)}]
        reply = self.ask(chat)
        if policy.get("phase") == "discussion":
            for _ in range(self.tries):
                if not reply.get("say"):
                    break
                try:
                    turn.table.say(reply["say"])
                    break
                except farshore.FarshoreError as refusal:
                    chat.append({"role": "user", "content": f"Refused: {refusal}. Try other words."})
                    reply = self.ask(chat)
        for picks in (reply.get("picks") or turn.decision.default, turn.decision.default):
            try:
                turn.answer(picks)
                return
            except farshore.FarshoreError:
                continue

    def ask(self, chat: Chat) -> dict[str, Any]:
        """One reply of the model; what is no JSON counts as silence."""
        said = self.complete(chat)
        chat.append({"role": "assistant", "content": said})
        found = re.search(r"\{.*\}", said, re.DOTALL)
        try:
            reply = json.loads(found[0]) if found else {}
        except ValueError:
            reply = {}
        return reply if isinstance(reply, dict) else {}


def described(turn: Any, policy: dict[str, Any]) -> str:
    """All that the seat knows, as JSON."""
    seen = {key: turn.view[key] for key in ("phase", "leader", "place", "players", "heard", "me")}
    asked = {"kind": turn.decision.kind, "options": list(turn.decision.options), "default": list(turn.decision.default)}
    return json.dumps({"view": seen, "talk": policy, "question": asked}, default=str)


class StandIn:
    """Stands in for a model: it names its cards once, and when refused adds words that please most kinds of madness."""

    def __call__(self, chat: Chat) -> str:
        facts = json.loads(chat[1]["content"])
        refused = sum(message["content"].startswith("Refused") for message in chat)
        hand = [card for card in facts["view"]["me"]["hand"] if card["kind"] not in (None, "wound")]
        told = any(line.get("seat") == facts["view"]["me"]["seat"] for line in facts["view"]["heard"])
        cards = ", ".join(f"{card['kind']} {card['value']}" for card in hand)
        ways = [
            cards,
            f"please, the white penguin and Dyer have {cards}, are you sure?",
            hand[0]["kind"] if hand else "",
            "",
        ]
        silent = facts["talk"]["phase"] == "silence"
        word = "done" if silent else "ready" if told or refused >= len(ways) - 1 else "wait"
        picks = [word] if facts["question"]["kind"] == "place" else facts["question"]["default"]
        return json.dumps({"say": "" if told else ways[min(refused, len(ways) - 1)], "picks": picks})


if __name__ == "__main__":
    client = farshore.Client(os.environ.get("FARSHORE_URL", farshore.DEFAULT_URL))
    client.register("Talking Tess")
    options = {"mode": "relaxed"}
    table = client.tables.open("mountains_of_madness", seats=3, bots=2, level="guide", options=options)
    explorer = Explorer(StandIn())
    for turn in table.turns():
        explorer.play(turn)
    print(table.result)
