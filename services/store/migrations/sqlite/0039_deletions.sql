-- Accounts that were deleted a moment ago. What was theirs is looked at again (decision 143), `looks` times so far.
CREATE TABLE deletions (
    account_id TEXT PRIMARY KEY,
    looks INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
