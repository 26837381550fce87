-- An operator has shut the account out.
ALTER TABLE accounts ADD COLUMN banned integer NOT NULL DEFAULT 0;
-- What operators did to accounts and to the service, and why. at_ms: milliseconds since 1970 UTC.
CREATE TABLE operator_actions (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    operator_id text COLLATE "C" NOT NULL,
    request_id text COLLATE "C" NOT NULL,
    at_ms bigint NOT NULL,
    action text NOT NULL,
    account_id text COLLATE "C" NOT NULL,
    reason text NOT NULL,
    UNIQUE (operator_id, request_id)
);
CREATE INDEX operator_actions_of ON operator_actions (account_id, number);
GRANT SELECT, INSERT ON operator_actions TO turnledger_writer;
-- The one notice of works that people are told; texts: JSON, language code to text.
CREATE TABLE maintenance (
    id integer PRIMARY KEY CHECK (id = 1),
    start_s bigint NOT NULL,
    end_s bigint NOT NULL,
    texts text NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON maintenance TO turnledger_writer;
