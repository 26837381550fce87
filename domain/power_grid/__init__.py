"""Power Grid on four maps."""
