-- What players report to the operators. Moments in milliseconds since 1970 UTC. settled_by: the operator; empty before.
CREATE TABLE reports (
    number INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL,
    request_id TEXT NOT NULL,
    about_id TEXT NOT NULL,
    game_id TEXT NOT NULL,
    message INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    why TEXT NOT NULL,
    settled_by TEXT NOT NULL DEFAULT '',
    UNIQUE (account_id, request_id)
);
CREATE INDEX reports_open ON reports (number) WHERE settled_by = '';
