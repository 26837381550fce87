"""Standing orders of seats: stored next to the games, and carried out as their commands."""
