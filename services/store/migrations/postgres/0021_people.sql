-- Whom an account follows or blocks, who is not to be found by name, and what somebody noted on a game: each its account's own
-- business. And what became of a report.
CREATE TABLE relations (
    account_id text NOT NULL,
    kind text NOT NULL,
    other_id text NOT NULL,
    PRIMARY KEY (account_id, kind, other_id)
);
CREATE INDEX relations_other ON relations (other_id, kind);
CREATE TABLE unlisted_names (
    account_id text PRIMARY KEY
);
CREATE TABLE game_notes (
    account_id text NOT NULL,
    game_id text NOT NULL,
    note text NOT NULL,
    PRIMARY KEY (account_id, game_id)
);
ALTER TABLE reports ADD COLUMN answer text NOT NULL DEFAULT '';
CREATE INDEX reports_of ON reports (account_id, number);
GRANT SELECT, INSERT, UPDATE, DELETE ON relations, unlisted_names, game_notes TO turnledger_writer;
