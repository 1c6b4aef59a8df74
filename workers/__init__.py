"""What runs beside the API: RQ workers for bot turns, timers, agents and arenas, and the clock that wakes them."""
