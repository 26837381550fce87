-- Passkeys of accounts, and the challenges that wait for one (the SHA-256 alone; of who signs in without an account). `created_at`,
-- `used_at` in seconds, `ends_at_ms` in milliseconds since 1970 UTC.
CREATE TABLE passkeys (
    passkey_id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    public_key TEXT NOT NULL,
    sign_count INTEGER NOT NULL,
    passkey_name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    used_at INTEGER NOT NULL
);
CREATE INDEX passkeys_account ON passkeys (account_id);
CREATE TABLE passkey_challenges (
    challenge_sha256 TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    ends_at_ms INTEGER NOT NULL
);
CREATE INDEX passkey_challenges_account ON passkey_challenges (account_id, ends_at_ms);
CREATE INDEX passkey_challenges_end ON passkey_challenges (ends_at_ms);
