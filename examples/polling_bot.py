"""An AI player behind a firewall: it polls the service for work. `make run`, then this script.

It registers an agent, seats it at a table against a bot, and answers its questions until the game is over.
"""

import logging
import os
import threading

import farshore


class Climber(farshore.Agent):
    """Small numbers first in Faraway, so that each region is higher than the last and finds a sanctuary."""

    name = "Climbing Poller"

    def decide(self, view, decision):
        """As few options as possible, the smallest numbers first."""
        return sorted(decision.options, key=number)[: decision.least]


def number(option: str) -> int:
    """The number of a card: 21 for `r21`."""
    return int("0" + "".join(filter(str.isdigit, option)))


def watch(table: farshore.Table) -> None:
    """Wait until the game is over, then stop polling."""
    for _ in table.follow():
        pass
    client.stop()


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    client = farshore.Client(os.environ.get("FARSHORE_URL", farshore.DEFAULT_URL))
    client.register("Owner behind a firewall")

    agent = client.agents.register(Climber.name, games=["faraway"])
    table = client.tables.open("faraway", seats=[agent.id, {"kind": "bot", "level": "random"}])
    threading.Thread(target=watch, args=(table,), daemon=True).start()
    tally = client.poll(Climber(), [agent.id], parallel=2)
    print(f"Table {table.id}: scores {table.result.scores}; {tally.decisions} answers")
