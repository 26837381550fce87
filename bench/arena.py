"""Masked random steps of the arena a second of processor time: `python -m bench.arena` prints JSON and a table.

Each variant is played by one process, at a table of four, from the deal to the end: without observations, and with the
arrays and the mask of the seat that is to act. Python games that OpenSpiel ships are played in the same run, between
the variants, through OpenSpiel's own interface; so is one variant of ours.
"""

import argparse
import random
from collections.abc import Callable
from time import process_time
from typing import Any

import pyspiel
from open_spiel.python.games import kuhn_poker, liars_poker, tic_tac_toe

from bench import at_least, report
from domain import catalogue
from turnledger_env import ArenaEnv, Game, openspiel, variant

PLAYERS = 4
THEIRS = {"tic_tac_toe": tic_tac_toe, "kuhn_poker": kuhn_poker, "liars_poker": liars_poker}
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3.0, help="of each measurement")
    seconds = parser.parse_args().seconds
    figures: dict[str, float] = {}
    theirs = list(THEIRS)
    for number, name in enumerate(catalogue.VARIANTS):
        figures[name] = steps_per_s(bare(name), seconds)
        figures[f"{name}, observed"] = steps_per_s(observed(name), seconds)
        if number < len(theirs):
            game = pyspiel.load_game(f"python_{theirs[number]}")
            figures[f"OpenSpiel: python_{theirs[number]}"] = steps_per_s(of_openspiel(game), seconds)
    ours = pyspiel.load_game(openspiel.GAME_TYPE.short_name, {"variant": "card_game", "players": PLAYERS})
    figures["OpenSpiel: card_game of ours"] = steps_per_s(of_openspiel(ours), seconds)
    report(figures, WANTED)


if __name__ == "__main__":
    main()
