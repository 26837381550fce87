"""The event store: one contract, SQLite and PostgreSQL behind it."""
