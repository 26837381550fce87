"""The events of tables and games by module, for programs: the public import path, the same in a checkout and installed.

`from turnledger_server.events.power_grid import BidPlaced`: the classes that a log holds.
"""
