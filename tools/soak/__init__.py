"""Many thousands of finished games, to see what they leave behind."""
