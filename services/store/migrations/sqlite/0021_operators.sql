-- An operator has shut the account out.
ALTER TABLE accounts ADD COLUMN banned INTEGER NOT NULL DEFAULT 0;
-- What operators did to accounts and to the service, and why. at_ms: milliseconds since 1970 UTC.
CREATE TABLE operator_actions (
    number INTEGER PRIMARY KEY,
    operator_id TEXT NOT NULL,
    request_id TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    action TEXT NOT NULL,
    account_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    UNIQUE (operator_id, request_id)
);
CREATE INDEX operator_actions_of ON operator_actions (account_id, number);
-- The one notice of works that people are told; texts: JSON, language code to text.
CREATE TABLE maintenance (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    start_s INTEGER NOT NULL,
    end_s INTEGER NOT NULL,
    texts TEXT NOT NULL
);
