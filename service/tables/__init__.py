"""A running table and everything that can be done at one."""
