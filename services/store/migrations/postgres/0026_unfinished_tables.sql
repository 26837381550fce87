-- The tables that were not over at a position of the log, with the positions of what became of them: new leaders begin there
-- (services/tables/unfinished.py). Derived: may be emptied at any time. `schema`: of what stands in it; each program looks at its own.
CREATE TABLE tables_read (
    schema integer PRIMARY KEY,
    position bigint NOT NULL
);
CREATE TABLE unfinished_tables (
    schema integer NOT NULL,
    game_id text COLLATE "C" NOT NULL,
    positions text NOT NULL,
    PRIMARY KEY (schema, game_id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON tables_read, unfinished_tables TO turnledger_writer;
