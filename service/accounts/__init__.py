"""Players: names, tokens, the stream over all their tables, and closing an account."""
