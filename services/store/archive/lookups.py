"""SQL that finds archived games: the same statements on SQLite and PostgreSQL, except ACROSS."""

from typing import LiteralString

LAST_TOPIC: LiteralString = "table.SecretRevealed/"
"""Topic pattern of the last event of a finished game, whatever its schema. This event stays in the store."""
ALL = 2**31 - 1
"""An upper bound for LIMIT."""
_GAMES: LiteralString = "SELECT game_id, object, sha256, version, chain, first_position, last_position FROM "
ONE: LiteralString = _GAMES + "archived_games WHERE game_id = ?"
UPTO: LiteralString = "SELECT coalesce(max(last_position), 0) AS upto FROM archived_games"
AFTER: LiteralString = _GAMES + "archived_games WHERE first_position > ? ORDER BY first_position LIMIT ?"
LAST: LiteralString = _GAMES + "archived_games ORDER BY last_position DESC LIMIT ?"

# A game with the span of n digits that is on at a position began less than 2^n before it: 63 short looks into an index,
# where the games that began before the position, and those that ended after it, may be millions each.
ACROSS: LiteralString = (
    "WITH RECURSIVE class (digits) AS (SELECT 0 UNION ALL SELECT digits + 1 FROM class WHERE digits < 62) "  # noqa: S608
    + _GAMES
    + "class CROSS JOIN archived_games INDEXED BY archived_games_span_idx WHERE span = digits"
    " AND first_position <= ? AND first_position > ? - (1 << digits) AND last_position > ? ORDER BY first_position"
)
ACROSS_BY_RANGE: LiteralString = (
    _GAMES
    + "archived_games WHERE int8range(first_position, last_position) @> CAST(? AS bigint) ORDER BY first_position"
)
_EVENTS: LiteralString = "SELECT {position}, originator_id, originator_version, topic, state FROM stored_events "
PLACED: LiteralString = _EVENTS + "WHERE originator_id = ? ORDER BY originator_version"
# The first two conditions on the topic are those of the index stored_events_tables_idx, word for word.
FINISHED: LiteralString = (
    _EVENTS + "WHERE {position} > ? AND topic LIKE 'table.%' AND topic NOT LIKE 'table.ClocksSet/%'"  # noqa: S608
    " AND topic LIKE '" + LAST_TOPIC + "%'"
    " AND NOT EXISTS (SELECT 1 FROM archived_games WHERE game_id = originator_id) ORDER BY {position} LIMIT ?"
)
INSERT: LiteralString = "INSERT INTO archived_games VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
