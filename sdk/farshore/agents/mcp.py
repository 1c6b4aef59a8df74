"""An MCP server (Model Context Protocol) whose tools play Farshore: `farshore mcp`."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from farshore.agents.tools import Tools
from farshore.client import Client
from farshore.errors import FarshoreError
from farshore.request import VERSION

P = ParamSpec("P")


def server(client: Client, language: str = "en") -> MCPServer[Any]:
    """An MCP server whose tools play as the player of this client."""
    tools = Tools(client, language)
    mcp: MCPServer[Any] = MCPServer(
        "farshore", instructions=tools.text("mcp-instructions"), version=VERSION, log_level="WARNING"
    )
    for tool in (
        tools.list_games,
        tools.read_rules,
        tools.list_tables,
        tools.open_table,
        tools.join_table,
        tools.start_table,
        tools.look,
        tools.answer,
        tools.wait_for_turn,
        tools.say,
        tools.history,
    ):
        mcp.add_tool(_with_error_texts(tools, tool), structured_output=False)
    return mcp


def serve(client: Client, language: str = "en", port: int | None = None, host: str = "127.0.0.1") -> None:
    """Serve over stdin and stdout until the other side closes; with a `port`, over streamable HTTP at `/mcp`."""
    if port is None:
        server(client, language).run("stdio")
    else:
        server(client, language).run("streamable-http", host=host, port=port)


def _with_error_texts(tools: Tools, tool: Callable[P, str]) -> Callable[P, str]:
    """An error is text for the model to read, not a crash."""

    @wraps(tool)
    def call(*args: P.args, **kwargs: P.kwargs) -> str:
        try:
            return tool(*args, **kwargs)
        except FarshoreError as error:
            raise ToolError(tools.error_text(error)) from error
        except ValueError as wrong:
            raise ToolError(tools.text("mcp-refused", detail=wrong)) from wrong

    return call
