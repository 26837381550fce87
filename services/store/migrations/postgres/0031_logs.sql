-- A store may be a set of logs, each in a database or a schema of its own that has all of these tables
-- (docs/decisions/0073-a-store-may-be-a-set-of-logs.md). The first one is the home: accounts, chat and whatever stands beside the games.

-- What belongs to a log alone goes by its schema, of which one database may have several. In `public` it is what it was.
CREATE FUNCTION log_lock() RETURNS int LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN current_schema() = 'public' THEN 1 ELSE hashtext(current_schema()) END
$$;
CREATE FUNCTION log_channel() RETURNS text LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN current_schema() = 'public' THEN 'stored_events' ELSE left('stored_events ' || current_schema(), 63) END
$$;

-- `store`: the same in all logs of a set. The home has a row for each log, 0 for itself; another log has its own row. Where there is
-- one log there is none.
CREATE TABLE logs (
    number int PRIMARY KEY,
    store text NOT NULL,
    at timestamptz DEFAULT now() NOT NULL
);
-- In the home: which log holds a game, written before its first event, once and for ever. A game that stands nowhere here is in the
-- home, from the days before there were other logs.
CREATE TABLE placed_games (
    game_id text COLLATE "C" PRIMARY KEY,
    log int NOT NULL
);
-- In the home: in which order the logs are read where they are read as one. A cut is as far as each log was, `upto`, and begins where
-- that before it ended, `since`: the events in between come log by log, at the positions after `base` up to `last`. `marks`: which events
-- stand at `upto`. `follows`: the cut before it; those between the two are void, since a log has lost events that they had. Their
-- positions are never used again.
CREATE TABLE log_cuts (
    number bigint PRIMARY KEY,
    follows bigint NOT NULL,
    base bigint NOT NULL,
    last bigint NOT NULL,
    since bigint[] NOT NULL,
    upto bigint[] NOT NULL,
    marks text[] NOT NULL
);
CREATE INDEX log_cuts_last_idx ON log_cuts (last);
CREATE INDEX log_cuts_back_idx ON log_cuts (number, follows) WHERE follows < number - 1;
GRANT SELECT ON logs, placed_games, log_cuts TO turnledger_writer, turnledger_reader;
GRANT INSERT ON placed_games, log_cuts TO turnledger_writer;

-- A program that does not know of the other logs would open a game here that another one opens there. The trigger is made when there
-- are several logs.
CREATE FUNCTION refuse_unplaced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM added WHERE originator_version = 1
        AND NOT EXISTS (SELECT FROM placed_games WHERE game_id = originator_id AND log = 0))
    THEN
        RAISE 'this store has several logs, and the program that opens a game knows of one: TURNLEDGER_STORE names them all';
    END IF;
    RETURN NULL;
END $$;

-- As before (see 0014 and 0029), with the lock and the channel of this log.
CREATE OR REPLACE FUNCTION append_events(
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
    PERFORM pg_advisory_xact_lock(20040, log_lock());
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
            PERFORM pg_notify(log_channel(), lastval()::text);
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
        PERFORM pg_notify(log_channel(), lastval()::text);
    END IF;
    SELECT array_agg(DISTINCT game) INTO taken
    FROM unnest(games, versions, topics, states) AS given (game, version, topic, state)
    WHERE game = ANY (elsewhere) AND (
        SELECT true FROM stored_events stored
        WHERE (stored.originator_id, stored.originator_version) = (given.game, given.version)
        AND (stored.topic, stored.state) = (given.topic, given.state)) IS NULL;
    RETURN taken || unnoted;
END $$;
CREATE OR REPLACE FUNCTION archive_game(
    game text, object_name text, object_sha256 text, rows_sha256 text, last_version bigint, last_chain text,
    first_at bigint, last_at bigint, span_digits int
) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(20040, log_lock()); -- as append_events does: nothing is added meanwhile
    IF rows_sha256 IS DISTINCT FROM (
        SELECT encode(sha256(string_agg(
            convert_to(concat(notification_id, ' ', originator_version, ' ', topic, ' ', length(state), E'\n'), 'UTF8') || state,
            ''::bytea ORDER BY originator_version)), 'hex')
        FROM stored_events WHERE originator_id = game)
    THEN
        RETURN false;
    END IF;
    INSERT INTO archived_games
    VALUES (game, object_name, object_sha256, last_version, last_chain, first_at, last_at, span_digits);
    DELETE FROM stored_events WHERE originator_id = game AND originator_version < last_version;
    RETURN true;
END $$;
