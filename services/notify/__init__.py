"""Tells accounts that it is their turn, that time is short, that a game is over. See docs/notices.md."""
