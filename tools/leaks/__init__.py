"""Search for leaks: whether any viewer can learn anything over HTTP that the rules hide from them."""
