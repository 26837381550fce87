-- Finished games whose events lie in the archive, each in one file (services/store/archive/): of these the last event alone stays in
-- stored_events, so that the head of the game, and of the log, are still there for all who look; and SQLite gives no rowid twice.
-- `object`: its name in the archive. `sha256`: of the file. `version`, `chain`: of the last event. `span`: the number of
-- binary digits of last_position - first_position: with it the games that were on at a position are found by an index.
CREATE TABLE archived_games (
    game_id TEXT PRIMARY KEY,
    object TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    version INTEGER NOT NULL,
    chain TEXT NOT NULL,
    first_position INTEGER NOT NULL,
    last_position INTEGER NOT NULL,
    span INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX archived_games_span_idx ON archived_games (span, first_position);
CREATE INDEX archived_games_first_idx ON archived_games (first_position);
CREATE INDEX archived_games_last_idx ON archived_games (last_position);
