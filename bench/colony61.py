"""Commands a second replayed by Colony-61 on one core: decide and evolve of recorded games, nothing else.

`python -m bench.colony61 [GAMES]` plays the games with bots first (not timed), then replays their commands.
"""

import sys
from time import process_time

from domain.colony61.variant import VARIANT
from domain.kernel.decider import AnyDecider, Command, Table
from domain.kernel.dice import Dice
from domain.kernel.play import play

ROUNDS = 3
"""Replays of each set of games; the best counts, as other programs only ever slow it down."""


def recorded(decider: AnyDecider, players: int, bot: str, number: int) -> tuple[object, list[Command]]:
    """The state after the set-up, and the commands of a whole game."""
    dice = Dice.from_text(f"bench/{players}/{bot}/{number}")
    setup = decider.draw_setup(Table(tuple("abcde"[:players])), dice)
    turns = list(play(decider, setup, [decider.bots[bot]] * players, dice.roll("bots")))
    return turns[0].state, [turn.command for turn in turns if turn.command]


def replay(decider: AnyDecider, games: list[tuple[object, list[Command]]]) -> float:
    started = process_time()
    for state, commands in games:
        for command in commands:
            for event in decider.decide(state, command):
                state = decider.evolve(state, event)
    return sum(len(commands) for _, commands in games) / (process_time() - started)


def main(games: int) -> None:
    for bot in ("random", "greedy"):
        for players in range(VARIANT.players_min, VARIANT.players_max + 1):
            decider = VARIANT.decider({}, players)
            played = [recorded(decider, players, bot, number) for number in range(games)]
            rate = max(replay(decider, played) for _ in range(ROUNDS))
            print(f"{bot:8} {players} players  {rate:10,.0f} commands/s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
