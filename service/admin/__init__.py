"""What operators can do: end tables, close or limit accounts, drain, inspect. Every action is in the audit log."""
