"""Verifies every game of a store: in the processes of this machine, or on a Dask cluster."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager
from importlib import import_module
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from domain import stored
from domain.history.adjudicate import Fault
from domain.history.codec import UNREADABLE
from domain.history.record import StreamUnreadable
from domain.history.verify import Verdict, verify_rows
from domain.table.aggregate import FINISHED
from services.history.differences import Difference, differences
from services.history.keys import published_keys
from services.history.seals import Seals
from services.store import open_sql, open_store
from services.store.archive.lookups import LAST_TOPIC
from services.store.interface import EventStore

LOG_BATCH = 5_000
GAMES_A_TASK = 16
_BEGUN = b'{"game_id":"'
"""The prefix of a verdict in a report."""


class Task(Struct, frozen=True):
    """The unit of work of one worker: a few games of the store and its archive, with the published keys."""

    store: str
    keys: dict[str, Any]
    game_ids: tuple[str, ...]
    archive: str = ""


Engine: TypeAlias = Callable[[Sequence[Task]], Iterator[list[Verdict]]]
"""Runs tasks somewhere, in any order, and gives their verdicts as they come."""


class NotAReport(Exception):
    """The file holds something else."""


class AuditReport(Struct, frozen=True):
    """`wrong`: every verdict with a fault; `differences`: what they come to. `games` includes those that an earlier run
    had proven."""

    games: int
    right: int
    commands: int
    events: int
    wrong: tuple[Verdict, ...]
    differences: tuple[Difference, ...] = ()


async def game_ids(store: EventStore) -> AsyncIterator[str]:
    """Every game of the store, in the order in which they were opened."""
    position, seen = 0, set[str]()
    while rows := await store.read_log(position, LOG_BATCH):
        for each in rows:
            is_first = each.row.version == 1 or each.row.topic.startswith(LAST_TOPIC)
            if is_first and each.row.stream_id not in seen:  # of an unreadable game only the last event is found
                seen.add(each.row.stream_id)
                yield each.row.stream_id
        position = rows[-1].position


def verify_games(task: Task) -> list[Verdict]:
    """Read the games from the store and adjudicate them, in a worker."""
    return asyncio.run(_verify_games(task))


async def _verify_games(task: Task) -> list[Verdict]:
    store, sql = open_store(task.store, task.archive), open_sql(task.store)
    codec, keys, seals = stored.codec(), published_keys(task.keys), Seals(sql)
    try:
        verdicts = []
        for game_id in task.game_ids:
            kept = await seals.of(game_id)  # read before the game, which may continue meanwhile
            try:
                rows = await store.load(game_id)
            except StreamUnreadable as error:
                verdicts.append(_unreadable(game_id, str(error)))
            else:
                verdicts.append(verify_rows(rows, codec, keys, kept))
        return verdicts
    finally:
        await store.close()
        await sql.close()


def _unreadable(game_id: str, says: str) -> Verdict:
    return Verdict(game_id, "", "", "", 0, 0, "", Fault("UNREADABLE", "format", says))


@contextmanager
def processes(workers: int) -> Iterator[Engine]:
    """Number of local worker processes."""
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:

        def run(tasks: Sequence[Task]) -> Iterator[list[Verdict]]:
            for done in as_completed([pool.submit(verify_games, task) for task in tasks]):
                yield done.result()

        yield run


@contextmanager
def dask(workers: int, scheduler: str | None = None) -> Iterator[Engine]:
    """The workers of a Dask scheduler (`tcp://host:8786`), or so many of an own one. Needs the `cluster` extra."""
    distributed: Any = import_module("distributed")
    with ExitStack() as stack:
        local = {"n_workers": workers, "threads_per_worker": 1, "dashboard_address": None}
        cluster = scheduler or stack.enter_context(distributed.LocalCluster(**local))
        client = stack.enter_context(distributed.Client(cluster))

        def run(tasks: Sequence[Task]) -> Iterator[list[Verdict]]:
            for done in distributed.as_completed(client.map(verify_games, tasks, pure=False)):
                yield done.result()

        yield run


def audit(
    store: str,
    keys: dict[str, Any],
    games: Sequence[str],
    engine: Engine,
    report: Path | None = None,
    looked: Callable[[int], None] = lambda _: None,
    archive: str = "",
) -> AuditReport:
    """Verify the games. `report`: a file with one verdict per line; games that it proves finished and right are not
    verified again, so an interrupted audit continues. `looked` is called with the number of games done. Raises
    NotAReport, OSError."""
    earlier = _read(report) if report else []
    proven = {each.game_id: each for each in earlier if each.status == FINISHED and each.fault is None}
    verdicts = [proven[game_id] for game_id in games if game_id in proven]
    looked(len(verdicts))
    left = iter([game_id for game_id in games if game_id not in proven])
    tasks = []
    while some := tuple(islice(left, GAMES_A_TASK)):
        tasks.append(Task(store, keys, some, archive))
    for done in engine(tasks):
        verdicts += done
        _append(report, done)
        looked(len(done))
    wrong = tuple(sorted((each for each in verdicts if each.fault), key=lambda verdict: verdict.game_id))
    return AuditReport(
        games=len(verdicts),
        right=len(verdicts) - len(wrong),
        commands=sum(each.commands for each in verdicts),
        events=sum(each.events for each in verdicts),
        wrong=wrong,
        differences=differences(wrong),
    )


def _read(report: Path) -> list[Verdict]:
    """The verdicts of earlier runs. A last line that the last run did not finish is cut off: the next begins there."""
    report.touch()
    content = report.read_bytes()
    torn = content.rpartition(b"\n")[2]
    if torn and not _BEGUN.startswith(torn[: len(_BEGUN)]):
        raise NotAReport(f"{report} is no report of an audit: its last line is no verdict")
    try:
        verdicts = msgspec.json.Decoder(Verdict).decode_lines(content.removesuffix(torn))
    except UNREADABLE as error:
        raise NotAReport(f"{report} is no report of an audit: {error}") from error
    os.truncate(report, len(content) - len(torn))
    return verdicts


def _append(report: Path | None, verdicts: Sequence[Verdict]) -> None:
    if report is not None:
        with report.open("ab") as file:
            file.write(msgspec.json.Encoder().encode_lines(verdicts))
