"""RULES 5.3, D25: table talk. What is sent, what is refused, what is changed on the way, and who hears it."""
