"""The programs of `make bench`, one a module, and the table of their figures next to the wanted ones.

`ratios.json` has the last measured costs by program, each as a ratio to a floor of the same run. A cost that is more
than a tenth above its ratio there is a regression, and the program that measured it ends with 1.
"""

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple, NoReturn

from rich.console import Console
from rich.table import Table

RATIOS = Path(__file__).with_name("ratios.json")
WORSE = 1.1


class Target(NamedTuple):
    words: str
    holds: Callable[[float], bool]


def at_least(wanted: float) -> Target:
    return Target(f"{wanted:,g} or more", lambda figure: figure >= wanted)


def under(wanted: float) -> Target:
    return Target(f"under {wanted:,g}", lambda figure: figure < wanted)


def regressions(program: str, figures: Mapping[str, float]) -> list[str]:
    """Return a message for each cost that is more than a tenth above its recorded ratio."""
    recorded: dict[str, float] = json.loads(RATIOS.read_text()).get(program, {})
    return [
        f"regression: {name} is {figures[name]:.2f} in this run, more than a tenth above {ratio:g} of {RATIOS.name}"
        for name, ratio in recorded.items()
        if figures.get(name, 0.0) > WORSE * ratio
    ]


def report(figures: Mapping[str, float], targets: Mapping[str, Target]) -> NoReturn:
    """JSON on standard output, a table for people on standard error. Ends the program: with 1 if a target is missed or
    a cost has grown."""
    print(json.dumps({name: round(figure, 3) for name, figure in figures.items()}))
    table = Table("figure", "measured", "wanted")
    for name, figure in figures.items():
        wanted = targets.get(name)
        missed = wanted is not None and not wanted.holds(figure)
        table.add_row(name, f"{figure:,.2f}", wanted.words if wanted else "", style="red" if missed else None)
    Console(stderr=True).print(table)
    worse = regressions(Path(sys.argv[0]).stem, figures)
    for message in worse:
        print(message, file=sys.stderr)
    sys.exit(0 if not worse and all(wanted.holds(figures[name]) for name, wanted in targets.items()) else 1)
