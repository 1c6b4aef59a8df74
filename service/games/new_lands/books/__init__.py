"""RULES 2.1: from the bytes of an upload to the numbered pages of a book."""
