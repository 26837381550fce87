-- Whom an account follows or blocks, who is not to be found by name, and what somebody noted on a game: each its account's own
-- business. And what became of a report.
CREATE TABLE relations (
    account_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    other_id TEXT NOT NULL,
    PRIMARY KEY (account_id, kind, other_id)
);
CREATE INDEX relations_other ON relations (other_id, kind);
CREATE TABLE unlisted_names (
    account_id TEXT PRIMARY KEY
);
CREATE TABLE game_notes (
    account_id TEXT NOT NULL,
    game_id TEXT NOT NULL,
    note TEXT NOT NULL,
    PRIMARY KEY (account_id, game_id)
);
ALTER TABLE reports ADD COLUMN answer TEXT NOT NULL DEFAULT '';
CREATE INDEX reports_of ON reports (account_id, number);
