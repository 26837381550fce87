-- Finished games that were taken in from files, with the key that signed: they count for nobody here.
CREATE TABLE imports (
    game_id text PRIMARY KEY,
    key text NOT NULL
);
GRANT SELECT, INSERT ON imports TO turnledger_writer;
GRANT SELECT ON imports TO turnledger_reader;
