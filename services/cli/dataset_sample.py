"""The sample of a dataset that `turnledger verify --dataset` proves: rows by chance and the files of their games."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import msgspec
import typer
from msgspec import Struct

from domain.history.adjudicate import Fault
from domain.history.record import EventRow
from services.cli.failure import fail
from services.cli.history_files import file_name
from services.cli.remote import as_before

if TYPE_CHECKING:
    from services.history.dataset_proof import DatasetRows

UNLIKE = "DATASET"


class Sample(Struct, frozen=True):
    """`files`: of the games of the drawn rows. `rows`: all rows of these games."""

    files: list[Path]
    rows: "DatasetRows"

    def fault(self, game_id: str, history: Sequence[EventRow], leaf_index: int | None) -> Fault | None:
        """Return the fault of a game whose rows do not follow from its history."""
        says = self.rows.difference(game_id, history, leaf_index)
        return Fault(UNLIKE, "format", says) if says else None


def draw_sample(
    dataset: Path, rows: int, seed: str, files: Sequence[Path], server: str | None, until: ExitStack
) -> Sample:
    """Draw rows and find the files of their games: among `files`, or from the server, then in a folder that is kept
    `until`. Ends the program where the dataset is not the one of its data card, or a game has no file."""
    try:
        from pyarrow import ArrowInvalid

        from services.history.dataset_card import CARD, wrong_digests
        from services.history.dataset_proof import DatasetRows, sampled_games
    except ModuleNotFoundError as missing:
        fail(f"{missing.name} is not installed: pip install 'turnledger[dataset]'")
    try:
        if wrong := wrong_digests(dataset):
            fail(f"{dataset}: the digest of {', '.join(wrong)} is not the one of {CARD}", 1)
        games = sampled_games(dataset, rows, seed)
        found = DatasetRows(dataset, games)
    except (OSError, msgspec.MsgspecError, ArrowInvalid) as error:
        fail(f"{dataset} is not a dataset: {error}")
    by_name = {path.name: path for path in files}
    if server and not files:
        folder = Path(until.enter_context(TemporaryDirectory()))
        by_name = asyncio.run(_download(server, games, folder))
    elif not files:
        fail("name the exported files of the games, or --server to download those that are drawn")
    return Sample(_files(games, by_name), found)


def _files(games: Sequence[str], by_name: Mapping[str, Path]) -> list[Path]:
    if missing := [game_id for game_id in games if file_name(game_id) not in by_name]:
        typer.echo(f"{len(missing)} of {len(games)} games have no file: {', '.join(missing[:10])}", err=True)
        raise typer.Exit(1)
    return [by_name[file_name(game_id)] for game_id in games]


async def _download(server: str, games: Sequence[str], folder: Path) -> dict[str, Path]:
    paths = {file_name(game_id): folder / file_name(game_id) for game_id in games}
    async with as_before(server) as (me, _):
        for game_id, path in zip(games, paths.values(), strict=True):
            path.write_bytes(b"".join([part async for part in me.game(game_id).export()]))
    return paths
