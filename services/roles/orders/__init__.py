"""Standing orders of seats: kept beside the games, and given as their commands."""
