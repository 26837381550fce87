"""The transparency log: one Merkle tree over what became of all games, in the formats of https://c2sp.org/ (tlog-*)."""
