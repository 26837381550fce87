-- Tournaments as streams of events (domain/event), beside those of the games.
CREATE TABLE tournament_events (
    event_id text COLLATE "C" NOT NULL,
    version integer NOT NULL,
    topic text NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (event_id, version)
);
-- Requests that made nothing happen. digest: SHA-256 of the command.
CREATE TABLE tournament_answers (
    event_id text COLLATE "C" NOT NULL,
    actor text NOT NULL,
    request_id text NOT NULL,
    digest text NOT NULL,
    PRIMARY KEY (event_id, actor, request_id)
);
GRANT SELECT, INSERT ON tournament_events, tournament_answers TO turnledger_writer;
-- How each stands, derived from them, for lists. opened_ms: milliseconds since 1970 UTC. summary: JSON.
CREATE TABLE tournaments (
    event_id text COLLATE "C" PRIMARY KEY,
    organiser text NOT NULL,
    status text NOT NULL,
    version integer NOT NULL,
    opened_ms bigint NOT NULL,
    summary text NOT NULL
);
CREATE INDEX tournaments_by_time ON tournaments (opened_ms, event_id);
CREATE INDEX tournaments_by_status ON tournaments (status, opened_ms, event_id);
CREATE INDEX tournaments_by_organiser ON tournaments (organiser, status);
-- Who has to do with which: entrants, organisers, officials.
CREATE TABLE tournament_accounts (
    account_id text NOT NULL,
    event_id text COLLATE "C" NOT NULL,
    PRIMARY KEY (account_id, event_id)
);
GRANT SELECT, INSERT, UPDATE ON tournaments, tournament_accounts TO turnledger_writer;
