-- Requests that made no event and were answered all the same: asked again, they make none either. `command`: SHA-256 of
-- its bytes, in hexadecimal. `version`: of the game, when it was answered.
CREATE TABLE acknowledged_requests (
    game_id TEXT NOT NULL,
    actor TEXT NOT NULL,
    request_id TEXT NOT NULL,
    command TEXT NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (game_id, actor, request_id)
) WITHOUT ROWID;
