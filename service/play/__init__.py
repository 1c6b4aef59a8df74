"""What can be done at a table, one verb per function: the only layer that knows rules and store."""
