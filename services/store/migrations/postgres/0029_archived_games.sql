-- Finished games whose events lie in the archive, each in one file (services/store/archive/): of these the last event alone stays in
-- stored_events, so that the head of the game, and of the log, are still there for all who look.
-- `object`: its name in the archive. `sha256`: of the file. `version`, `chain`: of the last event. `span`: the number of
-- binary digits of last_position - first_position: with it the games that were on at a position are found by an index.
CREATE TABLE archived_games (
    game_id text COLLATE "C" PRIMARY KEY,
    object text NOT NULL,
    sha256 text NOT NULL,
    version bigint NOT NULL,
    chain text NOT NULL,
    first_position bigint NOT NULL,
    last_position bigint NOT NULL,
    span smallint NOT NULL
);
CREATE INDEX archived_games_span_idx ON archived_games (span, first_position);
CREATE INDEX archived_games_first_idx ON archived_games (first_position);
CREATE INDEX archived_games_last_idx ON archived_games (last_position);
GRANT SELECT ON archived_games TO turnledger_writer, turnledger_reader;

-- Lets go of a game that the archive was proven to hold; false, and nothing done, unless the rows that are stored are
-- those of the file: `rows_sha256` is over position, version, topic, length and state of each, read back from there.
-- The only way to delete an event, and for the owner alone: whoever serves games may neither delete nor call this.
CREATE FUNCTION archive_game(
    game text, object_name text, object_sha256 text, rows_sha256 text, last_version bigint, last_chain text,
    first_at bigint, last_at bigint, span_digits int
) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(20040, 1); -- as append_events does: nothing is added meanwhile
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
REVOKE ALL ON FUNCTION archive_game(text, text, text, text, bigint, text, bigint, bigint, int) FROM PUBLIC;

-- A process that has not looked for weeks may think that an archived game goes on, and the rows that would tell it otherwise are not
-- there any more: whoever writes is refused as if they were. append_events then looks at the head, which is still there.
CREATE FUNCTION refuse_archived() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM archived_games WHERE game_id = ANY (ARRAY(SELECT DISTINCT originator_id FROM added))) THEN
        RAISE unique_violation USING MESSAGE = 'the game is over, and in the archive';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER stored_events_not_archived AFTER INSERT ON stored_events
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_archived();
