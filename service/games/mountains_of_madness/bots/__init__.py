"""Built-in players. They see an imagined table, tell each other their cards, and keep to one common plan."""
