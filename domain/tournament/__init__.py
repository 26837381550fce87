"""Tournaments: leagues, Swiss rounds, knock-outs. This room pairs and ranks; it knows nothing of the games played."""
