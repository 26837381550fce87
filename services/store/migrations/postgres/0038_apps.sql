-- Apps in which accounts are signed in. A code waits to be exchanged once; `grant_id` is empty until then. A grant is one sign-in:
-- its newest refresh token of a family (RFC 9700, 4.14.2) and its access token, as digests. Times in seconds since 1970, UTC.
CREATE TABLE app_codes (
    code_sha256 text PRIMARY KEY,
    account_id text NOT NULL,
    client_id text NOT NULL,
    client_name text NOT NULL,
    redirect_uri text NOT NULL,
    scopes text NOT NULL,
    challenge text NOT NULL,
    expires_at bigint NOT NULL,
    grant_id text NOT NULL
);
CREATE INDEX app_codes_account ON app_codes (account_id);
CREATE TABLE app_grants (
    grant_id text PRIMARY KEY,
    account_id text NOT NULL,
    client_id text NOT NULL,
    client_name text NOT NULL,
    scopes text NOT NULL,
    created_at bigint NOT NULL,
    used_at bigint NOT NULL,
    family_sha256 text NOT NULL UNIQUE,
    refresh_sha256 text NOT NULL,
    refresh_expires_at bigint NOT NULL,
    access_sha256 text NOT NULL UNIQUE,
    access_expires_at bigint NOT NULL
);
CREATE INDEX app_grants_account ON app_grants (account_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON app_codes, app_grants TO turnledger_writer;
