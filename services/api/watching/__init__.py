"""Watches: what is sent to clients that follow a game or a list."""
