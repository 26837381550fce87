"""A game with its table: who sits where, how it was opened, started and ended. One stream holds both."""
