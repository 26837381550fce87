-- Accounts with a password or with an identity of another issuer, and the devices that are signed in.
-- `password`: scrypt with its salt, in hexadecimal; empty for none. Times are seconds since 1970, UTC.
ALTER TABLE accounts ADD COLUMN password text NOT NULL DEFAULT '';
ALTER TABLE refresh_tokens ADD COLUMN device_id text NOT NULL DEFAULT '';
CREATE TABLE devices (
    device_id text PRIMARY KEY,
    account_id text NOT NULL REFERENCES accounts,
    device_name text NOT NULL,
    seen_at bigint NOT NULL
);
CREATE INDEX devices_account ON devices (account_id);
CREATE TABLE identities (
    issuer text NOT NULL,
    subject text NOT NULL,
    account_id text NOT NULL REFERENCES accounts,
    PRIMARY KEY (issuer, subject)
);
CREATE INDEX identities_account ON identities (account_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON devices, identities TO turnledger_writer;
