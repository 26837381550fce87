-- A device that is signed in is a family of refresh tokens (RFC 9700, 4.14): `family_sha256` of the part that all its
-- tokens have, `token_sha256` of the newest. Of the one before: when and from where it was used, and the newest one
-- sealed with it, for who lost that answer. `strayed`: services/accounts/devices.py. Who is signed in stays so.
ALTER TABLE devices ADD COLUMN family_sha256 text NOT NULL DEFAULT '';
ALTER TABLE devices ADD COLUMN token_sha256 text NOT NULL DEFAULT '';
ALTER TABLE devices ADD COLUMN expires_at bigint NOT NULL DEFAULT 0;
ALTER TABLE devices ADD COLUMN used_sha256 text NOT NULL DEFAULT '';
ALTER TABLE devices ADD COLUMN used_at bigint NOT NULL DEFAULT 0;
ALTER TABLE devices ADD COLUMN used_from text NOT NULL DEFAULT '';
ALTER TABLE devices ADD COLUMN answer text NOT NULL DEFAULT '';
ALTER TABLE devices ADD COLUMN strayed bigint NOT NULL DEFAULT 0;
UPDATE devices SET (token_sha256, expires_at) = (
    SELECT token_sha256, expires_at FROM refresh_tokens
    WHERE refresh_tokens.device_id = devices.device_id AND used_at IS NULL ORDER BY expires_at DESC LIMIT 1
) WHERE EXISTS (SELECT 1 FROM refresh_tokens WHERE refresh_tokens.device_id = devices.device_id AND used_at IS NULL);
DELETE FROM devices WHERE token_sha256 = '';
UPDATE devices SET family_sha256 = token_sha256;
CREATE UNIQUE INDEX devices_family ON devices (family_sha256);
DROP TABLE refresh_tokens;
-- What names look like (services/accounts/looks.py), as SHA-256. `until`: 0 for the name of an account; of one that was
-- given up or deleted, from when on others may have it, in seconds since 1970, UTC.
CREATE TABLE names (
    look text PRIMARY KEY,
    account_id text NOT NULL,
    until bigint NOT NULL
);
CREATE INDEX names_account ON names (account_id);
-- How fast passwords are tried, over all processes: when the bucket of a name and a network will be full again, in
-- milliseconds since 1970, UTC.
CREATE TABLE tries (
    what text PRIMARY KEY,
    full_at_ms bigint NOT NULL
);
CREATE INDEX tries_full ON tries (full_at_ms);
GRANT SELECT, INSERT, UPDATE, DELETE ON names, tries TO turnledger_writer;
