-- Accounts that were deleted a moment ago. What was theirs is looked at again (decision 143), `looks` times so far.
CREATE TABLE deletions (
    account_id text PRIMARY KEY,
    looks integer NOT NULL DEFAULT 0
);
GRANT SELECT, INSERT, UPDATE, DELETE ON deletions TO turnledger_writer;
