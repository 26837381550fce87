"""What a stored history is: records, their bytes, and the chain that proves them. Needs no store and no server."""
