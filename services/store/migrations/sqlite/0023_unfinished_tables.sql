-- The tables that were not over at a position of the log, with the positions of what became of them: new leaders begin there
-- (services/tables/unfinished.py). Derived: may be emptied at any time. `schema`: of what stands in it; each program looks at its own.
CREATE TABLE tables_read (
    schema INTEGER PRIMARY KEY,
    position INTEGER NOT NULL
);
CREATE TABLE unfinished_tables (
    schema INTEGER NOT NULL,
    game_id TEXT NOT NULL,
    positions TEXT NOT NULL,
    PRIMARY KEY (schema, game_id)
) WITHOUT ROWID;
