"""Farshore as tools for a language model, over the Model Context Protocol: `farshore mcp`."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from farshore.client import VERSION, Client
from farshore.errors import FarshoreError
from farshore.toolbox import Toolbox

P = ParamSpec("P")


def server(client: Client, language: str = "en") -> MCPServer[Any]:
    """A server whose tools play as the player this client speaks for."""
    box = Toolbox(client, language)
    made: MCPServer[Any] = MCPServer(
        "farshore", instructions=box.words("mcp-instructions"), version=VERSION, log_level="WARNING"
    )
    for tool in (
        box.list_games,
        box.read_rules,
        box.list_tables,
        box.open_table,
        box.join_table,
        box.start_table,
        box.look,
        box.list_decisions,
        box.answer,
        box.wait_for_turn,
        box.talk,
        box.hear,
    ):
        made.add_tool(_in_words(box, tool), structured_output=False)
    return made


def serve(client: Client, language: str = "en") -> None:
    """Serve over stdin and stdout until the other side hangs up."""
    server(client, language).run("stdio")


def _in_words(box: Toolbox, tool: Callable[P, str]) -> Callable[P, str]:
    """A refusal is something the model reads and learns from, not a crash."""

    @wraps(tool)
    def call(*args: P.args, **kwargs: P.kwargs) -> str:
        try:
            return tool(*args, **kwargs)
        except FarshoreError as refused:
            raise ToolError(box.refusal(refused)) from refused
        except ValueError as wrong:
            raise ToolError(box.words("mcp-refused", detail=wrong)) from wrong

    return call
