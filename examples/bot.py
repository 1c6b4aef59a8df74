"""An AI player in one method: `farshore bot examples/bot.py --open faraway`, or run this file as it is."""

import logging
import os

import farshore


class Climber(farshore.Agent):
    """Small numbers first in Faraway, so that each region is higher than the last and finds a sanctuary."""

    name = "Climbing Cleo"

    def decide(self, view, decision):
        """As few options as possible, the smallest numbers first."""
        return sorted(decision.options, key=number)[: decision.least]


def number(option: str) -> int:
    """The number of a card: 21 for `r21`."""
    return int("0" + "".join(filter(str.isdigit, option)))


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    client = farshore.Client(os.environ.get("FARSHORE_URL", farshore.DEFAULT_URL))
    client.register(Climber.name)
    for _ in range(2):
        client.tables.open("faraway", seats=2, bots=1, level="random")
    print(client.run(Climber(), games=["faraway"], parallel=2, stop_after=2))
