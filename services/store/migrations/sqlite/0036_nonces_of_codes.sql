-- The nonce of an OpenID Connect request, which comes back in the ID token of its code; empty for none.
ALTER TABLE app_codes ADD COLUMN nonce TEXT NOT NULL DEFAULT '';
