"""The arena's environments pass the checks of PettingZoo, and hold what docs/arena.md promises."""

import json
import random
import warnings
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from domain import catalogue
from domain.kernel.decider import digest
from domain.kernel.messages import Command
from domain.kernel.refused import Refused
from turnledger_env import VERSION, ArenaEnv, Game, variant
from turnledger_env.games import ARENAS
from turnledger_env.menu import Amount, Number, Subset, Vocabulary, Words, without_forced

CASES = [
    ("power_grid/russia", 2, {}),
    ("power_grid/russia", 4, {"regions": "drafted", "flow_generator": "on", "renovation": "on"}),
    ("power_grid/japan", 3, {}),
    ("power_grid/india", 5, {}),
    ("power_grid/australia", 6, {"renovation": "on"}),
    ("power_grid/germany", 3, {}),
    ("power_grid/usa", 3, {}),
    ("card_game", 2, {}),
    ("card_game", 4, {"renovation": "on"}),
    ("card_game", 6, {"burnt_cards": "chosen"}),
    ("colony61", 2, {}),
    ("colony61", 5, {"unpayable_cards": "recycled", "pay_together": "at_once"}),
]
IDS = [f"{name}-{players}{'-'.join(['', *options])}" for name, players, options in CASES]
every_case = pytest.mark.parametrize(("name", "players", "options"), CASES, ids=IDS)
PINNED = Path(__file__).with_name("pinned.json")


def walk(game, seed, steps):
    """Take random legal actions, and yield the game before each."""
    draw = random.Random(seed)
    for _ in range(steps):
        if game.seat is None:
            return
        yield game
        game.act(draw.choice(game.legal()))


def test_every_variant_of_the_catalogue_is_tested():
    known = {name for name in catalogue.VARIANTS if name.partition("/")[0] in ARENAS}
    assert {name for name, _, _ in CASES} == known


