"""Everything that touches the world: gRPC, the event store, accounts, clocks, bots, the command line."""
