"""The plain Go + pgx server of `go_floor/`: the floor of a stored move, where Go is found."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from time import perf_counter
from uuid import uuid4

from bench._connect import Connection, posted
from bench._houses import process, spent_s
from services.main import Started

SOURCE = Path(__file__).with_name("go_floor")


@contextmanager
def go_floor(store: str) -> Iterator[tuple[Started, int] | None]:
    """Run the server with a database of its own; None where no Go is found, or where it does not compile."""
    with TemporaryDirectory() as folder:
        program = str(Path(folder) / "go_floor")
        if (
            which("go") is None
            or subprocess.run(["go", "build", "-o", program], cwd=SOURCE, stdout=sys.stderr).returncode
        ):
            print("without the Go floor: no Go, or it does not compile", file=sys.stderr)
            yield None
            return
        with process([program, store], SOURCE) as running:
            yield running


async def go_cost_us(running: tuple[Started, int], matches: int, watchers: int, seconds: float) -> float:
    """Return the server's processor time of a move, with one move in flight at each match."""
    (to, pid), ids = running, [str(uuid4()) for _ in range(matches)]
    watching = [asyncio.create_task(_watch(to.http, each)) for each in ids for _ in range(watchers)]
    players = [await Connection.to(to.http) for _ in ids]
    before, ends = spent_s({"go": pid})["go"], perf_counter() + seconds
    moves = await asyncio.gather(*(_play(*each, ends) for each in zip(players, ids, strict=True)))
    spent = spent_s({"go": pid})["go"] - before
    for each in watching:
        each.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    for player in players:
        player.close()
    return 1e6 * spent / sum(moves)


async def _play(player: Connection, match: str, ends: float) -> int:
    version = 0
    while perf_counter() < ends:
        move = b'{"seat":%d,"kind":"bid","amount":%d,"version":%d}' % (version % 2, version + 1, version)
        await player.request(posted(f"/matches/{match}/moves", "application/json", "", move))
        version += 1
    return version


async def _watch(address: str, match: str) -> None:
    reader, writer = await asyncio.open_connection(*address.split(":"))
    with suppress(ConnectionError):
        try:
            writer.write(f"GET /matches/{match}/watch HTTP/1.1\r\nhost: bench\r\n\r\n".encode())
            while await reader.read(65536):
                pass
        finally:
            writer.close()
