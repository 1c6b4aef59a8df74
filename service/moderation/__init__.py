"""People in public rooms: muting players, reporting talk to the operator, and words that are not allowed."""
