"""View stores: in memory, and on Redis or Valkey."""
