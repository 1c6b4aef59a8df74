"""A client of `farshore mcp` that plays a whole game, the way a language model's host would: pip install "./sdk[mcp]".

It starts the server over stdio, lists the tools and takes the first options it reads. A model would read them, too.
"""

import asyncio
import os
import re
import sys

from mcp import Client, StdioServerParameters

SERVER = StdioServerParameters(
    command=sys.executable,
    args=["-m", "farshore", "mcp", "--name", "Tool Tess", "--language", "en"],
    env={**os.environ},
)


async def main() -> None:
    async with Client(SERVER) as client:

        async def call(tool: str, **arguments: object) -> str:
            return (await client.call_tool(tool, arguments)).content[0].text

        print("tools:", ", ".join(tool.name for tool in (await client.list_tools()).tools))
        text = await call("open_table", game="faraway", level="random")
        table = re.search(r"Table (\w+)", text)[1]
        await call("say", table=table, text="Good luck!")
        while "== The game is over" not in text:
            decision, question = re.search(r"== Your decision: (\S+) ==\n(.*)", text, re.DOTALL).groups()
            count = re.search(r"Pick (?:exactly )?(\d+)", question)
            picks = re.findall(r"^  (\S+)  ", question, re.MULTILINE)[: int(count[1]) if count else 1]
            text = await call("answer", table=table, decision=decision, picks=picks)
        print(text)


asyncio.run(main())
