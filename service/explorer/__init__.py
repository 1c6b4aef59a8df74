"""The explorer: how often each card is offered and taken, and how the games of those who took it ended."""
