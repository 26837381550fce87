"""Clubs: their streams, beside those of the games, and the way of a command to them."""
