-- The transparency log: lines, the tree over them, what was signed of it, and up to where events were read.
CREATE TABLE log_leaves (
    leaf_index INTEGER PRIMARY KEY,
    game_id TEXT NOT NULL,
    leaf TEXT NOT NULL
);
CREATE INDEX log_leaves_by_game ON log_leaves (game_id, leaf_index);
CREATE TABLE log_tiles (
    level INTEGER NOT NULL,
    number INTEGER NOT NULL,
    hashes BLOB NOT NULL,
    PRIMARY KEY (level, number)
);
CREATE TABLE log_checkpoints (
    size INTEGER PRIMARY KEY,
    note TEXT NOT NULL,
    seen INTEGER NOT NULL
);
CREATE TABLE log_position (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    tables_position INTEGER NOT NULL,
    marks_position INTEGER NOT NULL,
    key_set TEXT NOT NULL
);
