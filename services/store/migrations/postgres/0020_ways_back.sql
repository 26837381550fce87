-- Ways back into an account: links that were mailed and codes that were written down, of both the SHA-256 alone. Moments in
-- milliseconds since 1970 UTC.
CREATE TABLE mail_links (
    token_sha256 text PRIMARY KEY,
    target_id text NOT NULL,
    purpose text NOT NULL,
    ends_at_ms bigint NOT NULL
);
CREATE TABLE recovery_codes (
    account_id text NOT NULL,
    code_sha256 text NOT NULL,
    PRIMARY KEY (account_id, code_sha256)
);
CREATE INDEX notice_targets_mail ON notice_targets (address) WHERE channel = 'MAIL';
GRANT SELECT, INSERT, UPDATE, DELETE ON mail_links, recovery_codes TO turnledger_writer;
