"""RULES 12: table talk. What is sent, what is refused, what is changed on the way, and who hears it."""
