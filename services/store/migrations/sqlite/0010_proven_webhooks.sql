-- Whether a webhook's receiver has shown that it wants notices. Those that were there before go on.
ALTER TABLE webhooks ADD COLUMN proven INTEGER NOT NULL DEFAULT 1;
