"""Bot turns: how the built-in players are played at running tables."""
