"""An AI player behind a webhook: start the service with `FARSHORE_AGENT_PRIVATE=on make run`, then this script.

It registers an agent, listens for its questions, has it tested, and watches it play a whole game.
"""

import logging
import os
import threading

import farshore
from farshore import webhooks


class Climber(farshore.Agent):
    """Small numbers first in Faraway, so that each region is higher than the last and finds a sanctuary."""

    name = "Climbing Webhook"

    def decide(self, view, decision):
        """As few options as possible, the smallest numbers first."""
        return sorted(decision.options, key=number)[: decision.least]


def number(option: str) -> int:
    """The number of a card: 21 for `r21`."""
    return int("0" + "".join(filter(str.isdigit, option)))


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    port = int(os.environ.get("WEBHOOK_PORT", "9000"))
    client = farshore.Client(os.environ.get("FARSHORE_URL", farshore.DEFAULT_URL))
    client.register("Owner of a webhook")

    agent = client.agents.register(Climber.name, f"http://127.0.0.1:{port}/", games=["faraway"])
    server = webhooks.server(Climber(), agent.secret, port)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    for check in client.agents.test(agent.id).checks:
        print("ok " if check["ok"] else "BAD", check["message"])

    table = client.tables.open("faraway", seats=[agent.id, {"kind": "bot", "level": "random"}])
    for _ in table.follow():
        pass
    outcomes = [delivery.outcome for delivery in client.agents.deliveries(agent.id)]
    print(f"Table {table.id}: scores {table.result.scores}; {outcomes.count('answered')} of {len(outcomes)} answered")
