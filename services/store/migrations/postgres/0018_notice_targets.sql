-- Where accounts are told what, when they want to be, and what is still to be sent. Moments in milliseconds since 1970 UTC.
CREATE TABLE notice_targets (
    target_id text PRIMARY KEY,
    account_id text NOT NULL,
    channel text NOT NULL,
    address text NOT NULL,
    secret text NOT NULL,
    kinds text NOT NULL,
    language text NOT NULL,
    pace text NOT NULL,
    wait_s integer NOT NULL,
    daily integer NOT NULL,
    failing_since_ms bigint NOT NULL DEFAULT 0,
    is_off integer NOT NULL DEFAULT 0,
    proven integer NOT NULL DEFAULT 0,
    UNIQUE (account_id, channel, address)
);
CREATE TABLE notice_hours (
    account_id text PRIMARY KEY,
    zone text NOT NULL,
    quiet_from integer NOT NULL,
    quiet_until integer NOT NULL,
    digest_at integer NOT NULL
);
CREATE TABLE quiet_games (
    account_id text NOT NULL,
    game_id text NOT NULL,
    PRIMARY KEY (account_id, game_id)
);
CREATE TABLE outbox (
    notice_id text NOT NULL,
    target_id text NOT NULL,
    account_id text NOT NULL,
    due_ms bigint NOT NULL,
    tries integer NOT NULL,
    body text NOT NULL,
    about text NOT NULL,
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
GRANT SELECT, INSERT, UPDATE, DELETE ON notice_targets, notice_hours, quiet_games, outbox TO turnledger_writer;
