"""Tells accounts by webhook that it is their turn, that time is short, that a game is over. See docs/webhooks.md."""
