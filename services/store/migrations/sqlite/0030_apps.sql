-- Apps in which accounts are signed in. A code waits to be exchanged once; `grant_id` is empty until then. A grant is one sign-in:
-- its newest refresh token of a family (RFC 9700, 4.14.2) and its access token, as digests. Times in seconds since 1970, UTC.
CREATE TABLE app_codes (
    code_sha256 TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    client_id TEXT NOT NULL,
    client_name TEXT NOT NULL,
    redirect_uri TEXT NOT NULL,
    scopes TEXT NOT NULL,
    challenge TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    grant_id TEXT NOT NULL
);
CREATE INDEX app_codes_account ON app_codes (account_id);
CREATE TABLE app_grants (
    grant_id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    client_id TEXT NOT NULL,
    client_name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    used_at INTEGER NOT NULL,
    family_sha256 TEXT NOT NULL UNIQUE,
    refresh_sha256 TEXT NOT NULL,
    refresh_expires_at INTEGER NOT NULL,
    access_sha256 TEXT NOT NULL UNIQUE,
    access_expires_at INTEGER NOT NULL
);
CREATE INDEX app_grants_account ON app_grants (account_id);
