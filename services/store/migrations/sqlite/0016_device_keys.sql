-- Ed25519 keys that named accounts sign their commands with, in hexadecimal. `created_at`: seconds since 1970, UTC.
CREATE TABLE device_keys (
    account_id TEXT NOT NULL,
    public_key TEXT NOT NULL,
    device_name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, public_key)
);
