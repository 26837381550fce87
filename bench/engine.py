"""The speed of the rules on one core: whole recorded games replayed. `python -m bench.engine` prints JSON and a table.

`commands`: each command judged, which is deciding and folding what happens. `events`: folding alone. Processor time of
this process, the best of some rounds of each game, since other programs only ever slow it down and a short stretch is
the likeliest to be left alone.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from itertools import product
from math import inf
from time import process_time
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Column
from rich.table import Table as Rows

from domain import catalogue
from domain.kernel.decider import AnyDecider, Table, fold
from domain.kernel.dice import Dice
from domain.kernel.messages import Command, Event
from domain.kernel.simulation import play

ROUNDS = 20
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


def recorded(rules: AnyDecider, players: int, bot: str, number: int, robots: bool = False) -> Recorded:
    """A game of bots; `robots`: all but the first play by tiles."""
    dice = Dice.from_text(f"bench/{players}/{bot}/{number}")
    seated = ("", *["robot" if robots else ""] * (players - 1))
    colours = ("red", "blue", "green", "yellow", "black", "purple")[:players]
    setup = rules.draw_setup(Table(colours, bots=seated), dice)
    first, *turns = play(rules, setup, [rules.bots[each or bot] for each in seated], dice.roll("bots"))
    events = [event for turn in turns for event in turn.events]
    return Recorded(first.state, [turn.command for turn in turns if turn.command], events)


def judge_all(rules: AnyDecider, game: Recorded) -> float:
    """Seconds."""
    started, state = process_time(), game.start
    for command in game.commands:
        _, state = rules.judge(state, command)
    return process_time() - started


def fold_all(rules: AnyDecider, game: Recorded) -> float:
    """Seconds."""
    started = process_time()
    fold(rules, game.events, game.start)
    return process_time() - started


def measure(names: list[str], bots: list[str], games: int, robots: bool = False) -> Iterator[Speed]:
    """Variants in turn, game by game, so that what slows the machine down for a while slows all of them down."""
    for players in range(2, 7):
        variants = [catalogue.find(name) for name in names]
        seated = {v.name: v.decider({}, players) for v in variants if v.players_min <= players <= v.players_max}
        for bot in bots:
            seeds = range(games)
            given = {name: [recorded(rules, players, bot, n, robots) for n in seeds] for name, rules in seated.items()}
            judged = {name: [inf] * games for name in seated}
            folded = {name: [inf] * games for name in seated}
            for _, number, (name, rules) in product(range(ROUNDS), range(games), seated.items()):
                game = given[name][number]
                judged[name][number] = min(judged[name][number], judge_all(rules, game))
                folded[name][number] = min(folded[name][number], fold_all(rules, game))
            for name, rules in seated.items():
                commands, events = (sum(len(game[column]) for game in given[name]) for column in (1, 2))
                speed = round(commands / sum(judged[name])), round(events / sum(folded[name]))
                yield Speed(name, players, bot, *speed, round(events / commands, 1), WANTED.get(rules.name, (0, 0)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variant", action="append", help="name of a variant; all if not given")
    parser.add_argument("--bots", default="greedy,random")
    parser.add_argument("--games", type=int, default=5, help="recorded games of each kind")
    parser.add_argument("--robots", action="store_true", help="seat robots beside the first player (Power Grid)")
    given = parser.parse_args()
    speeds = list(measure(given.variant or list(catalogue.VARIANTS), given.bots.split(","), given.games, given.robots))
    json.dump([speed._asdict() for speed in speeds], sys.stdout)
    titles = ("variant", "seats", "bots", "commands/s", "wanted", "events/s", "wanted")
    table = Rows(*(Column(title, no_wrap=True) for title in titles), box=None)
    for each in speeds:
        judged, folded = (f"{speed:,}" for speed in (each.commands_per_s, each.events_per_s))
        least_judged, least_folded = (f"{least:,}" if least else "" for least in each.wanted)
        table.add_row(each.variant, str(each.players), each.bot, judged, least_judged, folded, least_folded)
    Console(stderr=True).print(table)


if __name__ == "__main__":
    main()
