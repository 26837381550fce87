"""The other interfaces of the arena: one seat for Gymnasium, baselines, and signed episodes."""

import json
import pickle
import random
import subprocess
import sys
from copy import deepcopy

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from domain import stored
from domain.history.verify import verify
from domain.kernel.decider import digest
from services.history.keys import published_keys
from turnledger_env import BASELINES, ArenaEnv, Game, SeatEnv, bot_command, variant
from turnledger_env.episode import EpisodeKey, episode

GAMES = [("power_grid/russia", 3), ("card_game", 4), ("colony61", 3)]
every_game = pytest.mark.parametrize(("name", "players"), GAMES, ids=[name for name, _ in GAMES])


def played(name, players, seed="interfaces", most=10_000):
    """A game of random legal actions."""
    game, draw = Game(variant(name, players), seed), random.Random(8)
    for _ in range(most):
        if game.seat is None:
            break
        game.act(draw.choice(game.legal()))
    return game


class Legal(gymnasium.ActionWrapper):
    """Turns any action into a legal one, because the checks of Gymnasium draw without the mask."""

    def action(self, action):
        legal = self.env.unwrapped.arena.game.legal()
        return legal[int(action) % len(legal)] if legal else 0


@pytest.mark.filterwarnings("ignore:.*is different from the unwrapped version")
@every_game
def test_a_seat_passes_the_checks_of_gymnasium(name, players):
    check_env(Legal(SeatEnv(name, players)), skip_render_check=True)


def test_a_seat_is_asked_only_for_its_own_choices_until_the_end():
    env = gymnasium.make(
        "turnledger_env:turnledger/Seat-v1", name="card_game", players=3, seat=1, bots=["planner", "random"]
    )
    observation, info = env.reset(seed=5)
    draw, game, done = random.Random(2), env.unwrapped.arena.game, False
    while not done:
        assert game.seat == 1
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(draw.choice(info["action_mask"].nonzero()[0]))
        done = terminated or truncated
    assert reward == game.shares()[1]
    assert {command.player for command in game.history()} == {0, 1, 2}


@pytest.mark.parametrize("wrong", [{"seat": 3}, {"bots": ["greedy"]}, {"bots": "genius"}, {"bots": "expert:many"}])
def test_a_wrong_seat_or_bot_is_refused(wrong):
    with pytest.raises(ValueError, match=r"seat|bots|baseline"):
        SeatEnv("card_game", 3, **wrong).reset(seed=1)


@every_game
def test_every_baseline_gives_the_same_command_for_the_same_game(name, players):
    game = played(name, players, most=40)
    while game.pending:
        game.act(game.legal()[0])
    for baseline in BASELINES:
        command = bot_command(game, f"{baseline}:4" if baseline == "expert" else baseline)
        assert command == bot_command(game.copy(), f"{baseline}:4" if baseline == "expert" else baseline)
        game.copy().give(command)


def test_baselines_win_more_than_random_players():
    wins = 0.0
    for seed in range(12):
        game = Game(variant("card_game", 2), f"baselines/{seed}")
        while game.seat is not None:
            game.give(bot_command(game, ("greedy", "random")[game.seat]))
        wins += game.shares()[0]
    assert wins > 9


def test_bots_and_agents_play_at_one_table():
    env = ArenaEnv("colony61", 3)
    env.reset(seed=1)
    draw = random.Random(1)
    for agent in env.agent_iter(300):
        if env.terminations[agent]:
            break
        if agent == "player_1":
            env.step_bot("greedy")
        else:
            env.step(draw.choice(env.game.legal()))
    assert {command.player for command in env.game.history()} == {0, 1, 2}


@every_game
def test_an_episode_is_a_signed_history_that_verifies(name, players):
    key = EpisodeKey.fresh()
    game = played(name, players)
    verdict = verify(episode(game, key), stored.codec(), published_keys(key.published()))
    assert verdict.fault is None
    assert verdict.status == "FINISHED"
    assert verdict.commands == len(game.history()) + players + 2
    assert {"rules", "draws", "signature", "chain"} <= set(verdict.proven)


def test_an_edited_episode_does_not_verify():
    key = EpisodeKey.fresh()
    file = episode(played("card_game", 3), key)
    edited = file.replace(b'"player":1', b'"player":2', 1)
    assert verify(edited, stored.codec(), published_keys(key.published())).fault is not None
    assert verify(file, stored.codec(), published_keys(EpisodeKey.fresh().published())).fault is not None


@pytest.mark.slow
def test_the_command_of_the_server_verifies_an_episode(tmp_path):
    key = EpisodeKey.fresh()
    (tmp_path / "game.jsonl").write_bytes(episode(played("card_game", 3), EpisodeKey.from_jwk(key.private())))
    (tmp_path / "keys.json").write_text(json.dumps(key.published()))
    command = [sys.executable, "-m", "turnledger_server", "verify", "game.jsonl", "--keys", "keys.json", "--json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert json.loads(done.stdout)["right"] is True, done.stderr


def test_a_game_that_was_dealt_again_has_no_episode():
    with pytest.raises(ValueError, match="dealt again"):
        episode(played("card_game", 3, most=20).redealt(0, "x"), EpisodeKey.fresh())


@every_game
def test_copies_and_pickles_go_their_own_way(name, players):
    game = played(name, players, most=61)
    before = digest(game.state)
    for other in (game.copy(), deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert digest(other.state) == before
        assert (other.pending, list(other.legal())) == (game.pending, list(game.legal()))
        assert other.history() == game.history()
        other.act(other.legal()[-1])
    assert digest(game.state) == before
