"""The throughput of the store's one lock for many processes. `python -m bench.writers` prints JSON and a table.

Processes that only append, each through the queue of its own, into a PostgreSQL of this run: one command of one row a
caller, who waits for its answer. The same callers in one process and spread over several; and as many callers in each
of several, which is what happens when there is demand.

`lock_ms_N`: the time that a commit of N rows holds the lock, by one connection without others; the most that processes
with cores to themselves could store is N divided by that time, `bound_per_s_N`.
"""

import argparse
import sys
from contextlib import ExitStack
from functools import partial
from statistics import median
from subprocess import PIPE, Popen
from time import perf_counter

import uvloop

from bench import report
from bench.append import BODY, TOPIC, _game, queue_append
from domain.history.record import EventRow
from services.store.logs.members import alone
from services.store.postgres import _Appender, _connect, psycopg_driver
from services.store.primary import primary_of
from services.store.queue import Write
from services.store.schema import migrate
from support.servers import PostgresServer, create_database

SPREAD = (1, 2, 4, 8)
CALLERS = 64
COMMITS = 200


async def lock_ms(url: str, rows: int) -> float:
    """Median milliseconds of a commit of so many commands of one row, from its being sent to its answer."""
    appender = _Appender(partial(_connect, psycopg_driver, url, alone()), primary_of(url))
    await appender.connect()
    games, times = [_game() for _ in range(rows)], list[float]()
    for version in range(COMMITS):
        batch = [Write(game, version, [EventRow(game, version + 1, TOPIC, BODY)]) for game in games]
        began = perf_counter()
        assert not await appender.write(batch)
        times.append(1000 * (perf_counter() - began))
    await appender.close()
    return median(times)


def spread_rate(url: str, processes: int, callers: int, seconds: float) -> float:
    """Commands a second of so many processes with so many callers each, all at once."""
    call = [sys.executable, "-m", "bench.writers", "--one", url, "--callers", str(callers), "--seconds", str(seconds)]
    running = [Popen(call, stdin=PIPE, stdout=PIPE, text=True) for _ in range(processes)]
    for each in running:
        assert each.stdout is not None
        assert each.stdout.readline() == "ready\n"
    for each in running:
        assert each.stdin is not None
        each.stdin.close()
    return sum(float(each.stdout.readline()) for each in running if each.stdout is not None and not each.wait())


def one(url: str, callers: int, seconds: float) -> None:
    """Such a process: waits until its standard input ends, then appends and says how fast."""
    print("ready", flush=True)
    sys.stdin.read()
    print((uvloop.run(queue_append(url, seconds, callers)))[0])


def measure(url: str, seconds: float, rounds: int) -> dict[str, float]:
    """Every figure, on a migrated database at `url`; rounds in turn, of which medians count."""
    together: dict[int, list[float]] = {processes: [] for processes in SPREAD}
    each: dict[int, list[float]] = {processes: [] for processes in SPREAD[1:]}
    for _ in range(rounds):
        for processes in SPREAD:
            together[processes].append(spread_rate(url, processes, CALLERS // processes, seconds))
        for processes in SPREAD[1:]:
            each[processes].append(spread_rate(url, processes, CALLERS, seconds))
    figures = {f"per_s_{CALLERS}_callers_in_{processes}": median(rates) for processes, rates in together.items()}
    figures |= {f"per_s_{CALLERS}_callers_in_each_of_{processes}": median(rates) for processes, rates in each.items()}
    for rows in (1, 8, 64, 512):
        held = median([uvloop.run(lock_ms(url, rows)) for _ in range(rounds)])
        figures |= {f"lock_ms_{rows}": held, f"bound_per_s_{rows}": 1000 * rows / held}
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2, help="length of a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--callers", type=int, default=CALLERS, help="(of a process that this program starts)")
    parser.add_argument("--one", metavar="URL", help="(of a process that this program starts)")
    given = parser.parse_args()
    if given.one:
        one(given.one, given.callers, given.seconds)
        return
    with ExitStack() as stack:
        url = create_database(stack.enter_context(PostgresServer()).url())
        migrate(url)
        figures = measure(url, given.seconds, given.rounds)
    report(figures, {})


if __name__ == "__main__":
    main()
