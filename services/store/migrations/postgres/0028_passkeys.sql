-- Passkeys of accounts, and the challenges that wait for one (the SHA-256 alone; of who signs in without an account). `created_at`,
-- `used_at` in seconds, `ends_at_ms` in milliseconds since 1970 UTC.
CREATE TABLE passkeys (
    passkey_id text PRIMARY KEY,
    account_id text NOT NULL,
    public_key text NOT NULL,
    sign_count bigint NOT NULL,
    passkey_name text NOT NULL,
    created_at bigint NOT NULL,
    used_at bigint NOT NULL
);
CREATE INDEX passkeys_account ON passkeys (account_id);
CREATE TABLE passkey_challenges (
    challenge_sha256 text PRIMARY KEY,
    account_id text NOT NULL,
    ends_at_ms bigint NOT NULL
);
CREATE INDEX passkey_challenges_account ON passkey_challenges (account_id, ends_at_ms);
CREATE INDEX passkey_challenges_end ON passkey_challenges (ends_at_ms);
GRANT SELECT, INSERT, UPDATE, DELETE ON passkeys, passkey_challenges TO turnledger_writer;
