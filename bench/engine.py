"""How fast the rules are, on one core: whole recorded games replayed. `python -m bench.engine` prints JSON and a table.

`commands`: each command judged, which is deciding and folding what happens. `events`: folding alone. Processor time of
this process, the best of some rounds of each game, since other programs only ever slow it down and a short stretch is
the likeliest to be left alone.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from time import process_time
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table as Rows

from domain import catalogue
from domain.kernel.decider import AnyDecider, Command, Event, Table, fold
from domain.kernel.dice import Dice
from domain.kernel.play import play

ROUNDS = 12
WANTED = {"power_grid": (60_000, 250_000), "card_game": (60_000, 0), "colony61": (25_000, 0)}
"""Commands and events a second that the issues ask for, by game."""


class Recorded(NamedTuple):
    start: Any
    commands: list[Command]
    events: list[Event]


class Speed(NamedTuple):
    variant: str
    players: int
    bot: str
    commands_per_s: int
    events_per_s: int
    events_per_command: float
    wanted: tuple[int, int]


def recorded(rules: AnyDecider, players: int, bot: str, number: int) -> Recorded:
    dice = Dice.from_text(f"bench/{players}/{bot}/{number}")
    setup = rules.draw_setup(Table(("red", "blue", "green", "yellow", "black", "purple")[:players]), dice)
    first, *turns = play(rules, setup, [rules.bots[bot]] * players, dice.roll("bots"))
    events = [event for turn in turns for event in turn.events]
    return Recorded(first.state, [turn.command for turn in turns if turn.command], events)


def judge_all(rules: AnyDecider, games: list[Recorded]) -> float:
    """Seconds."""
    started = process_time()
    for state, commands, _ in games:
        for command in commands:
            _, state = rules.judge(state, command)
    return process_time() - started


def fold_all(rules: AnyDecider, games: list[Recorded]) -> float:
    """Seconds."""
    started = process_time()
    for state, _, events in games:
        fold(rules, events, state)
    return process_time() - started


def measure(names: list[str], bots: list[str], games: int) -> Iterator[Speed]:
    for name in names:
        variant = catalogue.find(name)
        for players in range(variant.players_min, variant.players_max + 1):
            rules = variant.decider({}, players)
            for bot in bots:
                given = [recorded(rules, players, bot, number) for number in range(games)]
                commands, events = (sum(len(each[column]) for each in given) for column in (1, 2))
                judged = sum(min(judge_all(rules, [game]) for _ in range(ROUNDS)) for game in given)
                folded = sum(min(fold_all(rules, [game]) for _ in range(ROUNDS)) for game in given)
                per_command, wanted = round(events / commands, 1), WANTED[rules.name]
                yield Speed(name, players, bot, round(commands / judged), round(events / folded), per_command, wanted)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variant", action="append", help="name of a variant; all if not given")
    parser.add_argument("--bots", default="greedy,random")
    parser.add_argument("--games", type=int, default=5, help="recorded games of each kind")
    given = parser.parse_args()
    speeds = list(measure(given.variant or list(catalogue.VARIANTS), given.bots.split(","), given.games))
    json.dump([speed._asdict() for speed in speeds], sys.stdout)
    table = Rows("variant", "players", "bots", "commands/s", "events/s", "events a command", "wanted")
    for speed in speeds:
        table.add_row(*(f"{value:,}" if isinstance(value, int) else str(value) for value in speed))
    Console(stderr=True).print(table)


if __name__ == "__main__":
    main()
