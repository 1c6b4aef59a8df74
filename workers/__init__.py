"""Background processes: RQ workers for bots, timers, agents and arenas, and the clock that enqueues their jobs."""
