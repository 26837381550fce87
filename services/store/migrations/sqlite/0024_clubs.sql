-- Clubs as streams of events (domain/club), beside those of the games.
CREATE TABLE club_events (
    club_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    topic TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (club_id, version)
) WITHOUT ROWID;
-- How each stands, derived from them, for lists. name_key: NULL of a club that is closed. founded_ms: milliseconds since 1970 UTC.
-- summary: JSON.
CREATE TABLE clubs (
    club_id TEXT PRIMARY KEY,
    name_key TEXT UNIQUE,
    owner TEXT NOT NULL,
    version INTEGER NOT NULL,
    founded_ms INTEGER NOT NULL,
    summary TEXT NOT NULL
);
CREATE INDEX clubs_by_time ON clubs (founded_ms, club_id);
CREATE INDEX clubs_by_owner ON clubs (owner);
-- Who is in which, has asked or is invited. by_id: the account that invites, else empty.
CREATE TABLE club_accounts (
    account_id TEXT NOT NULL,
    club_id TEXT NOT NULL,
    standing TEXT NOT NULL,
    by_id TEXT NOT NULL,
    PRIMARY KEY (account_id, club_id)
) WITHOUT ROWID;
CREATE INDEX club_accounts_of ON club_accounts (club_id);
