-- Who calls. A refresh token is kept as its SHA-256 only. Times are seconds since 1970, UTC.
CREATE TABLE accounts (
    account_id text PRIMARY KEY,
    display_name text NOT NULL,
    name_key text NOT NULL UNIQUE,
    guest integer NOT NULL,
    created_at bigint NOT NULL,
    tokens_from bigint NOT NULL
);
CREATE TABLE refresh_tokens (
    token_sha256 text PRIMARY KEY,
    account_id text NOT NULL REFERENCES accounts,
    expires_at bigint NOT NULL,
    used_at bigint
);
CREATE INDEX refresh_tokens_account ON refresh_tokens (account_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON accounts, refresh_tokens TO turnledger_writer;
