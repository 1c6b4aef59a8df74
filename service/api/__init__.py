"""What all routes share: authentication, errors, limits, idempotency, OpenAPI, health and metrics."""
