"""The shapes of requests and responses. Requests are checked by them; large responses are only described by them."""
