-- Devices without a browser that wait to be let in (RFC 8628): digests of the device's code and of the code that its
-- player types. `account_id` is empty until the player has answered. Times in seconds since 1970, UTC.
CREATE TABLE app_devices (
    device_sha256 text PRIMARY KEY,
    user_sha256 text NOT NULL UNIQUE,
    client_id text NOT NULL,
    scopes text NOT NULL,
    expires_at bigint NOT NULL,
    polled_at bigint NOT NULL,
    interval_s bigint NOT NULL,
    account_id text NOT NULL,
    client_name text NOT NULL,
    is_denied bigint NOT NULL
);
CREATE INDEX app_devices_account ON app_devices (account_id);
CREATE INDEX app_devices_end ON app_devices (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON app_devices TO turnledger_writer;
