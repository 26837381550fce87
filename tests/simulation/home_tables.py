"""The tables of the home of several logs on SQLite, which has no arrays: there they are JSON.

tests/contracts/test_simulated_logs.py compares the answers with those of a real server.
"""

import json
import re
import sqlite3
from collections.abc import Sequence
from functools import cache
from typing import Any

HOME = """
CREATE TABLE logs (number int PRIMARY KEY, store text NOT NULL);
CREATE TABLE placed_games (game_id text PRIMARY KEY, log int NOT NULL);
CREATE TABLE log_cuts (
    number int PRIMARY KEY, follows int NOT NULL, base int NOT NULL, last int NOT NULL, since text NOT NULL,
    upto text NOT NULL, marks text NOT NULL
);
"""
_ARRAYS = 3
"""The last columns of a cut."""


def rows_in_sqlite(file: sqlite3.Connection, statement: str, values: Sequence[Any]) -> list[Any]:
    """Run a statement that the product wrote for both databases, or for the home of several logs."""
    if "log_cuts" not in statement and "placed_games" not in statement:
        return file.execute(statement, values).fetchall()
    given = [json.dumps(each) if isinstance(each, list) else each for each in values]
    rows = file.execute(_translated(statement), given).fetchall()
    if not statement.startswith("SELECT number, base"):
        return rows
    return [(*row[:-_ARRAYS], *map(json.loads, row[-_ARRAYS:])) for row in rows]


@cache
def _translated(statement: str) -> str:
    text = statement.replace("SELECT FROM", "SELECT 1 FROM").replace("cardinality(", "json_array_length(")
    text = re.sub(r"= ANY\(CAST\(\? AS \w+\[\]\)\)", "IN (SELECT value FROM json_each(?))", text)
    text = re.sub(
        r"unnest\(CAST\(\? AS \w+\[\]\)\) AS (\w+)", r"(SELECT value AS \1 FROM json_each(?)) WHERE true", text
    )
    return re.sub(r"CAST\(\? AS \w+\[\]\)", "?", text)
