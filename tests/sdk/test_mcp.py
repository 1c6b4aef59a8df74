"""Farshore as tools for a language model: the package's own client plays, in process and over stdio."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import anyio
import farshore
import pytest
from farshore.agents import mcp as farshore_mcp
from farshore.agents.mcp import server
from farshore.models import Decision, Event, Update
from mcp import Client, StdioServerParameters

from tests.conftest import free_port

ROOT = Path(__file__).resolve().parents[2]
Tool = Callable[..., Awaitable[str]]


def session(served: Any, play: Callable[[Tool], Awaitable[None]]) -> None:
    """Play with the tools of a server."""

    async def run() -> None:
        async with Client(served) as client:

            async def call(tool: str, refused: bool = False, **arguments: Any) -> str:
                result = await client.call_tool(tool, arguments)
                text: str = result.content[0].text  # type: ignore[union-attr]
                assert result.is_error is refused, text
                return text

            await play(call)

    anyio.run(run)


async def play_on(call: Tool, table: str, text: str, asked: str = "Your decision: ", over: str = "is over") -> str:
    """Take the first options until the game is over; the last text."""
    while over not in text:
        found = re.search(rf"== {asked}(\S+) ==\n(.*)", text, re.DOTALL)
        if found is None:
            # The others needed longer than an answer waits.
            text = await call("wait_for_turn", table=table, seconds=20)
            continue
        options = re.findall(r"^  (\S+)  ", found[2], re.MULTILINE)
        text = await call("answer", table=table, decision=found[1], picks=options[:1])
    return text


def test_a_whole_game_in_process(ada: farshore.Client) -> None:
    async def play(call: Tool) -> None:
        assert "- faraway: Faraway (2 to 6 players; bots: random" in await call("list_games")
        assert "# Faraway" in await call("read_rules", game="faraway")
        text = await call("open_table", game="faraway", level="random")
        table = re.findall(r"Table (\w+), running", text)[0]
        assert table in await call("list_tables", mine=True)

        seen = await call("look", table=table)
        assert "Which region do you explore this round?" in seen
        assert re.search(r"^  r\d+  \w+, ", seen, re.M), "cards come with their texts"
        wrong = await call("answer", refused=True, table=table, decision="0-explore-0", picks=["r999"])
        assert "is not among your options" in wrong
        assert re.search(r"Open decisions: 0-explore-0: r\d+, r\d+, r\d+", wrong)
        assert "You said: Good luck!" in await call("say", table=table, text="Good luck!")

        text = await play_on(call, table, text)

        assert re.search(r"1\. .* – \d+\n2\. .* – \d+", text)
        assert "Good luck!" in await call("history", table=table)
        assert "Refused: " in await call("say", refused=True, table=table, text="Again?")

    session(server(ada), play)


def test_a_table_with_company(ada: farshore.Client, ben: farshore.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(farshore_mcp, "WAIT_S", 0.2)

    async def play(call: Tool) -> None:
        text = await call("open_table", game="faraway", seats=2, bots=0)
        table = re.findall(r"Table (\w+), open", text)[0]
        assert "has not started" in text
        assert "The game has not begun." in text
        await call("start_table", refused=True, table=table)
        assert table in await call("list_tables", game="faraway")
        ben.tables.get(table).take_seat(1)
        assert "Your decision: 0-explore-0" in await call("start_table", table=table)
        await call("join_table", table=table)

        first = ada.tables.get(table).decisions()[0].options[0]
        theirs = ben.tables.get(table)
        theirs.answer("0-explore-1", theirs.decisions()[0].options[0])
        text = await call("answer", table=table, decision="0-explore-0", picks=[first])
        assert "Since your last answer" in text
        waited = await call("wait_for_turn", table=table, seconds=0.2)
        assert ("Waiting for Ben." in waited) or ("Your decision" in waited)
        assert "Refused" in await call("join_table", refused=True, table="nowhere")

    session(server(ada), play)


def test_what_is_read_aloud_once_reaches_the_model_with_an_answer_and_while_it_waits() -> None:
    heard = Event(seq=2, type="story", data={"kind": "heard", "data": {"lines": ["the sea", "the lamp"]}, "once": True})
    clue = Event(seq=3, type="story", data={"kind": "clue", "once": True}, text="The clue is: salt.")
    table: Any = SimpleNamespace(
        answer=lambda decision, picks: Update(status="running", seq=2, events=(heard,)),
        view=lambda after, wait: Update(status="running", seq=3, decisions=(Decision(id="2-vote-0"),)),
        story=lambda after, words: iter([clue]),
        page=lambda language: "== Your decision: 2-vote-0 ==",
    )
    client: Any = SimpleNamespace(tables=SimpleNamespace(get=lambda id: table))

    text = farshore_mcp.Tools(client).answer("t", "1-listen-0", ["listen"])

    assert text == "the sea / the lamp\n\nThe clue is: salt.\n\n== Your decision: 2-vote-0 =="


def test_farshore_mcp_serves_over_stdio_in_french(url: str, tmp_path: Path) -> None:
    served = StdioServerParameters(
        command=sys.executable,
        args=["-m", "farshore", "mcp", "--language", "fr", "--name", "Léa"],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "sdk"), "FARSHORE_URL": url}
        | {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)},
    )

    async def play(call: Tool) -> None:
        text = await call("open_table", game="faraway", level="random")
        assert "Quelle Région" in text
        table = re.findall(r"Table (\w+), en cours", text)[0]

        text = await play_on(call, table, text, "À vous de choisir : ", "est finie")

        assert re.search(r"1\. .* – \d+\n2\. ", text)
        assert "vous êtes Léa" in text

    session(served, play)


@pytest.mark.thorough
def test_farshore_mcp_serves_over_streamable_http(url: str, tmp_path: Path) -> None:
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "farshore", "mcp", "--http", str(port), "--name", "Net"],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "sdk"), "FARSHORE_URL": url}
        | {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "LANG": "C.UTF-8"},
    )

    async def play(call: Tool) -> None:
        text = await call("open_table", game="faraway", level="random")
        table = re.findall(r"Table (\w+), running", text)[0]
        assert "You said: Good luck!" in await call("say", table=table, text="Good luck!")
        assert "== The game is over ==" in await play_on(call, table, text)

    try:
        until_it_listens(port, process)
        session(f"http://127.0.0.1:{port}/mcp", play)
    finally:
        process.terminate()
        process.wait()


def until_it_listens(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait for a server on this port."""
    for _ in range(600):
        assert process.poll() is None
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError("it does not listen")


def test_the_example_plays_a_whole_game(url: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "mcp_player.py")],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "sdk"), "FARSHORE_URL": url}
        | {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=90,
    )

    assert done.returncode == 0, done.stderr
    assert "== The game is over" in done.stdout


def test_without_the_package_there_is_a_hint(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from farshore.cli import main

    monkeypatch.setitem(sys.modules, "farshore.agents.mcp", None)

    assert main(["mcp", "--url", "http://127.0.0.1:1"]) == 2
    assert f"{sys.executable} -m pip install 'mcp>=2'" in capsys.readouterr().err
