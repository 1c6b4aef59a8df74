"""A curl command for every operation of the OpenAPI document. A test runs all of them."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec

from service.api.samples import operations

PATH: Final[dict[str, tuple[str, str]]] = {
    "agent": ("$AGENT", "The id of an agent: `id` of registerAgent."),
    "arena": ("$ARENA", "The id of an arena: `id` of openArena."),
    "book": ("$BOOK", "The id of an uploaded book: `id` of uploadBook."),
    "card": ("r21", "The id of a card, from `cards`."),
    "code": ("$CODE", "A code: of an invitation (`invite_code` of a table), or of a problem (`closed`)."),
    "decision": ("0-explore-0", "The id of a decision: `id` of listDecisions."),
    "game": ("faraway", "The name of a game, from listGames."),
    "hidden_meaning": ("$HIDDEN_MEANING", "The id of a published hidden meaning."),
    "id": ("faraway:greedy", "The id of a player, agent or model; of a bot `<game>:<level>`."),
    "kind": ("bot", "`player`, `agent`, `model` or `bot`."),
    "language": ("fr", "`en` or `fr`."),
    "lease": ("$LEASE", "A lease: `lease` of acquireWork."),
    "player": ("$PLAYER", "The id of a player."),
    "report": ("$REPORT", "The id of a report."),
    "seat": ("1", "The number of a seat, from 0."),
    "step": ("3", "How many answers were given."),
    "table": ("$TABLE", "The id of a table: `id` of openTable."),
    "test": ("$TEST", "The id of a conformance test: `id` of testAgent."),
    "token": ("$TOKEN_ID", "The id of a token, from listTokens."),
}
"""The value of each path parameter in the examples, and its description."""

BODIES: Final[dict[str, Any]] = {
    "recoverAccount": {"code": "$RECOVERY_CODE"},
    "openTable": {
        "game": "faraway",
        "deal": "readme",
        "seats": [{"kind": "me"}, {"kind": "bot", "level": "greedy"}],
        "start": "full",
    },
    "takeSeat": {"code": "$CODE"},
    "answer": {"picks": ["r31"]},
    "checkAnswer": {"picks": ["r31"]},
    "keepTranscript": {"lines": [{"role": "answer", "content": "A clue for later.", "picks": ["r31"]}]},
    "registerAgent": {"name": "Deep Compass", "transport": "poll", "games": ["faraway"], "version": "1.4.2"},
    "changeAgent": {"name": "Deeper Compass"},
    "acquireWork": {"agents": ["$AGENT"], "most": 1},
    "answerWork": {"picks": ["r13"], "say": [{"room": "table", "text": "Good luck!"}]},
    "openArena": {"game": "faraway", "entrants": [{"level": "greedy"}, {"level": "random"}], "games": 10},
}
"""Bodies that are shorter or more specific than the examples of their schemas."""

QUERIES: Final = {
    "acquireWork": "wait=1",
    "exportHistory": "per=decision",
    "followTable": "after=0",
    "followAccount": "table=$TABLE&table=$TABLE_2",
    "getHistory": "game=faraway&limit=5",
    "listReplaySteps": "from=0&to=4",
    "listTables": "open_seats=true",
}
FORMS: Final = {"uploadBook": "-F file=@journey.txt -F title='A journey' -F author='Nobody'"}
FILES: Final = {"importReplay": "@replay.json"}


def add_examples(document: dict[str, Any]) -> None:
    """Describe the parameters of all paths, and give every operation a shell command as an example."""
    for item in document["paths"].values():
        for parameter in item.get("parameters", ()):
            parameter["description"] = PATH[parameter["name"]][1]
    for path, method, operation in operations(document):
        body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        if operation["operationId"] in BODIES:
            body["example"] = BODIES[operation["operationId"]]
        command = curl(method.upper(), path, operation, body.get("example"))
        operation["x-codeSamples"] = [{"lang": "shell", "label": "curl", "source": command}]


def curl(method: str, path: str, operation: dict[str, Any], body: Any) -> str:
    """The command of one operation: `call` is curl with a token, as the top of the page defines it."""
    id = operation["operationId"]
    code = "closed" if id == "getProblem" else PATH["code"][0]
    address = re.sub(r"{(\w+)}", lambda name: code if name[1] == "code" else PATH[name[1]][0], path)
    address = f"$API{address.removeprefix('/v1')}" if address.startswith("/v1/") else f"$HOST{address}"
    if id in QUERIES:
        address = f'"{address}?{QUERIES[id]}"'
    words = ["call" if operation["security"] else "curl -s", address]
    if method != "GET":
        words.insert(1, f"-X {method}")
    if id in FORMS:
        words[0] = 'curl -s -H "authorization: Bearer $TOKEN"'
        words.append(FORMS[id])
    elif id in FILES:
        words.append(f"-d {FILES[id]}")
    elif body is not None:
        if words[0] == "curl -s":
            words.append("-H 'content-type: application/json'")
        text = msgspec.json.format(msgspec.json.encode(body), indent=0).decode()
        # Variables are filled in by the shell, so they leave the single quotes.
        words.append("-d '" + re.sub(r"\$\w+", lambda name: f"""'"{name[0]}"'""", text) + "'")
    return " ".join(words)
