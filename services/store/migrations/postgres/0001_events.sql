-- The table of the library `eventsourcing` (originator_id_type text): its recorders and notification log read it.
CREATE TABLE stored_events (
    originator_id text COLLATE "C" NOT NULL,
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
-- `follows_games` and `follows_versions` name rows that must be there already, since commands follow on them. The
-- caller leaves out those that it stored itself over this connection: looking for them takes a third of the time.
--
-- The lock is taken before the first notification id and held until the commit is visible. So ids become visible in
-- their order, and nobody who reads the log in that order passes over a row. Not LOCK TABLE: that would wait for
-- autovacuum, and cancel it. A writer that locks the table in EXCLUSIVE mode, as the library's recorder does, still
-- excludes this one, since INSERT takes ROW EXCLUSIVE.
--
-- Plans are kept, also those that were made while the table was small: call it with enable_seqscan off.
CREATE FUNCTION append_events(
    games text[], versions bigint[], topics text[], states bytea[], follows_games text[], follows_versions bigint[]
) RETURNS text[]
LANGUAGE plpgsql AS $$
DECLARE
    elsewhere text[];
    taken text[];
BEGIN
    PERFORM pg_advisory_xact_lock(20040, 1);
    IF cardinality(follows_games) > 0 THEN
        SELECT array_agg(game) INTO elsewhere FROM unnest(follows_games, follows_versions) AS follows (game, version)
        WHERE (SELECT true FROM stored_events WHERE (originator_id, originator_version) = (game, version)) IS NULL;
    END IF;
    IF elsewhere IS NULL THEN
        BEGIN
            INSERT INTO stored_events (originator_id, originator_version, topic, state)
            SELECT * FROM unnest(games, versions, topics, states);
            PERFORM pg_notify('stored_events', lastval()::text);
            RETURN NULL;
        EXCEPTION WHEN unique_violation THEN
            NULL; -- nothing of this batch is stored yet; below it is settled per game
        END;
    END IF;

    SELECT array_agg(command.game) INTO elsewhere
    FROM (SELECT game, min(version) - 1 AS head FROM unnest(games, versions) AS given (game, version) GROUP BY game) command
    WHERE command.head <> coalesce((
        SELECT max(originator_version) FROM stored_events
        WHERE originator_id = command.game AND originator_version >= command.head), 0);
    INSERT INTO stored_events (originator_id, originator_version, topic, state)
    SELECT * FROM unnest(games, versions, topics, states) AS given (game, version, topic, state)
    WHERE elsewhere IS NULL OR game <> ALL (elsewhere);
    IF FOUND THEN
        PERFORM pg_notify('stored_events', lastval()::text);
    END IF;
    SELECT array_agg(DISTINCT game) INTO taken
    FROM unnest(games, versions, topics, states) AS given (game, version, topic, state)
    WHERE game = ANY (elsewhere) AND (
        SELECT true FROM stored_events stored
        WHERE (stored.originator_id, stored.originator_version) = (given.game, given.version)
        AND (stored.topic, stored.state) = (given.topic, given.state)) IS NULL;
    RETURN taken;
END $$;
