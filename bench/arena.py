"""Masked random steps of the arena a second of processor time: `python -m bench.arena` prints JSON and a table.

Each variant is played by one process, at a table of four, from the deal to the end: without observations, and with the
arrays and the mask of the seat that is to act. Python games that OpenSpiel ships are played in the same run, between
the variants, through OpenSpiel's own interface; so is one variant of ours. The option adds catanatron, which
`pip install catanatron==3.2.1` brings.
"""

import argparse
import random
import sys
from collections.abc import Callable, Iterator
from statistics import median
from time import process_time
from typing import Any

import pyspiel
from open_spiel.python.games import block_dominoes, kuhn_poker, liars_poker, tic_tac_toe

from bench import at_least, report
from domain import catalogue
from turnledger_env import ArenaEnv, Game, openspiel, variant

PLAYERS = 4
THEIRS = {
    "tic_tac_toe": tic_tac_toe,
    "kuhn_poker": kuhn_poker,
    "liars_poker": liars_poker,
    "block_dominoes": block_dominoes,
}
WANTED = {"power_grid/russia": at_least(20_000), "card_game": at_least(20_000), "colony61": at_least(8_000)}


def steps_per_s(play: Callable[[random.Random], int], seconds: float) -> float:
    """Return the steps a second of whole games, after one that fills the caches."""
    draw = random.Random(1)
    play(draw)
    began, steps = process_time(), 0
    while process_time() - began < seconds:
        steps += play(draw)
    return steps / (process_time() - began)


def bare(name: str) -> Callable[[random.Random], int]:
    of = variant(name, PLAYERS)

    def play(draw: random.Random) -> int:
        game, steps = Game(of, str(draw.random())), 0
        while game.seat is not None:
            game.act(draw.choice(game.legal()))
            steps += 1
        return steps

    return play


def observed(name: str) -> Callable[[random.Random], int]:
    env = ArenaEnv(name, PLAYERS)

    def play(draw: random.Random) -> int:
        env.reset(seed=draw.randrange(1 << 32))
        while not env.terminations[env.agent_selection] and not env.truncations[env.agent_selection]:
            observation, *_ = env.last()
            env.step(draw.choice(observation["action_mask"].nonzero()[0]))
        return env.steps

    return play


def of_openspiel(game: Any) -> Callable[[random.Random], int]:
    def play(draw: random.Random) -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            legal = [each for each, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
            state.apply_action(draw.choice(legal))
            steps += 1
        return steps

    return play


def of_catanatron() -> Callable[[random.Random], int]:
    """Return a player of whole games of catanatron, by its own random players. Ends the program if it is missing."""
    try:
        from catanatron.game import TURNS_LIMIT
        from catanatron.game import Game as Catan
        from catanatron.models.player import Color, RandomPlayer
    except ModuleNotFoundError:
        sys.exit("--beside plays catanatron, too: pip install catanatron==3.2.1")

    def play(draw: random.Random) -> int:
        game, steps = Catan([RandomPlayer(color) for color in Color], seed=draw.randrange(1 << 32)), 0
        while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
            game.play_tick()
            steps += 1
        return steps

    return play


def players(*, beside: bool) -> Iterator[tuple[str, Callable[[random.Random], int]]]:
    """Yield what is measured in its order: ours and others take turns, so that a busy minute slows both."""
    others = [(f"OpenSpiel: python_{name}", of_openspiel(pyspiel.load_game(f"python_{name}"))) for name in THEIRS]
    if beside:
        others += [("catanatron", of_catanatron())]
    for name in catalogue.VARIANTS:
        yield name, bare(name)
        yield f"{name}, observed", observed(name)
        yield from others[:1]
        others = others[1:]
    ours = pyspiel.load_game(openspiel.GAME_TYPE.short_name, {"variant": "card_game", "players": PLAYERS})
    yield "OpenSpiel: card_game of ours", of_openspiel(ours)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3.0, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=1, help="how often all are measured: the median counts")
    parser.add_argument("--beside", action="store_true", help="play catanatron in the same rounds")
    given = parser.parse_args()
    measured = dict(players(beside=given.beside))
    figures: dict[str, list[float]] = {name: [] for name in measured}
    for _ in range(given.rounds):
        for name, play in measured.items():
            figures[name].append(steps_per_s(play, given.seconds))
    report({name: median(found) for name, found in figures.items()}, WANTED)


if __name__ == "__main__":
    main()
