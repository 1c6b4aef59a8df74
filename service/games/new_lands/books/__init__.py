"""RULES 2: from the bytes of an upload to the numbered pages of a book."""
