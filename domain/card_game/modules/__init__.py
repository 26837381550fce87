"""Modules for some tables only: a module answers a question of `rules.py` and keeps its own part of the state."""
