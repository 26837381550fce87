-- What players report to the operators. Moments in milliseconds since 1970 UTC. settled_by: the operator; empty before.
CREATE TABLE reports (
    number integer PRIMARY KEY,
    account_id text NOT NULL,
    request_id text NOT NULL,
    about_id text NOT NULL,
    game_id text NOT NULL,
    message integer NOT NULL,
    at_ms bigint NOT NULL,
    why text NOT NULL,
    settled_by text NOT NULL DEFAULT '',
    UNIQUE (account_id, request_id)
);
CREATE INDEX reports_open ON reports (number) WHERE settled_by = '';
GRANT SELECT, INSERT, UPDATE ON reports TO turnledger_writer;
