"""Redis, and nothing else: what is kept, under which key, and how it is changed in one breath."""
