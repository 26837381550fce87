-- Explanations of finished games: JSON, compressed by zlib. Derived: what is thrown away is made again when somebody asks.
CREATE TABLE analyses (
    game_id TEXT PRIMARY KEY,
    number INTEGER NOT NULL,
    bot_number INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    body BLOB NOT NULL
) WITHOUT ROWID;
