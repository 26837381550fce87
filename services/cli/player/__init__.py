"""The commands of players and of readers of games: play, look on, lead tournaments, read and verify histories."""
