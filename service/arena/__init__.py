"""The arena: players against each other by the hundred, and how good they are.

The pure half of it: who meets whom (`pairing`), on which cards and seats (`deals`), one game (`match`), what is
written down (`rows`), and what it says (`bouts`, `ratings`, `tables`, `report`). No web, no Redis. `local` plays
an arena on all cores of a machine; the service plays one in slices (`service.arena.arenas`).
"""
