"""A small AI player: great quests first, and later the wonders that they need. It follows its seat turn by turn."""

import os

import farshore

client = farshore.Client(os.environ.get("FARSHORE_URL", farshore.DEFAULT_URL))
client.register("Greedy Greta")
cards = client.games.cards("faraway")
facts = {card["id"]: card for card in cards["regions"] + cards["sanctuaries"]}


def worth(id: str, round: int) -> float:
    """The first regions see everything that comes after them, the last ones see nothing but are seen by all."""
    card = facts[id]
    quest = card["quest"] or {"points": 0}
    fame = quest["points"] * (2.5 if quest.get("per") else 1)
    supplies = sum(card["wonders"].values()) + card["clues"] + card["night"] / 2
    wish = sum(card.get("prerequisites", {}).values())
    return (8 - round) * (fame - 2 * wish) + round * 3 * supplies


table = client.tables.open("faraway", seats=2, bots=1, level="random")
for turn in table.turns():
    best = sorted(turn.decision.options, key=lambda id: worth(id, turn.view["round"]), reverse=True)
    turn.answer(best[: turn.decision.least])

print("won" if table.my_seat in table.result.winners else "lost", table.result.scores)
