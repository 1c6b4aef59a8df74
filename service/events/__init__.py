"""What happened at a table: the log, its numbering per viewer, and streams."""
