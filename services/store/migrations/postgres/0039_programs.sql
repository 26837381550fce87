-- Programs that play under accounts of their own. `program_id`: the account of the program. `account_id`: its owner.
-- `created_at` in seconds since 1970, UTC.
ALTER TABLE accounts ADD COLUMN program smallint NOT NULL DEFAULT 0;
CREATE TABLE programs (
    program_id text PRIMARY KEY,
    account_id text NOT NULL,
    home_page text NOT NULL,
    created_at bigint NOT NULL
);
CREATE INDEX programs_account ON programs (account_id, program_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON programs TO turnledger_writer;
