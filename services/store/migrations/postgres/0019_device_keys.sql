-- Ed25519 keys that named accounts sign their commands with, in hexadecimal. `created_at`: seconds since 1970, UTC.
CREATE TABLE device_keys (
    account_id text NOT NULL,
    public_key text NOT NULL,
    device_name text NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (account_id, public_key)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON device_keys TO turnledger_writer;
