-- As in 0029, in two steps: where Citus keeps the schema on another server, no statement can have both the added rows and a table. The
-- server that keeps it does not know the schema of who connected, so a schema of another name than the usual one is named here.
CREATE OR REPLACE FUNCTION refuse_archived() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    games text[] := ARRAY(SELECT DISTINCT originator_id FROM added);
BEGIN
    IF EXISTS (SELECT FROM archived_games WHERE game_id = ANY (games)) THEN
        RAISE unique_violation USING MESSAGE = 'the game is over, and in the archive';
    END IF;
    RETURN NULL;
END $$;
DO $$
BEGIN
    IF current_schema() <> 'public' THEN
        EXECUTE format('ALTER FUNCTION refuse_archived() SET search_path = %I', current_schema());
    END IF;
END $$;
