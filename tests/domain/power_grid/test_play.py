"""Whole games on every map with every option: they end, nothing is lost, no seat is ever stuck.

A combination is a map, a number of players and a choice of every option. `make test` plays 8 games of each with each
kind of bot, `make sim` plays 500.
"""

import os
from itertools import islice, permutations, product

import msgspec
import pytest

from domain.kernel.decider import fold
from domain.kernel.simulation import random_bot
from domain.power_grid.messages import BUILDING, BUREAUCRACY, RESOURCES
from domain.power_grid.rules import FLEETS_MOST
from tests.domain.power_grid.positions import MAPS, position, power_grid
from tests.kit import begun, decider, sequences, whole_game

GAMES = int(os.environ.get("GAMES", "8"))
ROUNDS_MOST = 60
"""The longest game of thousands had 45 rounds."""
COMMANDS_MOST = 3_000
DECKS = {"russia": ("as_printed", "swapped"), "japan": ("as_printed", "swapped")}
COMBINATIONS = [
    (map_name, players, {"flow_generator": flow, "renovation": renovation, **({"deck": deck} if deck else {})})
    for map_name in MAPS
    for players, flow, renovation, deck in product(
        range(2, 7), ("off", "on"), ("off", "on"), DECKS.get(map_name, ("",))
    )
]


def label_of(combination):
    map_name, players, options = combination
    return "-".join([map_name, str(players), *options.values()])


def never_stuck(bot):
    """The bot, which is always given options, and each stands for a command."""

    def choose(board, options, seat, roll):
        assert options
        assert all(option.count() > 0 for option in options), options
        return bot(board, options, seat, roll)

    return choose


@pytest.mark.slow
@pytest.mark.rule("PG-GEN-03", "PG-GEN-05", "PG-RES-02", "PG-BLD-12")
@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("combination", COMBINATIONS, ids=label_of)
def test_every_game_ends_and_nothing_is_lost(combination, bot, record_property):
    map_name, players, options = combination
    rules = decider(f"power_grid/{map_name}", players, options)
    player = never_stuck(rules.bots[bot])
    for number in range(GAMES):
        seed = f"play/{label_of(combination)}/{bot}/{number}"
        commands = 0
        for turn in whole_game(rules, players, player, seed):
            commands += 1
            assert rules.broken_invariants(turn.state) == (), (seed, commands, turn.command)
        assert turn.state.ranking, seed
        assert turn.state.round <= ROUNDS_MOST, seed
        assert commands <= COMMANDS_MOST, seed
        assert rules.outcome(turn.state).standings, seed
        record_property("rounds", turn.state.round)
        record_property("commands", commands)


@pytest.mark.parametrize("map_name", MAPS)
def test_every_state_and_event_survives_json_and_a_replay_gives_the_same_state(map_name):
    rules = decider(f"power_grid/{map_name}", 3, {"flow_generator": "on", "renovation": "on"})
    state = None
    for turn in whole_game(rules, 3, "greedy", f"json/{map_name}"):
        events = [msgspec.json.decode(msgspec.json.encode(event), type=type(event)) for event in turn.events]
        assert tuple(events) == turn.events
        state = fold(rules, events, state)
        assert state == turn.state
    assert msgspec.json.decode(msgspec.json.encode(state), type=rules.state_type) == state


@pytest.mark.parametrize("map_name", MAPS)
def test_the_same_commands_give_the_same_events(map_name):
    rules = decider(f"power_grid/{map_name}", 2)
    one, two = (list(whole_game(rules, 2, random_bot, "twice")) for _ in range(2))
    assert one == two


SEQUENCES = {
    "russia": (55320, 10, 218, 28),
    "japan": (71535, 14, 274, 28),
    "india": (71535, 6, 154, 18),
    "australia": (71535, 14, 343, 28),
    "germany": (71535, 14, 135, 28),
    "usa": (71535, 14, 307, 28),
}
"""The number of sequences of commands: three at the start, then two from a position in phases 3, 4 and 5."""


@pytest.mark.slow
@pytest.mark.parametrize("map_name", MAPS)
def test_options_allow_the_counted_number_of_sequences(map_name):
    assert counted(map_name) == SEQUENCES[map_name]


def counted(map_name):
    start = power_grid(map_name, 3)
    first = tuple(start.decider.rules.atlas.area(start.state.regions).cities)[::7]
    middle = {
        "plants": {0: (5, 10), 1: (8, 19), 2: (13, 7)},
        "fuel": {0: {"coal": 3, "oil": 2}, 1: {"coal": 3, "garbage": 3}, 2: {"oil": 3}},
        "cities": {seat: (city,) for seat, city in enumerate(first)},
        "cash": dict.fromkeys(range(3), 60),
        "market": (20, 21, 22, 25, 26, 27, 29, 30)[: 2 * start.decider.rules.offer_size],
        "round": 3,
    }
    positions = [position(start, phase, **middle) for phase in (RESOURCES, BUILDING, BUREAUCRACY)]
    return (sequences(start.decider, start.state, 3), *(sequences(start.decider, at.state, 2) for at in positions))


@pytest.mark.rule("PG-GEN-01")
def test_the_moment_says_round_phase_and_stage():
    game = begun("power_grid/russia", 3)
    moment = game.decider.moment(game.state)
    assert (moment.round, moment.phase, moment.stage) == (1, "auction", 1)


def test_fleets_are_remembered_up_to_a_number_only():
    rules = decider("power_grid/russia", 5, {"flow_generator": "on"}).rules
    for plants in islice(permutations(rules.cards, 3), FLEETS_MOST + 10):
        assert rules.fleet(plants) is rules.fleet(plants)
    assert len(rules._fleets) <= FLEETS_MOST


def test_tokens_and_houses_that_break_an_invariant_are_reported():
    game = position(power_grid("russia"), cities={0: ("tomsk",), 1: ("omsk",)})
    rules, state = game.decider, game.state
    assert rules.broken_invariants(state) == ()
    (first, *spaces) = state.market["coal"]
    overfull = msgspec.structs.replace(first, n=rules.rules.capacities["coal"][0] + 1)
    crowded = msgspec.structs.replace(state, market={**state.market, "coal": (overfull, *spaces)})
    assert rules.broken_invariants(crowded)[0] == f"coal: {overfull.n} tokens on a space for {overfull.n - 1}"
    twice = msgspec.structs.replace(state, houses={"tomsk": (0, 0), "omsk": (1,)})
    assert "houses: tomsk holds (0, 0)" in rules.broken_invariants(twice)
    strange = msgspec.structs.replace(state, houses={"tomsk": (1,), "omsk": (1,)})
    assert rules.broken_invariants(strange) == ("houses: tomsk is not in the network of seat 1",)
