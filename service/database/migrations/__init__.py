"""The migrations, in order. Each has a number; `service/database/engine.py` names the newest."""
