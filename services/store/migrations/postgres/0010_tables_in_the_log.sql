-- What became of tables (see EventStore.read_tables): a new leader looks at some ten rows a game, not at all moves.
CREATE INDEX stored_events_tables_idx ON stored_events (notification_id)
    WHERE topic LIKE 'table.%' AND topic NOT LIKE 'table.ClocksSet/%';
