"""Finished tables: moving them out of Redis, retention, and reading them back."""
