-- Accounts with a password or with an identity of another issuer, and the devices that are signed in.
-- `password`: scrypt with its salt, in hexadecimal; empty for none. Times are seconds since 1970, UTC.
ALTER TABLE accounts ADD COLUMN password TEXT NOT NULL DEFAULT '';
ALTER TABLE refresh_tokens ADD COLUMN device_id TEXT NOT NULL DEFAULT '';
CREATE TABLE devices (
    device_id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts,
    device_name TEXT NOT NULL,
    seen_at INTEGER NOT NULL
);
CREATE INDEX devices_account ON devices (account_id);
CREATE TABLE identities (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    account_id TEXT NOT NULL REFERENCES accounts,
    PRIMARY KEY (issuer, subject)
);
CREATE INDEX identities_account ON identities (account_id);
