"""`make bench`: speed and size of rules, HTTP, streams, timers and storage, next to comparable software, in one run."""
