"""Power Grid: the Card Game."""
