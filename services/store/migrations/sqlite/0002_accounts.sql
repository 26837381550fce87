-- Who calls. A refresh token is kept as its SHA-256 only. Times are seconds since 1970, UTC.
CREATE TABLE accounts (
    account_id TEXT PRIMARY KEY,
    display_name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    guest INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    tokens_from INTEGER NOT NULL
);
CREATE TABLE refresh_tokens (
    token_sha256 TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts,
    expires_at INTEGER NOT NULL,
    used_at INTEGER
);
CREATE INDEX refresh_tokens_account ON refresh_tokens (account_id);
