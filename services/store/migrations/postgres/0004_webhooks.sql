-- Who is told what by webhook, and what is still to be sent. Moments in milliseconds since 1970 UTC.
CREATE TABLE webhooks (
    account_id text PRIMARY KEY,
    url text NOT NULL,
    secret text NOT NULL,
    kinds text NOT NULL,
    quiet_from integer NOT NULL,
    quiet_until integer NOT NULL,
    failing_since_ms bigint NOT NULL,
    is_off integer NOT NULL
);
CREATE TABLE notices (
    notice_id text PRIMARY KEY,
    account_id text NOT NULL,
    due_ms bigint NOT NULL,
    tries integer NOT NULL,
    body text NOT NULL
);
CREATE INDEX notices_due ON notices (due_ms);
CREATE INDEX notices_account ON notices (account_id);
-- Up to where a follower of the log has read that keeps its work in this database.
CREATE TABLE followers (
    name text PRIMARY KEY,
    position bigint NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON webhooks, notices, followers TO turnledger_writer;
