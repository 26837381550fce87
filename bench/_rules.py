"""One side of `bench.rules`, run with a checkout in PYTHONPATH: a program of its own, never imported.

`_rules.py make FILE VARIANTS GAMES` plays games of bots and keeps their commands. `_rules.py same FILE` judges them
under the version of the rules that they were played under, `_rules.py newest FILE` under the newest one. It answers
first how many commands of each game it accepts, reads how many to keep, and then answers each line, a variant and a
kind of work, with the seconds of every game. It uses only names that every checkout has.
"""

import gc
import json
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any, Union

import msgspec

from domain import catalogue
from domain.kernel.decider import Table, fold
from domain.kernel.dice import Dice
from domain.kernel.refused import Refused
from domain.kernel.simulation import play

BOTS = ("greedy", "random")
COLOURS = ("red", "blue", "green", "yellow", "black", "purple")
Start = tuple[int, str, int, int]
"""Seats, bot, number of the game, version of the rules."""


def setup_of(rules: Any, players: int, bot: str, number: int) -> tuple[Any, Dice]:
    dice = Dice.from_text(f"bench/{players}/{bot}/{number}")
    return rules.draw_setup(Table(COLOURS[:players]), dice), dice


def played(variant: str, players: int, bot: str, number: int) -> tuple[Start, list[Any]]:
    rules = catalogue.find(variant).decider({}, players)
    setup, dice = setup_of(rules, players, bot, number)
    _, *turns = play(rules, setup, [rules.bots[bot]] * players, dice.roll("bots"))
    return (players, bot, number, rules.rules_version), [turn.command for turn in turns if turn.command]


def make(file: Path, variants: list[str], games: int) -> None:
    made = {}
    for name in variants:
        found = catalogue.find(name)
        seats = range(max(2, found.players_min), found.players_max + 1)
        made[name] = [played(name, n, bot, number) for n in seats for bot in BOTS for number in range(games)]
    file.write_bytes(msgspec.json.encode(made))


class Game:
    """The commands of one game as far as these rules accept them, and its events."""

    def __init__(self, variant: str, start: Start, commands: list[Any], newest: bool) -> None:
        players, bot, number, version = start
        self.rules = catalogue.find(variant).decider({}, players, None, None if newest else version)
        decode = msgspec.json.Decoder(Union[(*self.rules.command_types,)]).decode
        self.start = fold(self.rules, self.rules.begin(setup_of(self.rules, players, bot, number)[0]))
        self.commands = [decode(msgspec.json.encode(command)) for command in commands]
        self.keep(len(commands))

    def keep(self, most: int) -> None:
        state, self.events, accepted = self.start, list[Any](), 0
        for command in self.commands[:most]:
            try:
                events, state = self.rules.judge(state, command)
            except Refused:
                break
            self.events += events
            accepted += 1
        self.commands = self.commands[:accepted]

    def judge(self) -> None:
        state = self.start
        for command in self.commands:
            _, state = self.rules.judge(state, command)

    def fold(self) -> None:
        fold(self.rules, self.events, self.start)


WORK: dict[str, Callable[[Game], None]] = {"judging": Game.judge, "folding": Game.fold}


def seconds(work: Callable[[Game], None], game: Game) -> float:
    started = process_time()
    work(game)
    return process_time() - started


def main() -> None:
    what, file = sys.argv[1], Path(sys.argv[2])
    if what == "make":
        make(file, sys.argv[3].split(","), int(sys.argv[4]))
        return
    read = msgspec.json.decode(file.read_bytes(), type=dict[str, list[tuple[Start, list[Any]]]])
    ready = {name: [Game(name, *game, what == "newest") for game in games] for name, games in read.items()}
    print(json.dumps({name: [len(game.commands) for game in games] for name, games in ready.items()}), flush=True)
    for name, accepted in json.loads(sys.stdin.readline()).items():
        for game, most in zip(ready[name], accepted, strict=True):
            game.keep(most)
    for line in sys.stdin:
        variant, kind = line.split()
        gc.collect()
        print(json.dumps([seconds(WORK[kind], game) for game in ready[variant]]), flush=True)


if __name__ == "__main__":
    main()
