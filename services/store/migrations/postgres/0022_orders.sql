-- The private streams of seats: their standing orders, as events (domain/table/standing_orders.py). Told to their players alone, until the
-- game is over.
CREATE TABLE order_events (
    game_id text COLLATE "C" NOT NULL,
    seat integer NOT NULL,
    number integer NOT NULL,
    topic text NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (game_id, seat, number)
);
GRANT SELECT, INSERT ON order_events TO turnledger_writer;
-- Whose order stands, derived from them. given_ms: milliseconds since 1970 UTC.
CREATE TABLE standing_orders (
    game_id text COLLATE "C" NOT NULL,
    seat integer NOT NULL,
    given_ms bigint NOT NULL,
    PRIMARY KEY (game_id, seat)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON standing_orders TO turnledger_writer;
