-- Tokens for programs that act as an account. `token_sha256`: the digest, never the token. `scopes`: such as `games:read`, with
-- spaces between them. `created_at`, `expires_at`, `used_at` (0 for never) in seconds since 1970, UTC.
CREATE TABLE personal_tokens (
    token_id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    token_sha256 TEXT NOT NULL UNIQUE,
    token_name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER NOT NULL
);
CREATE INDEX personal_tokens_account ON personal_tokens (account_id);
