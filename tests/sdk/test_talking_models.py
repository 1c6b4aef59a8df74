"""Language models that talk: three of them, served by a scripted server with OpenAI's interface, play whole games."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from typing import Any, ClassVar

import farshore
import pytest
from farshore.agents.llm import LLMAgent, chat_completions, said_in

CHANCE = Random(4)


def script(page: str) -> dict[str, Any]:
    """What the model replies: it tells its first card, listens for a while, places the card and is done."""
    if "somebody has spoken" in page:
        return {"say": ["I hear you."] if "“Shall we?”" in page else []}
    question = page.partition("== Your decision: ")[2]
    id, _, rest = question.partition(" ==")
    # Short options stand side by side.
    options = re.findall(r"(?:^  |· )(\w\S*)  ", rest, flags=re.M)
    if "-place-" in id:
        card = re.search(r"card-1  .* \((\w+) (\d)\)", rest)
        if "The first card on the sled ends all talk." in page:
            told = re.search(r"^- You: ", page, flags=re.M)
            if card and not told:
                return {"say": [f"I have {card[1]} {card[2]}"], "picks": ["wait"]}
            return {"picks": ["card-1"]} if "card-1" in options else {"picks": ["wait"]}
        return {"picks": ["done"]}
    count = re.search(r"Pick (?:exactly )?(\d+)", rest)
    most = 1 if "Pick at most" in rest or count is None else int(count[1])
    # Not always the first: in New Lands such a group would vote for ever.
    return {"picks": CHANCE.sample(options, most), "say": ["Shall we?"] if "-vote-exploration-" in id else []}


class Model(BaseHTTPRequestHandler):
    """The scripted server."""

    prompts: ClassVar[list[str]] = []

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        page = body["messages"][1]["content"]
        self.prompts.append(page)
        if "The rules do not allow" in body["messages"][-1]["content"] and len(body["messages"]) > 2:
            reply: dict[str, Any] = {"picks": ["wait"]}
        else:
            reply = script(page)
        raw = json.dumps({"choices": [{"message": {"role": "assistant", "content": f"Hm. {json.dumps(reply)}"}}]})
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(raw.encode())

    def log_message(self, format: str, *args: Any) -> None:
        """Be quiet."""


@pytest.fixture
def model() -> Iterator[str]:
    """The address of the scripted server."""
    Model.prompts.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    server.server_close()


def test_what_is_said_is_read_from_the_last_json() -> None:
    assert said_in(
        '{"say": "Hello"} no: {"picks": [], "say": ["Yes", {"room": "table", "text": " two\\nlines "}, 3]}'
    ) == [
        ("Yes", None),
        ("two lines", "table"),
    ]
    assert said_in("nothing") == []


Player = tuple[farshore.Client, threading.Thread]


def players(url: str, model: str, count: int) -> list[Player]:
    """Language-model players, each in a thread, ready for an invitation."""
    found = []
    for name in ("Mia", "Max", "Moe")[:count]:
        client = farshore.Client(url)
        client.register(name)
        agent = LLMAgent(chat_completions(model, "scripted"), rules=False)
        thread = threading.Thread(target=client.run, args=(agent,), kwargs={"stop_after": 1, "budget": 20}, daemon=True)
        found.append((client, thread))
    return found


def seated(
    owner: farshore.Client, game: str, others: list[tuple[farshore.Client, threading.Thread]], **more: Any
) -> Any:
    """A table of the owner with these players invited; they are waited for."""
    invited = [each.me.get().player for each, _ in others]
    seats = ["me", *({"kind": "invite", "player": player.id} for player in invited if player)]
    table = owner.tables.open(game, seats=seats, **more)
    for _, thread in others:
        thread.start()
    for _ in range(300):
        if all(seat.kind == "player" for seat in table.refresh().seats):
            return table.start()
        threading.Event().wait(0.1)
    raise AssertionError("they did not sit down")


@pytest.mark.thorough
def test_three_models_play_a_timed_mountains_of_madness_and_talk(url: str, model: str) -> None:
    (first, _), *others = players(url, model, 3)
    table = seated(first, "mountains_of_madness", others, options={"timer_s": 10})

    first.run(LLMAgent(chat_completions(model, "scripted"), rules=False), stop_after=1, budget=20)

    assert table.refresh().status == "finished"
    told = [event.text or "" for event in table.story(words=True)]
    assert any(re.match(r"You say: I have \w+ \d", text) for text in told), told
    assert any("Mia places one card" in text for text in told), "and they place what they told of"
    assert any(re.match(r"(Max|Moe): I have \w+ \d", text) for text in told), "the models hear each other"
    assert all("place" in prompt or "decision" in prompt or "spoken" in prompt for prompt in Model.prompts)


@pytest.mark.thorough
def test_three_models_and_a_person_play_new_lands(url: str, model: str, ada: farshore.Client) -> None:
    others = players(url, model, 3)
    table = seated(ada, "new_lands", others)
    table.say("Shall we?")

    for turn in table.turns():
        decision = turn.decision
        try:
            turn.answer(CHANCE.sample(decision.options, max(decision.least, 1)))
        except farshore.errors.Invalid:
            # A mission that another player has taken meanwhile.
            turn.answer(decision.default or ())

    assert table.refresh().status == "finished"
    votes = [prompt for prompt in Model.prompts if re.search("-vote-(exploration|mission)-", prompt)]
    assert votes, "the models vote"
    assert all(" / " in prompt for prompt in votes), "nobody votes without the passage"
    said = [event.data["text"] for event in table.story() if event.type == "talk"]
    assert "I hear you." in said
