-- Puzzles from finished games. `day`: the first on which it is shown, as 2026-11-28. `body`: JSON of a Puzzle. `mean`,
-- `doubt`: its rating. `answers`: how many players answered it.
CREATE TABLE puzzles (
    number integer PRIMARY KEY,
    day text COLLATE "C" NOT NULL UNIQUE,
    game_id text NOT NULL UNIQUE,
    body text NOT NULL,
    mean double precision NOT NULL,
    doubt double precision NOT NULL,
    answers integer NOT NULL DEFAULT 0
);
-- One answer of a player to a puzzle. `nth`: its place among the player's. `mean`, `doubt`: the player's rating after
-- it.
CREATE TABLE puzzle_answers (
    account_id text NOT NULL,
    puzzle integer NOT NULL,
    nth integer NOT NULL,
    choice integer NOT NULL,
    mean double precision NOT NULL,
    doubt double precision NOT NULL,
    at_ms bigint NOT NULL,
    PRIMARY KEY (account_id, puzzle),
    UNIQUE (account_id, nth)
);
-- How far the log has been searched, and the milliseconds that were spent on the search on a day. One row.
CREATE TABLE puzzle_search (
    id integer PRIMARY KEY CHECK (id = 1),
    position bigint NOT NULL,
    day text NOT NULL,
    spent_ms integer NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON puzzles, puzzle_answers, puzzle_search TO turnledger_writer;
