"""Accounts, their tokens, and where both are kept."""
