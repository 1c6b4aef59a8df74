"""A soak test: many thousands of finished games, and what they leave in memory."""
