"""Commands a second replayed by the card game on one core: decide and evolve of recorded games, nothing else.

`python -m bench.card_game [GAMES]` plays the games with bots first (not timed), then replays their commands.
"""

import sys
from collections.abc import Iterator
from time import process_time
from typing import Any, NamedTuple

from domain.card_game.variant import VARIANT
from domain.kernel.decider import AnyDecider, Command, Table
from domain.kernel.dice import Dice
from domain.kernel.play import play

ROUNDS = 5
"""Replays of each set of games; the best counts, as other programs only ever slow it down."""


class Replayed(NamedTuple):
    bot: str
    players: int
    commands_a_second: float
    events_a_command: float


def recorded(decider: AnyDecider, players: int, bot: str, number: int) -> tuple[Any, list[Command]]:
    """The state after the set-up, and the commands of a whole game."""
    dice = Dice.from_text(f"bench/{players}/{bot}/{number}")
    setup = decider.draw_setup(Table(tuple("abcdef"[:players])), dice)
    turns = list(play(decider, setup, [decider.bots[bot]] * players, dice.roll("bots")))
    return turns[0].state, [turn.command for turn in turns if turn.command]


def replay(decider: AnyDecider, games: list[tuple[Any, list[Command]]]) -> tuple[float, int]:
    """Seconds, and how many events there were."""
    count, started = 0, process_time()
    for state, commands in games:
        for command in commands:
            for event in decider.decide(state, command):
                state = decider.evolve(state, event)
                count += 1
    return process_time() - started, count


def measure(games: int) -> Iterator[Replayed]:
    for bot in ("random", "greedy"):
        for players in range(VARIANT.players_min, VARIANT.players_max + 1):
            decider = VARIANT.decider({"renovation": "on"}, players)
            played = [recorded(decider, players, bot, number) for number in range(games)]
            commands = sum(len(given) for _, given in played)
            seconds, events = min(replay(decider, played) for _ in range(ROUNDS))
            yield Replayed(bot, players, commands / seconds, events / commands)


def main(games: int) -> None:
    for line in measure(games):
        print(f"{line.bot:8} {line.players} players  {line.commands_a_second:10,.0f} commands/s", end="")
        print(f"  {line.events_a_command:4.1f} events a command")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
