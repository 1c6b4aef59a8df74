"""A language model at the table, with any function that completes a conversation. Run it as it is: it needs no network.

Put your provider's call into `complete`; the rest stays. `farshore bot examples/llm_player.py --open faraway`
works, too.
"""

import os
import re

import farshore
from farshore.agents.llm import LLMAgent


def complete(messages: list[dict[str, str]]) -> str:
    """A stand-in for a model: it reads the options from the last message and takes the first.

    With a provider this would be one call, such as: return provider.chat(model="…", messages=messages)
    """
    page = next(each["content"] for each in reversed(messages) if "== Your decision" in each["content"])
    question = page.partition("== Your decision")[2]
    count = re.search(r"Pick (?:exactly )?(\d+)", question)
    ids = re.findall(r"^  (\S+)  ", question, re.MULTILINE)
    picks = ", ".join(f'"{id}"' for id in ids[: int(count[1]) if count else 1])
    return f'I take what comes first. {{"picks": [{picks}], "say": []}}'


agent = LLMAgent(complete, transcripts=os.environ.get("TRANSCRIPTS", "transcripts"))
agent.name = "Literal Lily"

if __name__ == "__main__":
    client = farshore.Client(os.environ.get("FARSHORE_URL", farshore.DEFAULT_URL))
    client.register(agent.name)
    table = client.tables.open("faraway", seats=2, bots=1, level="random")
    print(client.run(agent, games=["faraway"], stop_after=1))
    print(f"The conversation is in {agent.transcripts}/{table.id}.jsonl")
