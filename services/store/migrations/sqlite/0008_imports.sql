-- Finished games that were taken in from files, with the key that signed: they count for nobody here.
CREATE TABLE imports (
    game_id TEXT PRIMARY KEY,
    key TEXT NOT NULL
);
