"""The phases of a round: what each command asks, and what follows by itself."""
