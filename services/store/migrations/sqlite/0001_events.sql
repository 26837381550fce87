-- The table of the library `eventsourcing`: its recorders and notification log read it. The position in the log is
-- the rowid; rows are never deleted, so SQLite gives them 1, 2, 3…
CREATE TABLE stored_events (
    originator_id TEXT,
    originator_version INTEGER,
    topic TEXT,
    state BLOB,
    PRIMARY KEY (originator_id, originator_version)
);
