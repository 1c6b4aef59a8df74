"""`make run` on one machine: the supervisor, the embedded server and the instance lock."""
