"""Where rules, clock and store meet."""
