-- The secret of a webhook before it was set again, which signs its calls too until then. Milliseconds since 1970 UTC.
ALTER TABLE notice_targets ADD COLUMN old_secret text NOT NULL DEFAULT '';
ALTER TABLE notice_targets ADD COLUMN old_until_ms bigint NOT NULL DEFAULT 0;
