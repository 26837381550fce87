-- What the server signed: how chains of games stood, up to where in the log, and the files of finished games.
CREATE TABLE checkpoints (
    game_id text NOT NULL,
    version integer NOT NULL,
    chain text NOT NULL,
    key text NOT NULL,
    signature text NOT NULL,
    PRIMARY KEY (game_id, version)
);
CREATE TABLE checkpoint_position (
    one integer PRIMARY KEY CHECK (one = 1),
    position bigint NOT NULL
);
CREATE TABLE file_signatures (
    game_id text PRIMARY KEY,
    key text NOT NULL,
    signature text NOT NULL
);
-- Which tables went on from which games: read off the log, and made again from it.
CREATE TABLE lineages (
    game_id text PRIMARY KEY,
    kind text NOT NULL,
    parent text NOT NULL,
    version integer NOT NULL,
    host text NOT NULL,
    private integer NOT NULL
);
CREATE INDEX lineages_by_parent ON lineages (parent, game_id);
GRANT SELECT, INSERT ON checkpoints TO turnledger_writer;
GRANT SELECT, INSERT, UPDATE ON checkpoint_position, file_signatures TO turnledger_writer;
GRANT SELECT, INSERT, DELETE ON lineages TO turnledger_writer;
