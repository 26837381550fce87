-- Tournaments as streams of events (domain/event), beside those of the games.
CREATE TABLE tournament_events (
    event_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    topic TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (event_id, version)
) WITHOUT ROWID;
-- Requests that made nothing happen. digest: SHA-256 of the command.
CREATE TABLE tournament_answers (
    event_id TEXT NOT NULL,
    actor TEXT NOT NULL,
    request_id TEXT NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (event_id, actor, request_id)
) WITHOUT ROWID;
-- How each stands, derived from them, for lists. opened_ms: milliseconds since 1970 UTC. summary: JSON.
CREATE TABLE tournaments (
    event_id TEXT PRIMARY KEY,
    organiser TEXT NOT NULL,
    status TEXT NOT NULL,
    version INTEGER NOT NULL,
    opened_ms INTEGER NOT NULL,
    summary TEXT NOT NULL
);
CREATE INDEX tournaments_by_time ON tournaments (opened_ms, event_id);
CREATE INDEX tournaments_by_status ON tournaments (status, opened_ms, event_id);
CREATE INDEX tournaments_by_organiser ON tournaments (organiser, status);
-- Who has to do with which: entrants, organisers, officials.
CREATE TABLE tournament_accounts (
    account_id TEXT NOT NULL,
    event_id TEXT NOT NULL,
    PRIMARY KEY (account_id, event_id)
) WITHOUT ROWID;
