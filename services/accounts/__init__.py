"""Who calls: accounts, their tokens, and where both are kept."""
