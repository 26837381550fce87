-- What is said at tables, and who does not want to read whom. Moments in milliseconds since 1970 UTC.
CREATE TABLE chat_messages (
    game_id text NOT NULL,
    number integer NOT NULL,
    account_id text NOT NULL,
    request_id text NOT NULL,
    at_ms bigint NOT NULL,
    said text NOT NULL,
    PRIMARY KEY (game_id, number),
    UNIQUE (game_id, account_id, request_id)
);
CREATE INDEX chat_messages_account ON chat_messages (account_id);
CREATE TABLE chat_mutes (
    account_id text NOT NULL,
    muted_id text NOT NULL,
    PRIMARY KEY (account_id, muted_id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON chat_messages, chat_mutes TO turnledger_writer;
