"""The greedy player: sensible on every map, far above chance, and it sees its board and options only."""

import inspect

import pytest

from domain.kernel.dice import Dice
from domain.power_grid.greedy import Greedy
from domain.power_grid.maps import LAYERS
from domain.power_grid.messages import (
    BUILDING,
    BUREAUCRACY,
    RESOURCES,
    ConnectCity,
    FinishBuilding,
    RunPlants,
    SellUranium,
)
from domain.power_grid.view import PowerGridBoard
from tests.domain.power_grid.positions import position, power_grid, russia
from tests.kit import decider, final_state

GAMES = 200


def choice(game):
    """The move of greedy."""
    (seat,) = game.decider.to_act(game.state)
    board, options = game.decider.view(game.state, seat), game.decider.options(game.state, seat)
    return game.decider.bots["greedy"](board, options, seat, Dice.from_text("bot").roll("bot"))


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_greedy_beats_random_in_at_least_nine_of_ten_games_of_two():
    rules = decider("power_grid/russia", 2)
    won = 0
    for number in range(GAMES):
        seats = ["random", "random"]
        seats[number % 2] = "greedy"
        ranking = final_state(rules, 2, seats, f"duel/{number}").ranking
        won += any(rank.player == number % 2 and rank.rank == 1 for rank in ranking)
    assert won >= 0.9 * GAMES


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("map_name", LAYERS)
def test_greedy_players_power_half_as_much_again_as_random_ones(map_name):
    """Over all numbers of players. With two the end comes at 21 cities only: chance has time to reach 13 of them, and
    1.5 times that is nearly all there is."""
    greedy, chance = (
        [mean_powered(decider(f"power_grid/{map_name}", players), players, bot) for players in range(2, 7)]
        for bot in ("greedy", "random")
    )
    assert sum(greedy) >= 1.5 * sum(chance)
    for players, ratio in enumerate((one / other for one, other in zip(greedy, chance, strict=True)), 2):
        assert ratio >= (1.35 if players == 2 else 1.5), players


def mean_powered(rules, players, bot):
    powered = []
    for number in range(20):
        powered += [rank.powered for rank in final_state(rules, players, bot, f"mean/{number}").ranking]
    return sum(powered) / len(powered)


def test_a_bot_is_given_its_board_and_options_and_no_state():
    parameters = inspect.signature(decider("power_grid/russia", 2).bots["greedy"]).parameters
    assert list(parameters) == ["board", "options", "seat", "roll"]
    assert "deck" not in PowerGridBoard.__struct_fields__


@pytest.mark.parametrize(("round_number", "limit"), [(1, 30), (2, 15), (3, 15)])
def test_greedy_bids_all_its_money_in_the_first_round_and_then_keeps_some_for_fuel(round_number, limit):
    game = position(russia(3), round=round_number, cash={0: 30})
    board = game.decider.view(game.state, 0)
    plenty = dict.fromkeys(("coal", "oil", "garbage", "uranium"), 1.0)
    assert Greedy(game.decider.rules).limit(board, board.seats[0], 20, plenty) == limit


def test_it_sells_its_uranium():
    game = position(power_grid("australia"), BUREAUCRACY, plants={0: (11,)}, order=(0, 1, 2))
    (track,) = game.state.modules
    spaces = tuple(type(space)(space.price, int(space.price < 6)) for space in track.spaces)
    game = position(
        power_grid("australia"), BUREAUCRACY, plants={0: (11,)}, order=(0, 1, 2),
        modules=(track.filled(spaces, 4),),
    )  # fmt: skip
    assert choice(game.given(RunPlants(0), RunPlants(1), RunPlants(2))) == SellUranium(0)


def test_it_stops_before_a_blackout_that_costs_more_than_the_house_earns():
    cities = ("delhi_1", "jaipur", "ludhiana", "udaipur", "ahmedabad", "indore", "bhopal", "surat")
    changes = {"order": (2, 1, 0), "cities": {0: cities}, "plants": {0: (20, 25)}, "cash": {0: 100}, "stage": 2,
               "market": (30, 31, 32, 33, 34, 35, 36, 37)}  # fmt: skip
    at_the_edge = position(power_grid("india"), BUILDING, built=6, **changes)
    assert choice(at_the_edge) == FinishBuilding(0)
    below = position(power_grid("india"), BUILDING, built=5, **changes)
    assert isinstance(choice(below), ConnectCity)


def test_it_starts_a_second_network_when_that_is_the_cheapest_city():
    game = position(
        power_grid("japan"), BUILDING, order=(2, 1, 0), cities={0: ("nagano",)}, plants={0: (20,)}, cash={0: 100},
    )  # fmt: skip
    command = choice(game)
    assert (command.mode, command.city in {"tokyo", "yokohama", "osaka", "kobe"}) == ("START", True)


def test_it_buys_the_fuel_of_its_plants_and_powers_the_most_it_can():
    game = position(
        russia(3), RESOURCES, order=(2, 1, 0), plants={0: (10, 3)}, cities={0: ("tomsk", "omsk")}, cash={0: 40}
    )
    assert choice(game).items == {"coal": 2, "oil": 2}
    running = position(
        russia(3), BUREAUCRACY, plants={0: (10, 3)}, cities={0: ("tomsk", "omsk")}, fuel={0: {"coal": 2, "oil": 2}},
    )  # fmt: skip
    assert {run.plant for run in choice(running).runs} == {10}, "plant 3 would power nothing more"
