"""Redis: connections, the cluster client, leases, notifications and every key."""
