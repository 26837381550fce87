-- The private streams of seats: their standing orders, as events (domain/table/standing_orders.py). Told to their players alone, until the
-- game is over.
CREATE TABLE order_events (
    game_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    number INTEGER NOT NULL,
    topic TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (game_id, seat, number)
) WITHOUT ROWID;
-- Whose order stands, derived from them. given_ms: milliseconds since 1970 UTC.
CREATE TABLE standing_orders (
    game_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    given_ms INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat)
) WITHOUT ROWID;
