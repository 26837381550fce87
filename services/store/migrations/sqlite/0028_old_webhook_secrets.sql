-- The secret of a webhook before it was set again, which signs its calls too until then. Milliseconds since 1970 UTC.
ALTER TABLE notice_targets ADD COLUMN old_secret TEXT NOT NULL DEFAULT '';
ALTER TABLE notice_targets ADD COLUMN old_until_ms INTEGER NOT NULL DEFAULT 0;
