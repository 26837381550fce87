"""The time from the start of a server with views in memory until they are at the end of the log: from nothing, and from
the position of the process before it. `python -m bench.restart [--events N]` prints JSON and a table.

An SQLite file with so many events of copied games, all over for long. Each start is a whole process, until its own
metrics say that no view is behind; the first folds all events, and ends in good order; so does every other; after the
last one that was killed, too. Seconds of the clock and of its processor time.
"""

import argparse
import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from urllib.error import URLError
from urllib.request import urlopen

from bench import report, under
from bench._houses import spent_s
from bench.rehearsal import evening, recorded
from services.store.schema import migrate
from support.servers import free_port

LAG = "turnledger_follower_lag_events{"
VIEWS = 3


def fill(path: Path, events: int) -> None:
    migrate(f"sqlite:///{path}")
    rows = islice(evening(recorded(), random.Random(20_040)), events)
    with closing(sqlite3.connect(path)) as file, file:
        file.executemany(
            "INSERT INTO stored_events VALUES (?, ?, ?, ?)",
            ((row.stream_id, row.version, row.topic, row.body) for row in rows),
        )


@contextmanager
def started(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], float, float]]:
    """A server whose views are right, and what that took."""
    address = f"127.0.0.1:{free_port()}"
    environment = os.environ | {
        "TURNLEDGER_STORE": f"sqlite:///{folder}/events.db",
        "TURNLEDGER_VIEWS": "memory://",
        "TURNLEDGER_KEYS": str(folder / "keys"),
        "TURNLEDGER_LISTEN": f"127.0.0.1:{free_port()}",
        "TURNLEDGER_HTTP": "",
        "TURNLEDGER_METRICS": address,
    }
    began = perf_counter()
    command = [sys.executable, "-m", "turnledger_server", "serve", "--json"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        while not _are_right(address):
            sleep(0.05)
        yield server, perf_counter() - began, spent_s({"": server.pid})[""]


def _are_right(address: str) -> bool:
    with suppress(URLError, OSError), urlopen(f"http://{address}/metrics") as metrics:
        lags = [line.rpartition(b" ")[2] for line in metrics if line.startswith(LAG.encode())]
        return len(lags) == VIEWS and not any(map(float, lags))
    return False


def restarts(folder: Path, events: int) -> dict[str, float]:
    fill(folder / "events.db", events)
    figures = dict[str, float]()
    for how in ("from_nothing", "went_on", "went_on_again"):
        with started(folder) as (server, took, spent):
            figures |= {f"{how}_s": took, f"{how}_cpu_s": spent}
            server.terminate()
    with closing(sqlite3.connect(folder / "events.db")) as file:
        ((kept,),) = file.execute("SELECT sum(length(content)) FROM kept_views")
    figures["kept_mb"] = kept / 2**20
    with started(folder) as (server, *_):
        server.kill()
    with started(folder) as (server, took, spent):
        figures |= {"after_a_kill_s": took, "after_a_kill_cpu_s": spent}
        server.terminate()
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=500_000)
    with TemporaryDirectory() as folder:
        figures = restarts(Path(folder), parser.parse_args().events)
    figures["went_on_to_from_nothing"] = figures["went_on_s"] / figures["from_nothing_s"]
    report(figures, {"went_on_to_from_nothing": under(0.5)})


if __name__ == "__main__":
    main()
