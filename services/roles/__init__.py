"""What one process at a time does for the whole store: it plays the bots' seats, and says when time is up."""
