-- How far a webhook of the public stream has got, and when it is called again after so many failures. Milliseconds since
-- 1970 UTC.
ALTER TABLE notice_targets ADD COLUMN place text NOT NULL DEFAULT '';
ALTER TABLE notice_targets ADD COLUMN place_tries integer NOT NULL DEFAULT 0;
ALTER TABLE notice_targets ADD COLUMN place_due_ms integer NOT NULL DEFAULT 0;
