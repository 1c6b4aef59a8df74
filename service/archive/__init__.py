"""Finished tables: moving them from Redis to the database, retention, and reading them back."""
