-- What is said at tables, and who does not want to read whom. Moments in milliseconds since 1970 UTC.
CREATE TABLE chat_messages (
    game_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    account_id TEXT NOT NULL,
    request_id TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    said TEXT NOT NULL,
    PRIMARY KEY (game_id, number),
    UNIQUE (game_id, account_id, request_id)
);
CREATE INDEX chat_messages_account ON chat_messages (account_id);
CREATE TABLE chat_mutes (
    account_id TEXT NOT NULL,
    muted_id TEXT NOT NULL,
    PRIMARY KEY (account_id, muted_id)
);
