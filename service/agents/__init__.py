"""External players: registration, webhook delivery, polling and conformance tests."""
