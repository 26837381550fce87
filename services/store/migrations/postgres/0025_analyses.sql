-- Explanations of finished games: JSON, compressed by zlib. Derived: what is thrown away is made again when somebody asks.
CREATE TABLE analyses (
    game_id text COLLATE "C" PRIMARY KEY,
    number integer NOT NULL,
    bot_number integer NOT NULL,
    tries integer NOT NULL,
    deals integer NOT NULL,
    body bytea NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON analyses TO turnledger_writer;
