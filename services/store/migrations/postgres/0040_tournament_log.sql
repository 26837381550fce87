-- The order of the public events of all tournaments, for the public stream (services/public_stream). The counter is the row
-- `tournaments` of followers. Events from before get positions by the time when their tournaments were opened.
CREATE TABLE tournament_log (
    position bigint PRIMARY KEY,
    event_id text COLLATE "C" NOT NULL,
    version integer NOT NULL
);
INSERT INTO tournament_log (position, event_id, version)
    SELECT row_number() OVER (ORDER BY opened_ms, event_id, tournament_events.version), event_id,
        tournament_events.version
    FROM tournament_events JOIN tournaments USING (event_id)
    WHERE topic LIKE 'event.TournamentOpened/%' OR topic LIKE 'event.TournamentStarted/%'
        OR topic LIKE 'event.RoundPaired/%' OR topic LIKE 'event.TablesGiven/%'
        OR topic LIKE 'event.TournamentEnded/%';
INSERT INTO followers (name, position)
    SELECT 'tournaments', max(position) FROM tournament_log HAVING max(position) > 0;
GRANT SELECT, INSERT ON tournament_log TO turnledger_writer;
