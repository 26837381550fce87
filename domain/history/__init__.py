"""Stored histories: records, their bytes, and the chain that proves them. This room needs no store and no server."""
