-- Puzzles from finished games. `day`: the first on which it is shown, as 2026-11-28. `body`: JSON of a Puzzle. `mean`,
-- `doubt`: its rating. `answers`: how many players answered it.
CREATE TABLE puzzles (
    number INTEGER PRIMARY KEY,
    day TEXT NOT NULL UNIQUE,
    game_id TEXT NOT NULL UNIQUE,
    body TEXT NOT NULL,
    mean REAL NOT NULL,
    doubt REAL NOT NULL,
    answers INTEGER NOT NULL DEFAULT 0
);
-- One answer of a player to a puzzle. `nth`: its place among the player's. `mean`, `doubt`: the player's rating after
-- it.
CREATE TABLE puzzle_answers (
    account_id TEXT NOT NULL,
    puzzle INTEGER NOT NULL,
    nth INTEGER NOT NULL,
    choice INTEGER NOT NULL,
    mean REAL NOT NULL,
    doubt REAL NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (account_id, puzzle),
    UNIQUE (account_id, nth)
) WITHOUT ROWID;
-- How far the log has been searched, and the milliseconds that were spent on the search on a day. One row.
CREATE TABLE puzzle_search (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    position INTEGER NOT NULL,
    day TEXT NOT NULL,
    spent_ms INTEGER NOT NULL
);
