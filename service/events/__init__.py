"""Events of a table: the log, its numbering per viewer, and streams."""
