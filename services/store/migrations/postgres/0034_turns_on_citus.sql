-- Where Citus keeps the log on another server a commit has two phases, and the lock in append_events is held here, not there: it is let
-- go although what was prepared on a server that died is committed later, below the positions of others. The row of this table is kept
-- where the log is, and stays locked until what was prepared is settled. `turnledger migrate` replaces the two functions there
-- (services/store/citus.py, docs/decisions/0054-turns-on-citus.md); elsewhere nobody touches the row.
CREATE TABLE log_turn (
    one int PRIMARY KEY CHECK (one = 1),
    taken bigint NOT NULL
);
INSERT INTO log_turn VALUES (1, 0);
GRANT SELECT, UPDATE ON log_turn TO turnledger_writer;

-- Whether commits have two phases: NOTIFY then tells of rows that nobody may see yet.
CREATE FUNCTION log_takes_turns() RETURNS boolean LANGUAGE sql STABLE AS $$ SELECT false $$;
