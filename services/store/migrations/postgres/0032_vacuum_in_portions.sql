-- Rows are added, never updated, and only the archive deletes. They are visited once, soon, and frozen then: by default PostgreSQL
-- waits for a fifth of the table, however large it is (docs/decisions/0076-no-partitions.md).
ALTER TABLE stored_events SET (
    autovacuum_vacuum_insert_threshold = 200000,
    autovacuum_vacuum_insert_scale_factor = 0,
    autovacuum_freeze_min_age = 0,
    autovacuum_vacuum_scale_factor = 0.02
);
