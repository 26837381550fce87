-- Clubs as streams of events (domain/club), beside those of the games.
CREATE TABLE club_events (
    club_id text COLLATE "C" NOT NULL,
    version integer NOT NULL,
    topic text NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (club_id, version)
);
GRANT SELECT, INSERT ON club_events TO turnledger_writer;
-- How each stands, derived from them, for lists. name_key: NULL of a club that is closed. founded_ms: milliseconds since 1970 UTC.
-- summary: JSON.
CREATE TABLE clubs (
    club_id text COLLATE "C" PRIMARY KEY,
    name_key text UNIQUE,
    owner text NOT NULL,
    version integer NOT NULL,
    founded_ms bigint NOT NULL,
    summary text NOT NULL
);
CREATE INDEX clubs_by_time ON clubs (founded_ms, club_id);
CREATE INDEX clubs_by_owner ON clubs (owner);
-- Who is in which, has asked or is invited. by_id: the account that invites, else empty.
CREATE TABLE club_accounts (
    account_id text NOT NULL,
    club_id text COLLATE "C" NOT NULL,
    standing text NOT NULL,
    by_id text NOT NULL,
    PRIMARY KEY (account_id, club_id)
);
CREATE INDEX club_accounts_of ON club_accounts (club_id);
GRANT SELECT, INSERT, UPDATE ON clubs TO turnledger_writer;
GRANT SELECT, INSERT, DELETE ON club_accounts TO turnledger_writer;
