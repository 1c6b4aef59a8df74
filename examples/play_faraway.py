"""Play a whole game of Faraway against two bots: `pip install ./sdk`, `make run`, then this script."""

import os
import random

import farshore

client = farshore.Client(os.environ.get("FARSHORE_URL", farshore.DEFAULT_URL))
client.register("Ada")
table = client.tables.open("faraway", seats=3, bots=2, level="greedy")
for turn in table.turns():
    question = turn.decision
    turn.answer(random.sample(question.options, question.least))
print(f"Table {table.id}: scores {table.result.scores}, places {table.result.places}")
