"""Tournaments: leagues, Swiss rounds, knock-outs. Who plays whom and who stands where; never what is played."""
