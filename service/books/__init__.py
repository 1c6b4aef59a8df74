"""Texts to play in: uploads, the job that reads them, and the hidden meanings that winners publish."""
