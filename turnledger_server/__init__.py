"""The server as it is installed: `turnledger_server.domain`, `.projections` and `.services` (hatch_build.py)."""
