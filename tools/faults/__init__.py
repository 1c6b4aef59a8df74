"""Fault injection: parts of a running service are killed, paused, cut off and delayed while players and bots play.

`schedule` decides which faults happen and when; `injection` causes them, with `proxy` on the connections and
`wall_clock` for the time. Meanwhile `workload` opens tables and arenas, `clients` and `stream_readers` play and follow
them, and every request is recorded in a `history`. Afterwards `checks` and `arena_checks` compare the history with what
the service stores. `python -m tools.faults` runs everything; see docs/faults.md.
"""
