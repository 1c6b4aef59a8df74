"""The SQL database: engine, schema and migrations. The statements of a feature are in its `records.py`."""
