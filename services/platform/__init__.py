"""What every part stands on: the time, leader election, rate limits, files, processes. Knows no game."""
