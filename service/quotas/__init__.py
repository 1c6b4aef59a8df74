"""Quotas: how much one account or one address may have at the same time."""
