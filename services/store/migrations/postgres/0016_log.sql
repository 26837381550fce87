-- The transparency log: lines, the tree over them, what was signed of it, and up to where events were read.
CREATE TABLE log_leaves (
    leaf_index bigint PRIMARY KEY,
    game_id text COLLATE "C" NOT NULL,
    leaf text NOT NULL
);
CREATE INDEX log_leaves_by_game ON log_leaves (game_id, leaf_index);
CREATE TABLE log_tiles (
    level integer NOT NULL,
    number bigint NOT NULL,
    hashes bytea NOT NULL,
    PRIMARY KEY (level, number)
);
CREATE TABLE log_checkpoints (
    size bigint PRIMARY KEY,
    note text NOT NULL,
    seen integer NOT NULL
);
CREATE TABLE log_position (
    one integer PRIMARY KEY CHECK (one = 1),
    tables_position bigint NOT NULL,
    marks_position bigint NOT NULL,
    key_set text NOT NULL
);
GRANT SELECT, INSERT ON log_leaves TO turnledger_writer;
GRANT SELECT, INSERT, UPDATE ON log_tiles, log_checkpoints, log_position TO turnledger_writer;
GRANT SELECT ON log_leaves, log_tiles, log_checkpoints TO turnledger_reader;
