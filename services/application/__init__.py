"""The command handler: where rules, clock and store meet."""
