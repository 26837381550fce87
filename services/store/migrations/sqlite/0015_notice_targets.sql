-- Where accounts are told what, when they want to be, and what is still to be sent. Moments in milliseconds since 1970 UTC.
CREATE TABLE notice_targets (
    target_id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    channel TEXT NOT NULL,
    address TEXT NOT NULL,
    secret TEXT NOT NULL,
    kinds TEXT NOT NULL,
    language TEXT NOT NULL,
    pace TEXT NOT NULL,
    wait_s INTEGER NOT NULL,
    daily INTEGER NOT NULL,
    failing_since_ms INTEGER NOT NULL DEFAULT 0,
    is_off INTEGER NOT NULL DEFAULT 0,
    proven INTEGER NOT NULL DEFAULT 0,
    UNIQUE (account_id, channel, address)
);
CREATE TABLE notice_hours (
    account_id TEXT PRIMARY KEY,
    zone TEXT NOT NULL,
    quiet_from INTEGER NOT NULL,
    quiet_until INTEGER NOT NULL,
    digest_at INTEGER NOT NULL
);
CREATE TABLE quiet_games (
    account_id TEXT NOT NULL,
    game_id TEXT NOT NULL,
    PRIMARY KEY (account_id, game_id)
);
CREATE TABLE outbox (
    notice_id TEXT NOT NULL,
    target_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    due_ms INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    body TEXT NOT NULL,
    about TEXT NOT NULL,
    PRIMARY KEY (notice_id, target_id)
);
CREATE INDEX outbox_due ON outbox (due_ms);
CREATE INDEX outbox_target ON outbox (target_id);
INSERT INTO notice_targets (target_id, account_id, channel, address, secret, kinds, language, pace, wait_s, daily, failing_since_ms, is_off, proven)
    SELECT account_id, account_id, 'WEBHOOK', url, secret, kinds, 'en', '', 0, 0, failing_since_ms, is_off, proven FROM webhooks;
INSERT INTO notice_hours (account_id, zone, quiet_from, quiet_until, digest_at)
    SELECT account_id, 'UTC', quiet_from, quiet_until, 480 FROM webhooks WHERE quiet_from <> quiet_until;
INSERT INTO outbox (notice_id, target_id, account_id, due_ms, tries, body, about)
    SELECT notice_id, account_id, account_id, due_ms, tries, body, about FROM notices;
DROP TABLE notices;
DROP TABLE webhooks;
