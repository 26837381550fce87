"""Prove rows of a dataset: rows drawn by chance must follow from the files of their games."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pyarrow.compute as pc
import pyarrow.parquet as pq
from pyarrow import Table

from domain import stored
from domain.history.adjudicate import Step, adjudicate, quoted
from domain.history.file import written
from domain.history.record import EventRow
from domain.table.messages import Occupant
from services.history.dataset_rows import Row, rows_of
from services.history.dataset_schema import OF_ONE_GAME, path_of, table_of

UNPROVEN = ("occupant", "player", "leaf_index")
"""Columns that do not follow from the history: they need the accounts and the log of the installation."""


def sampled_games(folder: Path, rows: int, seed: str) -> list[str]:
    """Return the ids of the games of rows drawn by chance from all tables of one game. The same seed draws the same."""
    files = [pq.ParquetFile(path_of(folder, name)) for name in OF_ONE_GAME]
    total = sum(file.metadata.num_rows for file in files)
    drawn = sorted(Random(seed).sample(range(total), min(rows, total)))  # noqa: S311  # no secret depends on it
    found, start = dict[str, None](), 0
    for file in files:
        for group in range(file.num_row_groups):
            size = file.metadata.row_group(group).num_rows
            inside = [each - start for each in drawn if start <= each < start + size]
            if inside:
                ids = file.read_row_group(group, columns=["game_id"]).column("game_id")
                found |= dict.fromkeys(ids[each].as_py() for each in inside)
            start += size
    return list(found)


class DatasetRows:
    """The rows of some games of a dataset."""

    def __init__(self, folder: Path, games: Sequence[str]) -> None:
        """Raises OSError and ArrowInvalid for a folder that is not a dataset."""
        wanted = [("game_id", "in", list(games))]
        self._tables = {name: pq.read_table(path_of(folder, name), filters=wanted) for name in OF_ONE_GAME}

    def difference(self, game_id: str, rows: Sequence[EventRow], leaf_index: int | None = None) -> str:
        """Return the first difference between the rows of a game and its history, which is proven right. Empty where
        they agree. `leaf_index`: of the game's end, once that is proven."""
        steps = list[Step]()
        adjudicate(rows, stored.codec(), watch=steps.append)
        expected = rows_of(rows, steps, _anonymous, None)
        for name in OF_ONE_GAME:
            if says := _difference(name, self._rows(name, game_id), table_of(name, getattr(expected, name))):
                return says
        leaves = self._rows("games", game_id).column("leaf_index").to_pylist()
        if leaf_index is not None and leaves != [leaf_index]:
            return f"games: leaf_index is {leaves[0]}, and {leaf_index} by the log"
        return ""

    def _rows(self, name: str, game_id: str) -> Table:
        return self._tables[name].filter(pc.equal(self._tables[name].column("game_id"), game_id))


def _anonymous(_: Occupant) -> Row:
    return {"occupant": None, "player": None}


def _difference(name: str, found: Table, expected: Table) -> str:
    if found.num_rows != expected.num_rows:
        return f"{name}: {found.num_rows} rows, and {expected.num_rows} by the history"
    for column in expected.column_names:
        if column in UNPROVEN:
            continue
        ours, theirs = found.column(column).to_pylist(), expected.column(column).to_pylist()
        unlike = next((n for n, (one, other) in enumerate(zip(ours, theirs, strict=True)) if one != other), None)
        if unlike is not None:
            stated, proven = (quoted(written(each[unlike])) for each in (ours, theirs))
            return f"{name}, row {unlike}: {column} is {stated}, and {proven} by the history"
    return ""
