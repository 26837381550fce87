"""The gain of several logs where commands wait for a log's lock. `python -m bench.logs` prints JSON and a table.

Processes that only append, as those of `bench.writers`, into sets of one, two and four logs, each a PostgreSQL of this
run whose every commit waits 4 ms before its flush (`commit_delay`): so long a slow disk holds the lock (decision 69),
whatever the disk of this machine does. `spread`: the games of each process are on all logs, as a load balancer gives
them. `apart`: the games of each process are on one log, as where each log has processes of its own.

Per second and for the median wait: 64 callers in 8 processes, and 8 in 8, who mostly come alone. As many callers in one
process show what one process costs.
"""

import argparse
import asyncio
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from statistics import median
from subprocess import PIPE, Popen
from time import perf_counter
from uuid import uuid4
from zlib import crc32

import uvloop

from bench import report
from bench.append import BODY, TOPIC
from domain.history.record import EventRow
from services.store import open_store
from services.store.backends import urls_of
from services.store.schema import migrate
from support.servers import PostgresServer, create_database

LOGS = (1, 2, 4)
LOADS = ((1, 64), (8, 8), (8, 1))
"""Processes, and callers of each."""
DISK_US = 4_000
SPREAD = -1
T_S = 10.0


def _games(logs: int, log: int) -> Iterator[str]:
    """New ids; `log`: only of those that are put there, with SPREAD of all."""
    names = (str(uuid4()) for _ in count())
    return (each for each in names if log == SPREAD or crc32(each.encode()) % logs == log)


async def append(url: str, log: int, callers: int, seconds: float) -> tuple[float, float]:
    """Commands of one row a second, each caller waiting for its answer; and the median wait in ms."""
    store, waits = open_store(url), list[float]()
    games = _games(len(urls_of(url)), log)
    playing = [next(games) for _ in range(callers)]
    for game in playing:
        await store.append([EventRow(game, 1, TOPIC, BODY)], T_S)
    began = perf_counter()

    async def call(game: str) -> None:
        for version in count(2):
            if (start := perf_counter()) - began > seconds:
                return
            await store.append([EventRow(game, version, TOPIC, BODY)], T_S)
            waits.append(perf_counter() - start)

    await asyncio.gather(*map(call, playing))
    rate = len(waits) / (perf_counter() - began)
    await store.close()
    return rate, 1000 * median(waits)


def together(url: str, processes: int, callers: int, seconds: float, *, apart: bool) -> tuple[float, float]:
    """The same of so many processes at once: the sum, and the median of their medians."""
    logs = len(urls_of(url))
    call = [sys.executable, "-m", "bench.logs", "--one", url, "--callers", str(callers), "--seconds", str(seconds)]
    running = [
        Popen([*call, "--log", str(place % logs if apart else SPREAD)], stdin=PIPE, stdout=PIPE, text=True)
        for place in range(processes)
    ]
    for each in running:
        assert each.stdout
        assert each.stdout.readline() == "ready\n"
    for each in running:
        assert each.stdin
        each.stdin.close()
    told = [each.stdout.readline().split() for each in running if each.stdout and not each.wait()]
    return sum(float(rate) for rate, _ in told), median(float(wait) for _, wait in told)


def measure(servers: list[str], seconds: float, rounds: int) -> dict[str, float]:
    found = dict[str, list[tuple[float, float]]]()
    for _ in range(rounds):
        for logs in LOGS:
            url = " ".join(create_database(server) for server in servers[:logs])
            migrate(url)
            for processes, callers in LOADS:
                for apart in (False, True) if logs > 1 and processes > 1 else (False,):
                    name = f"{logs}_logs_{callers}_callers_in_each_of_{processes}{'_apart' if apart else ''}"
                    rate = together(url, processes, callers, seconds, apart=apart)
                    found.setdefault(name, []).append(rate)
    figures = {f"per_s_{name}": median(rate for rate, _ in rates) for name, rates in found.items()}
    return figures | {f"wait_ms_{name}": median(wait for _, wait in rates) for name, rates in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3, help="length of a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--one", metavar="URL", help="(of a process that this program starts)")
    parser.add_argument("--log", type=int, default=SPREAD, help="(of a process that this program starts)")
    parser.add_argument("--callers", type=int, default=1, help="(of a process that this program starts)")
    given = parser.parse_args()
    if given.one:
        print("ready", flush=True)
        sys.stdin.read()
        print(*uvloop.run(append(given.one, given.log, given.callers, given.seconds)))
        return
    with ExitStack() as stack:
        delayed = [PostgresServer(commit_delay=DISK_US, commit_siblings=0) for _ in range(max(LOGS))]
        servers = [stack.enter_context(server).url() for server in delayed]
        figures = measure(servers, given.seconds, given.rounds)
    report(figures, {})


if __name__ == "__main__":
    main()
