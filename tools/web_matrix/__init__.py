"""Many games of all kinds, played in a browser by clicks."""
