"""What players say to each other at a table: beside the game, never in its history."""
