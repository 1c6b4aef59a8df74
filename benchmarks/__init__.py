"""`make bench`: how fast and how large everything is, beside others of its kind, measured in one run."""
