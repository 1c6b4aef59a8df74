"""The pages for people: the lobby and the tables. They use nothing but the public API."""
