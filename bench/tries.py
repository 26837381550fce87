"""The cost of a move of `expert`, and of one of its tries, on a core: `python -m bench.tries` prints JSON and a table.

Every few turns of games that greedy bots play at tables of four, `expert` thinks about what a seat is asked then, with
as many tries as a table of that game has that states nothing. Counted are the moves with something to weigh, in
processor time; the seeds are this program's.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from itertools import islice
from statistics import median
from time import process_time
from typing import NamedTuple

from rich.console import Console
from rich.table import Column
from rich.table import Table as Rows

from domain import catalogue
from domain.kernel.decider import Table
from domain.kernel.dice import Dice
from domain.kernel.search import Expert, weighed
from domain.kernel.simulation import play

COLOURS = ("red", "blue", "green", "yellow")
EVERY = 29
"""Turns from one question to the next."""


class Cost(NamedTuple):
    """`try_ms`: mean. `move_ms`: median and longest, of moves with something to weigh. `usual`: tries a move, `stated`:
    what the game's bots say that one costs."""

    variant: str
    moves: int
    try_ms: float
    move_ms: float
    longest_ms: float
    usual: int
    stated: int


def measured(variant: str, moves: int) -> Cost:
    rules = catalogue.find(variant).decider({}, len(COLOURS))
    expert = rules.bots["expert"]
    assert isinstance(expert, Expert), "a game of ours"
    spent, tries = [], 0
    for ms, tried in islice(_weighed(variant, expert), moves):
        spent.append(ms)
        tries += tried
    return Cost(variant, len(spent), sum(spent) / tries, median(spent), max(spent), expert.tries, expert.try_ms)


def _weighed(variant: str, expert: Expert) -> Iterator[tuple[float, int]]:
    """Milliseconds and tries of each move that had something to weigh."""
    number = 0
    while True:
        number += 1
        rules = catalogue.find(variant).decider({}, len(COLOURS))
        dice = Dice.from_text(f"tries/{variant}/{number}")
        setup = rules.draw_setup(Table(COLOURS), dice)
        turns = play(rules, setup, [rules.bots["greedy"]] * len(COLOURS), dice.roll("bots"))
        for place, turn in enumerate(islice(turns, 0, None, EVERY)):
            for seat in rules.to_act(turn.state)[:1]:
                view, options = rules.view(turn.state, seat), rules.options(turn.state, seat)
                started = process_time()
                found = weighed(expert.game(), view, options, seat, dice.roll(f"expert/{place}"), expert.tries)
                if tried := sum(each.tries for each in found):
                    yield 1000 * (process_time() - started), tried


def table(found: list[Cost]) -> Rows:
    titles = ("variant", "moves", "ms a try", "ms a move", "longest", "tries", "stated ms a try")
    rows = Rows(*(Column(title, no_wrap=True) for title in titles), box=None)
    for each in found:
        rows.add_row(
            each.variant, str(each.moves), f"{each.try_ms:.1f}", f"{each.move_ms:.0f}", f"{each.longest_ms:.0f}",
            str(each.usual), str(each.stated),
        )  # fmt: skip
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variant", action="append", help="name of a variant; all if not given")
    parser.add_argument("--moves", type=int, default=12, help="of each variant")
    given = parser.parse_args()
    found = [measured(variant, given.moves) for variant in given.variant or list(catalogue.VARIANTS)]
    json.dump([each._asdict() for each in found], sys.stdout)
    Console(stderr=True, width=100).print(table(found))


if __name__ == "__main__":
    main()
