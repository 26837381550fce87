-- Requests that made no event and were answered all the same: asked again, they make none either. `command`: SHA-256 of
-- its bytes, in hexadecimal. `version`: of the game, when it was answered.
CREATE TABLE acknowledged_requests (
    game_id text COLLATE "C" NOT NULL,
    actor text COLLATE "C" NOT NULL,
    request_id text COLLATE "C" NOT NULL,
    command text NOT NULL,
    version bigint NOT NULL,
    PRIMARY KEY (game_id, actor, request_id)
);
GRANT SELECT, INSERT ON acknowledged_requests TO turnledger_writer;

-- As before (see 0001), and: `asked_…` are the requests of the commands with rows, of which none is stored that was
-- acknowledged; `noted_…` are requests that made nothing happen, stored where the newest version of their game is the one
-- that they were judged on.
DROP FUNCTION append_events(text[], bigint[], text[], bytea[], text[], bigint[]);
CREATE FUNCTION append_events(
    games text[], versions bigint[], topics text[], states bytea[], follows_games text[], follows_versions bigint[],
    asked_games text[] DEFAULT '{}', asked_actors text[] DEFAULT '{}', asked_requests text[] DEFAULT '{}',
    noted_games text[] DEFAULT '{}', noted_versions bigint[] DEFAULT '{}', noted_actors text[] DEFAULT '{}',
    noted_requests text[] DEFAULT '{}', noted_commands text[] DEFAULT '{}'
) RETURNS text[]
LANGUAGE plpgsql AS $$
DECLARE
    elsewhere text[];
    acknowledged text[];
    unnoted text[];
    taken text[];
BEGIN
    PERFORM pg_advisory_xact_lock(20040, 1);
    IF cardinality(noted_games) > 0 THEN
        INSERT INTO acknowledged_requests (game_id, actor, request_id, command, version)
        SELECT game, actor, request, command, version
        FROM unnest(noted_games, noted_versions, noted_actors, noted_requests, noted_commands)
            AS noted (game, version, actor, request, command)
        WHERE version = (
            SELECT max(originator_version) FROM stored_events
            WHERE originator_id = game AND originator_version >= version)
        ON CONFLICT DO NOTHING;
        SELECT array_agg(game) INTO unnoted
        FROM unnest(noted_games, noted_versions, noted_actors, noted_requests, noted_commands)
            AS noted (game, version, actor, request, command)
        WHERE (
            SELECT true FROM acknowledged_requests stored
            WHERE (stored.game_id, stored.actor, stored.request_id) = (noted.game, noted.actor, noted.request)
            AND (stored.command, stored.version) = (noted.command, noted.version)) IS NULL;
    END IF;
    IF cardinality(games) = 0 THEN
        RETURN unnoted;
    END IF;

    IF cardinality(follows_games) > 0 THEN
        SELECT array_agg(game) INTO elsewhere FROM unnest(follows_games, follows_versions) AS follows (game, version)
        WHERE (SELECT true FROM stored_events WHERE (originator_id, originator_version) = (game, version)) IS NULL;
    END IF;
    IF cardinality(asked_games) > 0 THEN
        SELECT array_agg(game) INTO acknowledged
        FROM unnest(asked_games, asked_actors, asked_requests) AS asked (game, actor, request)
        WHERE (
            SELECT true FROM acknowledged_requests stored
            WHERE (stored.game_id, stored.actor, stored.request_id) = (asked.game, asked.actor, asked.request)
        ) IS NOT NULL;
    END IF;
    IF elsewhere IS NULL AND acknowledged IS NULL THEN
        BEGIN
            INSERT INTO stored_events (originator_id, originator_version, topic, state)
            SELECT * FROM unnest(games, versions, topics, states);
            PERFORM pg_notify('stored_events', lastval()::text);
            RETURN unnoted;
        EXCEPTION WHEN unique_violation THEN
            NULL; -- nothing of this batch is stored yet; below it is settled per game
        END;
    END IF;

    SELECT array_agg(command.game) INTO elsewhere
    FROM (SELECT game, min(version) - 1 AS head FROM unnest(games, versions) AS given (game, version) GROUP BY game) command
    WHERE command.head <> coalesce((
        SELECT max(originator_version) FROM stored_events
        WHERE originator_id = command.game AND originator_version >= command.head), 0);
    elsewhere := elsewhere || acknowledged;
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
    RETURN taken || unnoted;
END $$;
