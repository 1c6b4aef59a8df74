"""A deployment with a Redis Cluster, several API servers and workers, restarted while all games are played.

`python -m tools.scale --rounds 20` runs it for long; one round is part of the test suite.
"""
