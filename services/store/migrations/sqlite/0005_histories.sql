-- What the server signed: how chains of games stood, up to where in the log, and the files of finished games.
CREATE TABLE checkpoints (
    game_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    chain TEXT NOT NULL,
    key TEXT NOT NULL,
    signature TEXT NOT NULL,
    PRIMARY KEY (game_id, version)
);
CREATE TABLE checkpoint_position (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    position INTEGER NOT NULL
);
CREATE TABLE file_signatures (
    game_id TEXT PRIMARY KEY,
    key TEXT NOT NULL,
    signature TEXT NOT NULL
);
-- Which tables went on from which games: read off the log, and made again from it.
CREATE TABLE lineages (
    game_id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    parent TEXT NOT NULL,
    version INTEGER NOT NULL,
    host TEXT NOT NULL,
    private INTEGER NOT NULL
);
CREATE INDEX lineages_by_parent ON lineages (parent, game_id);
