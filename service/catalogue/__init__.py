"""The catalogue: which games there are, their rules, words and cards."""
