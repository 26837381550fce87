-- The table of the library `eventsourcing` (originator_id_type text): its recorders and notification log read it.
CREATE TABLE stored_events (
    originator_id text NOT NULL,
    originator_version bigint NOT NULL,
    topic text,
    state bytea,
    notification_id bigserial,
    PRIMARY KEY (originator_id, originator_version)
) WITH (autovacuum_analyze_threshold = 1000, autovacuum_analyze_scale_factor = 0.01);
CREATE UNIQUE INDEX stored_events_notification_id_idx ON stored_events (notification_id);

-- Stores a batch of commands, each of one game and the only one of that game, and returns the games of those that are
-- not stored because other rows hold their versions or the versions before them are missing.
-- A command whose very bytes are stored already counts as stored: a batch may be sent again after a lost reply.
--
-- The lock is taken before the first notification id and held until the commit is visible. So ids become visible in
-- their order, and nobody who reads the log in that order passes over a row. Not LOCK TABLE: that would wait for
-- autovacuum, and cancel it. A writer that locks the table in EXCLUSIVE mode, as the library's recorder does, still
-- excludes this one, since INSERT takes ROW EXCLUSIVE.
--
-- SECURITY DEFINER: the writing role may call this and has no INSERT, UPDATE or DELETE of its own.
CREATE FUNCTION append_events(games text[], versions bigint[], topics text[], states bytea[]) RETURNS text[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    elsewhere text[];
    taken text[];
    head bigint;
BEGIN
    PERFORM pg_advisory_xact_lock(20040, 1);
    SELECT array_agg(command.game) INTO elsewhere
    FROM (SELECT game, min(version) AS first FROM unnest(games, versions) AS given (game, version) GROUP BY game) command
    WHERE command.first <> 1 + coalesce((
        SELECT stored.originator_version FROM stored_events stored WHERE stored.originator_id = command.game
        ORDER BY stored.originator_version DESC LIMIT 1), 0);
    WITH stored AS (
        INSERT INTO stored_events (originator_id, originator_version, topic, state)
        SELECT game, version, topic, state
        FROM unnest(games, versions, topics, states) WITH ORDINALITY AS given (game, version, topic, state, place)
        WHERE elsewhere IS NULL OR game <> ALL (elsewhere)
        ORDER BY place
        RETURNING notification_id)
    SELECT max(notification_id) INTO head FROM stored;
    IF head IS NOT NULL THEN
        PERFORM pg_notify('stored_events', head::text);
    END IF;
    IF elsewhere IS NOT NULL THEN
        SELECT array_agg(DISTINCT game) INTO taken
        FROM unnest(games, versions, topics, states) AS given (game, version, topic, state)
        WHERE game = ANY (elsewhere) AND NOT EXISTS (
            SELECT FROM stored_events stored
            WHERE (stored.originator_id, stored.originator_version) = (given.game, given.version)
            AND (stored.topic, stored.state) = (given.topic, given.state));
    END IF;
    RETURN taken;
END $$;
