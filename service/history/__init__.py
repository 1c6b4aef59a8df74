"""Finished games: search and export, and profiles of those who played."""
