"""The speed of a dataset: `python -m bench.dataset` writes one, repeats its games, and asks the ten questions.

Games of bots are played and exported first, a third of each game of the house. `decisions a minute` is how fast the
command `turnledger dataset --from` proves, folds and writes them, by the clock and with its start, with one process a
core. It reads `--copies` files of each game, because it starts for two seconds. DuckDB then repeats these games under
new ids up to `--games`, and answers each question of examples/commons.py with two threads, best of three. With
`--only-write` it asks no questions.
"""

import argparse
import os
import runpy
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from subprocess import run
from time import perf_counter

import duckdb

from bench import Target, at_least, report, under

VARIANTS = ("power_grid/russia", "card_game", "colony61")
COMMAND = (sys.executable, "-m", "turnledger_server")
COMMONS = Path(__file__).parents[1] / "examples/commons.py"
THREADS = 2
ROUNDS = 3
KEYS = "keys.json"


def play(to: Path, games: int) -> None:
    for variant in VARIANTS:
        bots = ("--bots", "greedy,planner,random", "--players", "3", "--seed", "bench")
        command = (*COMMAND, "simulate", variant, "--games", str(games), *bots, "--export", str(to), "--json")
        run(command, check=True, capture_output=True)


def copy(exported: Path, to: Path, copies: int) -> None:
    """Put so many files of each game into a folder."""
    to.mkdir()
    os.link(exported / KEYS, to / KEYS)
    for number in range(copies):
        for path in exported.glob("*.jsonl"):
            os.link(path, to / f"{number}-{path.name}")


def written(exported: Path, to: Path) -> float:
    """Return the seconds that the command needs."""
    began = perf_counter()
    run((*COMMAND, "dataset", "--from", str(exported), "--to", str(to), "--json"), check=True, capture_output=True)
    return perf_counter() - began


def repeat(made: Path, to: Path, times: int) -> None:
    """Write the games of a dataset so many times, with ids of their own."""
    to.mkdir()
    for path in made.glob("*.parquet"):
        duckdb.execute(
            f"COPY (SELECT * REPLACE (game_id || '/' || n AS game_id) FROM '{path}', range({times}) AS copies(n))"
            f" TO '{to / path.name}' (FORMAT parquet, COMPRESSION zstd)"
        )


def answered(dataset: Path) -> Iterator[tuple[str, float]]:
    """Yield each question with the seconds of its answer."""
    commons = runpy.run_path(str(COMMONS))
    connection = commons["connect"](dataset)
    connection.execute(f"SET threads = {THREADS}")
    for question, query in commons["QUESTIONS"].items():
        yield question, min(_seconds(connection, query) for _ in range(ROUNDS))


def _seconds(connection: duckdb.DuckDBPyConnection, query: str) -> float:
    began = perf_counter()
    connection.execute(query).fetchall()
    return perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--made", type=int, default=30, help="games that are played")
    parser.add_argument("--copies", type=int, default=20, help="files of each that the command reads")
    parser.add_argument("--only-write", action="store_true", help="ask no questions")
    parser.add_argument("--games", type=int, default=100_000, help="games that the questions are put to")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        at = Path(folder)
        os.environ["TURNLEDGER_KEYS"] = str(at / "keys")
        play(at / "exported", given.made // len(VARIANTS))
        copy(at / "exported", at / "copied", given.copies)
        seconds = written(at / "copied", at / "many")
        ((decisions,),) = duckdb.execute(f"SELECT count(*) FROM '{at}/many/decisions.parquet'").fetchall()
        figures = {
            "decisions a minute": 60 * decisions / seconds,
            "MB of the largest process": getrusage(RUSAGE_CHILDREN).ru_maxrss / 1024,
        }
        targets: dict[str, Target] = {"decisions a minute": at_least(1_000_000)}
        if not given.only_write:
            written(at / "exported", at / "made")
            repeat(at / "made", at / "repeated", given.games // given.made)
            questions = dict(answered(at / "repeated"))
            figures |= {f"s: {each}": s for each, s in questions.items()}
            figures["MB of the questions"] = getrusage(RUSAGE_SELF).ru_maxrss / 1024
            targets |= {f"s: {each}": under(2.0) for each in questions}
    report(figures, targets)


if __name__ == "__main__":
    main()
