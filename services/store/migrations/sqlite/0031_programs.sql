-- Programs that play under accounts of their own. `program_id`: the account of the program. `account_id`: its owner.
-- `created_at` in seconds since 1970, UTC.
ALTER TABLE accounts ADD COLUMN program INTEGER NOT NULL DEFAULT 0;
CREATE TABLE programs (
    program_id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    home_page TEXT NOT NULL,
    created_at INTEGER NOT NULL
);
CREATE INDEX programs_account ON programs (account_id, program_id);
