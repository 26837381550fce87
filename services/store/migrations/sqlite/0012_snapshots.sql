-- Games as they stood every so often, to be opened from. Derived: may be emptied at any time (services/application/snapshots.py).
CREATE TABLE snapshots (
    game_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    after_version INTEGER NOT NULL,
    chain TEXT NOT NULL,
    program TEXT NOT NULL,
    state BLOB NOT NULL,
    asked BLOB NOT NULL,
    PRIMARY KEY (game_id, version)
);
