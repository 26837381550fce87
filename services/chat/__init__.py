"""Chat of players at a table. It is never part of the game's history."""
