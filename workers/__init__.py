"""Background processes: RQ workers for bots, timers, agents, arenas and books, and the clock that enqueues jobs."""