@every_case
def test_the_environment_passes_the_checks_of_pettingzoo(name, players, options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # the checks warn of every observation that is a dictionary
        api_test(ArenaEnv(name, players, options), num_cycles=15)


@every_case
def test_the_same_seed_gives_the_same_game(name, players, options):
    seed_test(lambda: ArenaEnv(name, players, options), num_cycles=8)


def test_other_seeds_give_other_games():
    env = ArenaEnv("card_game", 3)
    dealt = set()
    for seed in (1, 2, 2, None, None):
        env.reset(seed=seed)
        dealt.add(digest(env.game.state))
    assert len(dealt) == 4


def worlds(name, players, options, steps):
    """Yield games, and the same games as one seat sees them with the hidden parts dealt again."""
    for number, game in enumerate(walk(Game(variant(name, players, options), "worlds"), 7, steps)):
        if number % 9 == 0:
            for viewer in range(players):
                yield game, game.redealt(viewer, str(number)), viewer


@every_case
def test_observations_are_equal_in_two_worlds_that_differ_in_hidden_parts_only(name, players, options):
    compared = 0
    for game, other, viewer in worlds(name, players, options, 60):
        assert digest(game.state) != digest(other.state)
        assert np.array_equal(game.flat(viewer), other.flat(viewer))
        assert np.array_equal(game.mask(viewer), other.mask(viewer))
        assert game.text(viewer) == other.text(viewer)
        compared += 1
    assert compared > 5


def test_other_seats_see_the_difference_between_two_worlds():
    seen = [
        not np.array_equal(game.flat(seat), other.flat(seat))
        for game, other, viewer in worlds("colony61", 3, {}, 120)
        for seat in range(3)
        if seat != viewer
    ]
    assert any(seen)


@every_case
def test_an_observation_changes_whenever_the_board_does(name, players, options):
    game = Game(variant(name, players, options), "changes")
    seen = {seat: {} for seat in range(players)}
    for _ in walk(game, 3, 150):
        if not game.pending:
            for seat in range(players):
                cells = game.flat(seat).tobytes()
                assert seen[seat].setdefault(cells, digest(game.board(seat))) == digest(game.board(seat))
    assert len(seen[0]) > 30


@every_case
def test_an_observation_is_new_each_time_and_follows_the_steps_of_a_command(name, players, options):
    pending = 0
    for game in walk(Game(variant(name, players, options), "steps"), 7, 60):
        first = game.flat(game.seat)
        before = first.copy()
        first[:] = -1
        again = game.flat(game.seat)
        assert np.array_equal(again, before)
        shown = game.variant.coded.layout.named(again)["pending"]
        assert shown[: len(game.pending)].tolist() == [action + 1 for action in game.pending][: len(shown)]
        assert not shown[len(game.pending) :].any()
        pending += bool(game.pending)
    assert pending


@every_case
def test_values_stay_within_their_space(name, players, options):
    env = ArenaEnv(name, players, options)
    env.reset(seed=11)
    for _ in walk(env.game, 5, 100):
        observation = env.observe(env.possible_agents[env.game.seat])
        assert env.observation_space(env.possible_agents[0]).contains(observation)


def leaves(step, most):
    """Return every command that a step leads to; None if there are more than `most` ways."""
    found, left = [], [step]
    while left:
        step = without_forced(left.pop())
        if isinstance(step, Command):
            found.append(step)
        else:
            left += [step.take(action) for action in step.legal()]
        if len(found) + len(left) > most:
            return None
    return found


LEFT_OUT = {"StandingOption", "BuyResourcesOption"}
"""Standing defaults are not offered, and a purchase is of one fuel at a time."""


@every_case
def test_actions_lead_to_every_command_of_the_options_once(name, players, options):
    compared = 0
    for game in walk(Game(variant(name, players, options), "leaves"), 13, 90):
        listed = [option for option in game.options if type(option).__name__ not in LEFT_OUT]
        if game.pending or sum(option.count() for option in listed) > 300:
            continue
        bought = [option for option in game.options if type(option).__name__ == "BuyResourcesOption"]
        assert all(type(o.nth(n)).__name__ == o.kind() for o in listed for n in range(o.count()))
        commands = {digest(option.nth(n)) for option in listed for n in range(option.count())}
        commands |= {digest(o.nth(n)) for o in bought for n in range(o.count()) if len(o.nth(n).items) == 1}
        reached = [digest(command) for command in leaves(game.menu, 2000)]
        assert set(reached) == commands
        compared += 1
    assert compared > 5


def test_numbers_and_amounts_reach_every_value_once():
    for count in (1, 2, 16, 17, 33, 256, 300, 4097):
        for kind in (Number, Amount):
            assert sorted(spelt(kind(count, lambda n: n))) == list(range(count))


def spelt(step):
    """Return every value that a menu of numbers leads to."""
    if isinstance(step, int):
        return [step]
    return [value for action in step.legal() for value in spelt(step.take(action))]


def test_sets_are_reached_once_each():
    chosen = Subset([40, 41, 42, 43], 1, 3, lambda places: sum(1 << place for place in places))
    assert sorted(spelt(chosen)) == list(range(1, 15))


def test_words_that_others_continue_end_with_done():
    words = Words([((50,), lambda: 1), ((50, 51), lambda: 2), ((), lambda: 3)])
    done = Vocabulary().number["done"]
    assert list(words.legal()) == [done, 50]
    assert list(words.take(50).legal()) == [done, 51]
    assert sorted(spelt(words)) == [1, 2, 3]


def test_an_illegal_action_is_refused_and_changes_nothing():
    env = ArenaEnv("power_grid/germany", 3)
    env.reset(seed=1)
    before = digest(env.game.state)
    with pytest.raises(ValueError, match="is not legal now"):
        env.step(env.variant.vocabulary.number["finish_buying"])
    assert digest(env.game.state) == before


@pytest.mark.parametrize("wrong", [("power_grid/russia", 7, {}), ("chess", 2, {}), ("card_game", 3, {"speed": "on"})])
def test_a_variant_that_does_not_exist_is_refused(wrong):
    with pytest.raises(Refused):
        ArenaEnv(*wrong)


@pytest.mark.parametrize("name", ["card_game", "colony61"])
def test_winners_share_a_reward_of_one_at_the_end(name):
    env = ArenaEnv(name, 3)
    env.reset(seed=21)
    draw, sums = random.Random(4), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last(observe=False)
        sums[agent] += reward
        env.step(None if terminated or truncated else draw.choice(env.game.legal()))
    winners = {each.player for each in env.game.outcome().standings if each.won}
    assert [sums[agent] > 0 for agent in env.possible_agents] == [seat in winners for seat in range(3)]
    assert sum(sums.values()) == (1.0 if winners else 0.0)


def test_a_game_that_is_too_long_is_truncated():
    env = ArenaEnv("card_game", 3, steps_max=5)
    env.reset(seed=1)
    for _ in range(5):
        env.step(env.game.legal()[0])
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def pinned():
    """Return the actions and arrays of each variant as digests."""
    found = {}
    for name, players, options in CASES:
        made = variant(name, players, options)
        arrays = [list(array) for array in made.coded.layout.arrays]
        key = " ".join([name, str(players), *(f"{option}={value}" for option, value in options.items())])
        found[key] = {
            "actions": len(made.vocabulary),
            "sha256": sha256(json.dumps([made.vocabulary.names, arrays]).encode()).hexdigest(),
        }
    return {"version": VERSION, "variants": found}


def test_actions_and_arrays_are_those_of_the_version():
    """After a wanted change: raise VERSION, then `python -m tests.arena.test_environments`."""
    assert pinned() == json.loads(PINNED.read_text())


if __name__ == "__main__":
    PINNED.write_text(json.dumps(pinned(), indent=1) + "\n")
