-- Who is told what by webhook, and what is still to be sent. Moments in milliseconds since 1970 UTC.
CREATE TABLE webhooks (
    account_id TEXT PRIMARY KEY,
    url TEXT NOT NULL,
    secret TEXT NOT NULL,
    kinds TEXT NOT NULL,
    quiet_from INTEGER NOT NULL,
    quiet_until INTEGER NOT NULL,
    failing_since_ms INTEGER NOT NULL,
    is_off INTEGER NOT NULL
);
CREATE TABLE notices (
    notice_id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    due_ms INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX notices_due ON notices (due_ms);
CREATE INDEX notices_account ON notices (account_id);
-- Up to where a follower of the log has read that keeps its work in this database.
CREATE TABLE followers (
    name TEXT PRIMARY KEY,
    position INTEGER NOT NULL
);
