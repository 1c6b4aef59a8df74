"""Scripts that measure other software for comparison. Nothing here is part of Farshore."""
