-- Games as they stood every so often, to be opened from. Derived: may be emptied at any time (services/application/snapshots.py).
CREATE TABLE snapshots (
    game_id text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    after_version bigint NOT NULL,
    chain text NOT NULL,
    program text NOT NULL,
    state bytea NOT NULL,
    asked bytea NOT NULL,
    PRIMARY KEY (game_id, version)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON snapshots TO turnledger_writer;
