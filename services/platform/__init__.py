"""Basic parts for every room of the services: clocks, callers and their limits, private files. Knows no game."""
