"""The cost of a change: the same work by this checkout and by another one, in alternating rounds of one run.

`python -m bench.compare --other CHECKOUT` (a worktree of an older commit, say: `git worktree add /tmp/before COMMIT`)
prints JSON and a table of ratios, after to before, of processor time: the median over pairs of rounds, which is steady
where single figures move with the machine. Without `--other` it is compared with itself, which says how steady.

The games are played by the older side: whole games of people who choose at random, without a clock. Both sides must
make the same bytes of them.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple

from rich.console import Console
from rich.table import Table


class Ratio(NamedTuple):
    """After to before: median and quartiles."""

    low: float
    middle: float
    high: float


Ratios = Mapping[tuple[str, str], Ratio]
"""By kind of work and variant."""
HERE = Path(__file__).resolve().parents[1]
SIDE = "bench/_compared.py"
"""Each checkout has its own, which knows its names; both say what they can do, and what both can is compared."""


class Side:
    """A process that works with what a checkout has."""

    def __init__(self, checkout: Path, games: Path) -> None:
        self._process = subprocess.Popen(
            command(checkout, "work", games),
            env=environment(checkout),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.variants, self.kinds = json.loads(self._heard())

    def work(self, variant: str, kind: str) -> float:
        """Seconds."""
        assert self._process.stdin, "piped"
        print(variant, kind, sep="\t", file=self._process.stdin, flush=True)
        return float(self._heard())

    def end(self) -> None:
        self._process.communicate()

    def _heard(self) -> str:
        assert self._process.stdout, "piped"
        return self._process.stdout.readline()


def command(checkout: Path, what: str, games: Path) -> list[str]:
    return [sys.executable, "-P", str(checkout / SIDE), what, str(games)]


def environment(checkout: Path) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(checkout)}


def compared(before: Side, after: Side, rounds: int, kinds: list[str]) -> Ratios:
    """Run pairs of rounds, each begun by the other side; the first round, which fills caches, is left out."""
    taken: dict[tuple[str, str], list[float]] = {}
    for number, variant, kind in product(range(rounds + 1), before.variants, kinds):
        sides = (before, after) if number % 2 else (after, before)
        seconds = {side: side.work(variant, kind) for side in sides}
        if number:
            taken.setdefault((kind, variant), []).append(seconds[after] / seconds[before])
    return {asked: Ratio(*quantiles(of, n=4)) for asked, of in taken.items()}


def kinds_of(before: Side, after: Side, asked: list[str] | None) -> list[str]:
    return [kind for kind in before.kinds if kind in (asked or after.kinds)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--other", type=Path, default=HERE, help="the checkout to compare with; itself if not given")
    parser.add_argument("--rounds", type=int, default=20, help="pairs, at least 2")
    parser.add_argument("--kind", action="append", help="a kind of work, such as judging; all if not given")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        games, other = Path(folder) / "games.json", given.other.resolve()
        subprocess.run(command(other, "make", games), env=environment(other), check=True)
        before, after = Side(other, games), Side(HERE, games)
        kinds = kinds_of(before, after, given.kind)
        found = compared(before, after, max(2, given.rounds), kinds)
        before.end()
        after.end()
    print(json.dumps({f"{kind}: {variant}": round(of.middle, 3) for (kind, variant), of in found.items()}))
    table = Table("after to before", *before.variants)
    for kind in kinds:
        of = [found[kind, variant] for variant in before.variants]
        table.add_row(kind, *(f"{each.middle:.2f} ({each.low:.2f} – {each.high:.2f})" for each in of))
    Console(stderr=True).print(table)


if __name__ == "__main__":
    main()
