-- What allowed an action: `setting`, or a grant with its number. The grant that was given or taken, and until when
-- (milliseconds since 1970 UTC; 0: never given).
ALTER TABLE operator_actions ADD COLUMN allowed_by TEXT NOT NULL DEFAULT 'setting';
ALTER TABLE operator_actions ADD COLUMN granted TEXT NOT NULL DEFAULT '';
ALTER TABLE operator_actions ADD COLUMN until_ms INTEGER NOT NULL DEFAULT 0;
CREATE INDEX operator_actions_given ON operator_actions (until_ms) WHERE until_ms > 0;
