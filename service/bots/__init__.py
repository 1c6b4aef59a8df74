"""Bots at running tables."""
