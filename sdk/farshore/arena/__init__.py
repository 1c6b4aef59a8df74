"""Entrants of an arena in this process: built-in bots, Python agents, programs."""
