"""Measure what a change of the rules costs: this checkout and another one judge and fold the same games in turn.

`python -m bench.rules --other CHECKOUT` (a worktree of an older commit) prints JSON and a table of ratios, after to
before, of processor time: the median over pairs of rounds with the quartiles, and the best round of each game. Without
`--other` it is compared with itself, which says how steady it is. Unlike `bench.compare` it needs nothing of a checkout
but its rules.

The games are played by bots of the older side under its newest rules. This side judges the same commands under the same
version, or with `--newest` under its own newest version, as far as both sides accept them.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from bench.compare import HERE, environment

SIDE = HERE / "bench/_rules.py"
KINDS = ("judging", "folding")
VARIANTS = "power_grid/australia,power_grid/russia,card_game,colony61"


class Ratio(NamedTuple):
    """After to before: quartiles of the pairs, and the best rounds."""

    low: float
    middle: float
    high: float
    best: float


class Side:
    """A process that judges the games with the rules of a checkout."""

    def __init__(self, checkout: Path, what: str, games: Path) -> None:
        command = [sys.executable, "-P", str(SIDE), what, str(games)]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, env=environment(checkout), stdin=pipe, stdout=pipe, text=True)
        self.accepted: dict[str, list[int]] = json.loads(self._answer())

    def ask(self, line: str) -> list[float]:
        self.tell(line)
        seconds: list[float] = json.loads(self._answer())
        return seconds

    def tell(self, line: str) -> None:
        assert self._process.stdin, "piped"
        print(line, file=self._process.stdin, flush=True)

    def end(self) -> None:
        self._process.communicate()

    def _answer(self) -> str:
        assert self._process.stdout, "piped"
        return self._process.stdout.readline()


def compared(before: Side, after: Side, variant: str, kind: str, rounds: int) -> Ratio:
    """Measure pairs of rounds. The side that begins alternates; the first round, which fills caches, is left out."""
    pairs, taken = [], dict[Side, list[list[float]]]()
    for number in range(rounds + 1):
        sides = (before, after) if number % 2 else (after, before)
        seconds = {side: side.ask(f"{variant} {kind}") for side in sides}
        if number:
            pairs.append(sum(seconds[after]) / sum(seconds[before]))
            for side in sides:
                taken.setdefault(side, []).append(seconds[side])
    best = {side: sum(map(min, zip(*of, strict=True))) for side, of in taken.items()}
    low, middle, high = quantiles(pairs, n=4)
    return Ratio(low, middle, high, best[after] / best[before])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--other", type=Path, default=HERE, help="the checkout to compare with; itself if not given")
    parser.add_argument("--variants", default=VARIANTS, help="names with commas between")
    parser.add_argument("--games", type=int, default=2, help="games of each number of seats and each bot")
    parser.add_argument("--rounds", type=int, default=20, help="pairs, at least 2")
    parser.add_argument("--newest", action="store_true", help="judge under the newest rules of this checkout")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        games, other = Path(folder) / "games.json", given.other.resolve()
        words = [sys.executable, "-P", str(SIDE), "make", str(games), given.variants, str(given.games)]
        subprocess.run(words, env=environment(other), check=True)
        before, after = Side(other, "same", games), Side(HERE, "newest" if given.newest else "same", games)
        both = {name: list(map(min, of, after.accepted[name])) for name, of in before.accepted.items()}
        for side in (before, after):
            side.tell(json.dumps(both))
        asked = [(kind, variant) for variant in both for kind in KINDS]
        found = {each: compared(before, after, each[1], each[0], max(2, given.rounds)) for each in asked}
        before.end()
        after.end()
    print(json.dumps({f"{kind}: {variant}": round(of.middle, 3) for (kind, variant), of in found.items()}))
    table = Table("after to before", "commands", *(f"{kind}{of}" for kind in KINDS for of in ("", ", best rounds")))
    for variant, kept in both.items():
        of = [found[kind, variant] for kind in KINDS]
        cells = [text for r in of for text in (f"{r.middle:.2f} ({r.low:.2f} – {r.high:.2f})", f"{r.best:.2f}")]
        table.add_row(variant, f"{sum(kept):,} of {sum(before.accepted[variant]):,}", *cells)
    Console(stderr=True).print(table)


if __name__ == "__main__":
    main()
