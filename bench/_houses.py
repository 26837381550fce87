"""The servers that `bench.evening` measures, of this checkout or of another, and the processor time that they take."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from subprocess import PIPE
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from services.main import Started
from support.servers import PostgresServer, RedisServer, create_database

SAMPLED = Path(__file__).with_name("_sampled.py")
_TICK = os.sysconf("SC_CLK_TCK")


class House(NamedTuple):
    """Servers with a database and views of their own. `folder`: what the sampler says is left there. `settings`: of
    another process of the same servers."""

    served: Started
    pids: dict[str, int]
    folder: Path
    store: str
    views: str
    settings: Sequence[str]


@contextmanager
def house(checkout: Path, *settings: str, profile: bool = False) -> Iterator[House]:
    """Run the program of a checkout."""
    with ExitStack() as stack:
        postgres = stack.enter_context(PostgresServer(shared_preload_libraries="pg_stat_statements"))
        redis = stack.enter_context(RedisServer())
        store, folder = create_database(postgres.url()), Path(stack.enter_context(TemporaryDirectory()))
        subprocess.run(command("migrate", "--store", store), env=environment(checkout), check=True, stdout=PIPE)
        here = [
            *("--store", store, "--views", redis.url, "--keys", str(folder / "keys"), "--json"),
            *("--listen", "127.0.0.1:0", "--http", "127.0.0.1:0"),
            *("--calls-per-s", "10000", "--tables-per-account", "1000", *settings),
        ]
        pids = {}
        for name, roles in {"roles": "follower,bots,deadlines,webhooks", "api": "api"}.items():
            run = [sys.executable, "-P", str(SAMPLED), str(folder / name)] if profile else command()
            started = process([*run, "serve", *here, "--roles", roles], checkout)
            served, pids[name] = stack.enter_context(started)
        assert postgres.process, "started"
        assert redis.process, "started"
        pids |= {"postgres": postgres.process.pid, "redis": redis.process.pid}
        yield House(served, pids, folder, store, redis.url, here)
        for name in ("api", "roles") if profile else ():
            tell_profile(name, folder / name)


def signalled(pids: list[int]) -> None:
    """The sampler begins, or ends."""
    for pid in pids:
        os.kill(pid, signal.SIGUSR1)


def spent_s(pids: dict[str, int]) -> dict[str, float]:
    """Processor time of each process, with its children."""
    parents, own = dict[int, int](), Counter[int]()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            pid, rest = stat.read_text().rpartition(")")[::2]
            fields = rest.split()
            number = int(pid.partition(" ")[0])
            parents[number] = int(fields[1])
            own[number] = sum(map(int, fields[11:15]))
    total = Counter[int]()
    for number, ticks in own.items():
        each: int | None = number
        while each:
            total[each] += ticks
            each = parents.get(each)
    return {name: total[pid] / _TICK for name, pid in pids.items()}


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-P", "-m", "turnledger_server", *arguments]


def environment(checkout: Path) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(checkout)}


@contextmanager
def process(arguments: Sequence[str], checkout: Path) -> Iterator[tuple[Started, int]]:
    started = subprocess.Popen(arguments, stdout=PIPE, env=environment(checkout))
    try:
        assert started.stdout
        yield msgspec.json.decode(started.stdout.readline(), type=Started), started.pid
    finally:
        started.terminate()
        started.wait()


def tell_profile(name: str, file: Path) -> None:
    parts = Counter[str](json.loads(file.read_text()))
    shown = Table(f"{name}: where its time went", "%")
    for part, times in parts.most_common(28):
        shown.add_row(escape(part), f"{100 * times / parts.total():.1f}")
    Console(stderr=True, width=110).print(shown)
