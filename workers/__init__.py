"""What runs beside the API: RQ workers that play bot turns and ring bells, and the clock that wakes them."""
