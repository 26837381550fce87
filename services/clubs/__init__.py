"""Clubs: their streams, and the command handler for them."""
