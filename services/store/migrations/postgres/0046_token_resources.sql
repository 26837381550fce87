-- The resource for which an app's tokens are issued (RFC 8707): the address of an MCP server; empty for the API.
ALTER TABLE app_codes ADD COLUMN resource text NOT NULL DEFAULT '';
ALTER TABLE app_devices ADD COLUMN resource text NOT NULL DEFAULT '';
ALTER TABLE app_grants ADD COLUMN resource text NOT NULL DEFAULT '';
