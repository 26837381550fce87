-- Tokens for programs that act as an account. `token_sha256`: the digest, never the token. `scopes`: such as `games:read`, with
-- spaces between them. `created_at`, `expires_at`, `used_at` (0 for never) in seconds since 1970, UTC.
CREATE TABLE personal_tokens (
    token_id text PRIMARY KEY,
    account_id text NOT NULL,
    token_sha256 text NOT NULL UNIQUE,
    token_name text NOT NULL,
    scopes text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint NOT NULL
);
CREATE INDEX personal_tokens_account ON personal_tokens (account_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON personal_tokens TO turnledger_writer;
