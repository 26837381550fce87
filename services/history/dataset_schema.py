"""The tables of the dataset: columns with their types (docs/dataset.md)."""

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

Columns = dict[str, list[Any]]
"""The values of each column of a table, in the order of its rows. Times are milliseconds since 1970 UTC."""
VERSION = 1
"""Grows when a table or a column changes its meaning or goes. New tables and columns do not change it."""
_time = pa.timestamp("ms", tz="UTC")
_of_game = [("game_id", pa.string()), ("month", pa.string())]
SCHEMA: Mapping[str, pa.Schema] = {
    "games": pa.schema(
        [
            *_of_game,
            *((name, pa.string()) for name in ("variant", "game", "options", "editions")),
            ("seats", pa.int8()),
            ("bots", pa.int8()),
            ("rated", pa.bool_()),
            ("reason", pa.string()),
            ("opened_at", _time),
            ("ended_at", _time),
            ("decisions", pa.int32()),
            ("events", pa.int32()),
            ("link", pa.string()),
            ("leaf_index", pa.int64()),
        ]
    ),
    "seats": pa.schema(
        [
            *_of_game,
            ("seat", pa.int8()),
            ("occupant", pa.string()),
            ("player", pa.string()),
            ("bot", pa.string()),
            ("colour", pa.string()),
            ("rank", pa.int8()),
            ("won", pa.bool_()),
            ("score", pa.int32()),
            ("resigned", pa.bool_()),
        ]
    ),
    "decisions": pa.schema(
        [
            *_of_game,
            ("version", pa.int32()),
            ("seat", pa.int8()),
            ("bot", pa.string()),
            ("at", _time),
            ("round", pa.int16()),
            ("phase", pa.string()),
            ("stage", pa.int8()),
            ("legal", pa.int64()),
            ("legal_kinds", pa.list_(pa.string())),
            ("kind", pa.string()),
            ("command", pa.string()),
            ("figures", pa.string()),
            ("paid", pa.int32()),
            ("undone", pa.bool_()),
        ]
    ),
    "events": pa.schema(
        [
            *_of_game,
            ("version", pa.int32()),
            ("at", _time),
            ("topic", pa.string()),
            ("seat", pa.int8()),
            ("event", pa.string()),
        ]
    ),
    "ratings": pa.schema(
        [
            *_of_game,
            ("seat", pa.int8()),
            ("against", pa.string()),
            ("pace", pa.string()),
            ("rating", pa.int16()),
            ("deviation", pa.int16()),
            ("provisional", pa.bool_()),
        ]
    ),
}
"""The tables of version 1."""
OF_ONE_GAME = ("games", "seats", "decisions", "events")
"""The tables whose rows follow from the history of their game alone."""


def columns_of(name: str, rows: Sequence[Mapping[str, Any]] = ()) -> Columns:
    """Return rows of a table as columns."""
    return {column: [row[column] for row in rows] for column in SCHEMA[name].names}


def table_of(name: str, columns: Columns) -> pa.Table:
    return pa.Table.from_pydict(columns, SCHEMA[name])


def path_of(folder: Any, name: str) -> Any:
    """Return the file of a table in the folder of a dataset."""
    return folder / f"{name}.parquet"
