"""Breaks the product in random places and runs the tests that touch them: does any test notice?

    python -m tests.mutants [--count 200] [--seed 1] [--at-once 1] [--only TEXT] [--limit-s 180] [--again] [--fresh]

A mutant is one small change inside a function of `domain/`, `projections/` or `services/`: another comparison, `and`
for `or`, a condition turned round, a number one larger, a statement that is left out. It is tried in a tree of links
with the tests that run its line, the most specific first, as many as take TESTS_S. Tests are looked for in the test
files nearest to the changed file; .venv/mutants keeps which test runs which line, for each test file until it changes.
A mutant that these do not notice is tried with the nearest files whole: slow tests, and tests of other processes, are
not in the map.

Each mutant prints one line: the verdict, the place, the change and the number of tests. Results are kept as well, so a
run that was stopped continues; `--again` tries the survivors again, `--fresh` everything. Exit code 1: more than one in
twenty was not noticed. equivalent.toml lists the mutants that change nothing, with the reason; these are not counted.
"""

import argparse
import sys
import time
import tomllib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from pathlib import Path
from queue import SimpleQueue
from threading import Lock

import msgspec
from msgspec import Struct

from tests.mutants.places import Mutant, sample
from tests.mutants.touched import FOLDER, Touched, guessed
from tests.mutants.tree import Tree

EQUIVALENT = Path(__file__).with_name("equivalent.toml")
TESTS_S = 60
"""More tests of one line tell little more, and a line of the kernel is run by thousands."""
NOTICED_MIN = 0.95
NOTICED, SURVIVED, SLOW = "noticed", "SURVIVED", "UNFINISHED"


class Result(Struct):
    """The verdict of one mutant."""

    mutant: str
    source: str
    verdict: str
    tests: int
    seconds: float = 0
    by: str = ""


class Results:
    """The results of this and of earlier runs."""

    def __init__(self, path: Path) -> None:
        self._path, self._lock = path, Lock()
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = path.read_bytes().splitlines() if path.exists() else []
        known = [msgspec.json.decode(line, type=Result) for line in lines]
        self._by_mutant = {(each.mutant, each.source): each for each in known}

    def get(self, mutant: Mutant) -> Result | None:
        return self._by_mutant.get((mutant.name(), mutant.source_digest()))

    def add(self, result: Result) -> None:
        with self._lock, self._path.open("ab") as file:
            self._by_mutant[result.mutant, result.source] = result
            file.write(msgspec.json.encode(result) + b"\n")


def tried(mutant: Mutant, tests: list[str], tree: Tree, limit_s: float) -> Result:
    """Run the tests against the mutant: those of the map, then whole files that the map may not know enough about."""
    begun = time.monotonic()
    failing = tree.failing(mutant, tests, limit_s) if tests else ""
    if failing == "":
        failing = tree.failing(mutant, guessed(mutant), limit_s)
        if failing and tree.fails_unbroken(failing, limit_s):
            failing = ""
    verdict = SLOW if failing is None else NOTICED if failing else SURVIVED
    took = round(time.monotonic() - begun, 1)
    return Result(mutant.name(), mutant.source_digest(), verdict, len(tests), took, failing or "")


def room(mutant: Mutant) -> str:
    return "/".join(mutant.path.split("/")[:2])


def run(mutants: list[Mutant], results: Results, at_once: int, limit_s: float) -> None:
    """Try mutants room by room: one run of pytest finds the tests of a room."""
    touched, trees = Touched(), SimpleQueue[Tree]()
    for number in range(at_once):
        trees.put(Tree(number))

    def one(mutant: Mutant) -> None:
        tree = trees.get()
        try:
            result = tried(mutant, touched.tests(mutant, TESTS_S), tree, limit_s)
        finally:
            trees.put(tree)
        results.add(result)
        print(f"{result.verdict:10} {mutant.line_diff()}  # {result.tests} tests, {result.seconds} s", flush=True)

    with ThreadPoolExecutor(at_once) as pool:
        for _, some in groupby(sorted(mutants, key=room), room):
            batch = list(some)
            touched.prepare(dict.fromkeys(mutant.path for mutant in batch))
            list(pool.map(one, batch))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at-once", type=int, default=1)
    parser.add_argument("--only", default="", help="only files whose path has this text")
    parser.add_argument("--limit-s", type=float, default=180, help="the most that the tests of one mutant may take")
    parser.add_argument("--again", action="store_true", help="try those again that were not noticed")
    parser.add_argument("--fresh", action="store_true", help="forget the results of earlier runs")
    args = parser.parse_args()
    stored = FOLDER / "results.jsonl"
    if args.fresh:
        stored.unlink(missing_ok=True)
    results = Results(stored)
    equivalent = tomllib.loads(EQUIVALENT.read_text())
    drawn = [mutant for mutant in sample(args.count, args.seed) if args.only in mutant.path]
    counted = [mutant for mutant in drawn if mutant.key() not in equivalent]

    def is_wanted(mutant: Mutant) -> bool:
        known = results.get(mutant)
        return not known or (args.again and known.verdict != NOTICED)

    try:
        run([mutant for mutant in counted if is_wanted(mutant)], results, args.at_once, args.limit_s)
    except KeyboardInterrupt:
        print("stopped; the same command continues")
    return summary(counted, len(drawn) - len(counted), results)


def summary(counted: list[Mutant], equivalents: int, results: Results) -> int:
    """Print the mutants that were not noticed and the figures; return the exit code."""
    known = {mutant: result for mutant in counted if (result := results.get(mutant))}
    for mutant, result in known.items():
        if result.verdict != NOTICED:
            print(result.verdict, mutant.diff(), f"  {result.tests} tests of the map run the line", sep="\n")
    verdicts = Counter(result.verdict for result in known.values())
    rate = verdicts[NOTICED] / max(1, len(known))
    said = ", ".join(f"{verdicts[each]} {each.lower()}" for each in (NOTICED, SURVIVED, SLOW))
    rest = f"{equivalents} equivalent, {len(counted) - len(known)} not run"
    print(f"{len(known)} tried: {said} ({rate:.1%} noticed); {rest}")
    return 0 if rate >= NOTICED_MIN else 1


if __name__ == "__main__":
    sys.exit(main())
