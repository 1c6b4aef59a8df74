"""A small AI player of Faraway: great quests first, and later the wonders that they need.

`farshore bot examples/greedy_bot.py --open faraway`, `farshore arena faraway examples/greedy_bot.py random`, or run
this file as it is.
"""

import os

import farshore


class Greta(farshore.Agent):
    """Takes what is worth most in this round. The facts of the cards come from the service."""

    name = "Greedy Greta"

    def __init__(self):
        self.facts = {}

    def choose(self, turn):
        """The best options, as few as possible."""
        if not self.facts:
            cards = turn.table.client.games.cards("faraway")
            self.facts = {card["id"]: card for card in cards["regions"] + cards["sanctuaries"]}
        best = sorted(turn.decision.options, key=lambda id: self.worth(id, turn.view["round"]), reverse=True)
        return best[: turn.decision.least]

    def worth(self, id: str, round: int) -> float:
        """The first regions see everything that comes after them, the last ones see nothing but are seen by all."""
        card = self.facts[id]
        quest = card["quest"] or {"points": 0}
        fame = quest["points"] * (2.5 if quest.get("per") else 1)
        supplies = sum(card["wonders"].values()) + card["clues"] + card["night"] / 2
        wish = sum(card.get("prerequisites", {}).values())
        return (8 - round) * (fame - 2 * wish) + round * 3 * supplies


if __name__ == "__main__":
    client = farshore.Client(os.environ.get("FARSHORE_URL", farshore.DEFAULT_URL))
    client.register(Greta.name)
    table = client.tables.open("faraway", seats=2, bots=1, level="random")
    client.run(Greta(), games=["faraway"], stop_after=1)
    table.refresh()
    print("won" if table.my_seat in table.result.winners else "lost", table.result.scores)
