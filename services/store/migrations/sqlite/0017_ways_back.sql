-- Ways back into an account: links that were mailed and codes that were written down, of both the SHA-256 alone. Moments in
-- milliseconds since 1970 UTC.
CREATE TABLE mail_links (
    token_sha256 TEXT PRIMARY KEY,
    target_id TEXT NOT NULL,
    purpose TEXT NOT NULL,
    ends_at_ms INTEGER NOT NULL
);
CREATE TABLE recovery_codes (
    account_id TEXT NOT NULL,
    code_sha256 TEXT NOT NULL,
    PRIMARY KEY (account_id, code_sha256)
);
CREATE INDEX notice_targets_mail ON notice_targets (address) WHERE channel = 'MAIL';
