"""Opening, joining, listing and leaving tables, and votes about a table."""
