"""What a view is, in memory and on Redis or Valkey."""
