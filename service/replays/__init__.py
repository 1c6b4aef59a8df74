"""Replays of finished games: export, import, verification and transcripts."""
