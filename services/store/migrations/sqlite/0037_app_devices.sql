-- Devices without a browser that wait to be let in (RFC 8628): digests of the device's code and of the code that its
-- player types. `account_id` is empty until the player has answered. Times in seconds since 1970, UTC.
CREATE TABLE app_devices (
    device_sha256 TEXT PRIMARY KEY,
    user_sha256 TEXT NOT NULL UNIQUE,
    client_id TEXT NOT NULL,
    scopes TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    polled_at INTEGER NOT NULL,
    interval_s INTEGER NOT NULL,
    account_id TEXT NOT NULL,
    client_name TEXT NOT NULL,
    is_denied INTEGER NOT NULL
);
CREATE INDEX app_devices_account ON app_devices (account_id);
CREATE INDEX app_devices_end ON app_devices (expires_at);
