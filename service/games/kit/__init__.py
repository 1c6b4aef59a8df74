"""The rules kit: what a game is made of, and nothing of any one game."""
