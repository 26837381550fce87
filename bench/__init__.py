"""The programs of `make bench`, one a module, and the table of their figures next to the wanted ones."""

import json
import sys
from collections.abc import Callable, Mapping
from typing import NamedTuple, NoReturn

from rich.console import Console
from rich.table import Table


class Target(NamedTuple):
    words: str
    holds: Callable[[float], bool]


def at_least(wanted: float) -> Target:
    return Target(f"{wanted:,g} or more", lambda figure: figure >= wanted)


def under(wanted: float) -> Target:
    return Target(f"under {wanted:,g}", lambda figure: figure < wanted)


def report(figures: Mapping[str, float], targets: Mapping[str, Target]) -> NoReturn:
    """JSON on standard output, a table for people on standard error. Ends the program: with 1 if a target is missed."""
    print(json.dumps({name: round(figure, 3) for name, figure in figures.items()}))
    table = Table("figure", "measured", "wanted")
    for name, figure in figures.items():
        wanted = targets.get(name)
        missed = wanted is not None and not wanted.holds(figure)
        table.add_row(name, f"{figure:,.2f}", wanted.words if wanted else "", style="red" if missed else None)
    Console(stderr=True).print(table)
    sys.exit(0 if all(wanted.holds(figures[name]) for name, wanted in targets.items()) else 1)
