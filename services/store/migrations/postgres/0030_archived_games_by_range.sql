-- Which games were on at a position: through an index made for that. By span and first_position the planner would not go, and
-- read all games that began before the position.
CREATE INDEX archived_games_on_idx ON archived_games USING gist (int8range(first_position, last_position));
DROP INDEX archived_games_span_idx;
