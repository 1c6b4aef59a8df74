"""Arenas: many games between the same players, and ratings from the results.

Without web or Redis: the plan (`plan`), which entrants meet (`pairing`), the deals, seats and order of games
(`schedule`), one game (`match`), the export (`export`), and its evaluation (`comparisons`, `ratings`, `results`,
`report`). `local` plays an arena on all cores of a machine. In the service `arenas` opens them and `runner` plays them.
"""
