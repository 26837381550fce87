"""The factors of Power Grid's planner: other plants on offer, fuel for its cities, the winner if the game ends."""

import pytest
from msgspec.structs import replace

from domain.kernel.dice import Dice
from domain.power_grid.forecast import rounds_left
from domain.power_grid.messages import (
    BUILDING,
    BUREAUCRACY,
    RESOURCES,
    BuyResources,
    ConnectCity,
    FinishBuilding,
    NominatePlant,
    PassBid,
    PlaceBid,
    RunPlants,
    SellUranium,
)  # fmt: skip
from domain.power_grid.planner import Planner
from domain.power_grid.state import Lot
from domain.power_grid.weights import EXPERTS, Weights
from tests.domain.power_grid.positions import position, power_grid, russia


def choice(game):
    (seat,) = game.decider.to_act(game.state)
    board, options = game.decider.view(game.state, seat), game.decider.options(game.state, seat)
    return game.decider.bots["planner"](board, options, seat, Dice.from_text("bot").roll("bot"))


def auction(bid, market=(20, 25, 27, 30, 31, 32)):
    """Seat 0 is asked to raise for plant 25, which seat 1 holds at that bid."""
    return position(
        russia(3), round=5, stage=2, order=(1, 0, 2), market=market, cash={0: 150, 1: 150},
        plants={0: (7, 15), 1: (8, 16), 2: (3, 13)}, lot=Lot(25, bid, (0, 1)),
        cities={0: ("tomsk", "omsk", "barnaul")},
    )  # fmt: skip


def test_it_raises_while_the_plant_brings_more_than_another_and_no_further():
    assert choice(auction(25)) == PlaceBid(0, 26)
    assert choice(auction(90)) == PassBid(0)


def test_what_it_pays_at_most_depends_on_what_else_lies_on_offer():
    def limit(market):
        return next(bid for bid in range(25, 151) if isinstance(choice(auction(bid, market)), PassBid))

    assert limit((3, 4, 25, 35, 37, 39)) > limit((20, 25, 27, 30, 31, 32))


@pytest.mark.parametrize(("largest", "rounds"), [(16, 1.0), (12, 2.5), (9, 4.0), (3, 5.0)])
def test_rounds_ahead_are_the_cities_missing_to_the_end_at_two_a_round(largest, rounds):
    """The game of three ends at 17 cities."""
    game = russia(3)
    cities = list(game.decider.rules.atlas.area(game.state.regions).cities)
    state = position(game, stage=3, cities={0: cities[:largest], 1: cities[:2]}).state
    board = game.decider.view(state, 0)
    assert rounds_left(game.decider.rules, board, Weights(cities_a_round=2.0, rounds_ahead_most=5.0)) == rounds


def ending(fuel, others=8, money=100):
    """Seat 0 has 16 of 17 cities and builds last. 25, 31 and 36 power 5, 6 and 7 of them with 8 coal."""
    game = russia(3)
    cities = list(game.decider.rules.atlas.area(game.state.regions).cities)
    return position(
        game, BUILDING, round=10, stage=3, order=(0, 1, 2), waiting=(0,), cash={0: money},
        plants={0: (25, 31, 36), 1: (32, 35, 40), 2: (3,)}, cities={0: cities[:16], 1: cities[:others]},
        fuel={0: {"coal": fuel}, 1: {"oil": 6}},
    )  # fmt: skip


def test_it_ends_the_game_when_nobody_powers_more():
    assert isinstance(choice(ending(fuel=8)), ConnectCity)
    assert isinstance(choice(ending(fuel=8, others=14)), ConnectCity)


def test_it_leaves_the_game_open_while_another_would_win_it():
    assert choice(ending(fuel=5, others=14)) == FinishBuilding(0)


@pytest.mark.parametrize(("other_cash", "wins"), [(79, True), (80, False), (100, False)])
def test_money_decides_between_equal_output_and_the_last_house_is_paid_first(other_cash, wins):
    """Seats 0 and 1 power one city each. Seat 0 has 100, and a house costs about 20."""
    game = position(
        russia(3), BUILDING, order=(0, 1, 2), waiting=(0,), plants={0: (7,), 1: (3,)},
        cash={0: 100, 1: other_cash, 2: 0}, fuel={0: {"oil": 3}, 1: {"oil": 2}},
        cities={0: ("tomsk",), 1: ("omsk",), 2: ("barnaul",)},
    )  # fmt: skip
    board = game.decider.view(game.state, 0)
    assert Planner(game.decider.rules).would_win(board, board.seats[0], 1) is wins


def test_a_part_of_a_round_counts_as_that_part_of_the_difference_to_one_round_more():
    game = auction(25)
    board, planner = game.decider.view(game.state, 0), Planner(game.decider.rules)

    def worth(rounds):
        ahead = planner.forecast(board, board.seats[0])
        ahead.rounds = rounds
        return ahead.worth(60, [planner.rules.cards[13]])  # wind: no fuel, whose price depends on the rounds too

    two, three = worth(2.0), worth(3.0)
    assert two < three
    assert worth(2.25) == pytest.approx(two + (three - two) / 4)


def test_somebody_who_has_more_money_than_there_is_use_for_ends_it_at_last():
    assert isinstance(choice(ending(fuel=5, others=14, money=450)), ConnectCity)


def test_it_buys_the_fuel_of_its_plants_and_powers_the_most_it_can():
    cities = {0: ("tomsk", "omsk", "barnaul")}
    game = position(russia(3), RESOURCES, order=(2, 1, 0), plants={0: (10, 3)}, cities=cities, cash={0: 40})
    bought = choice(game)
    assert isinstance(bought, BuyResources)
    assert bought.items["coal"] == 2
    running = position(russia(3), BUREAUCRACY, plants={0: (10, 3)}, cities=cities, fuel={0: {"coal": 2, "oil": 2}})
    assert {run.plant for run in choice(running).runs} == {10, 3}


def test_fuel_that_feeds_no_city_is_not_bought():
    game = position(russia(3), RESOURCES, order=(2, 1, 0), plants={0: (20,)}, cities={0: ("tomsk",)}, cash={0: 4})
    assert not isinstance(choice(game), BuyResources) or choice(game).items == {}


@pytest.mark.parametrize("map_name", ["russia", "japan", "india", "australia"])
def test_the_first_plant_is_bought_at_its_lowest_price(map_name):
    command = choice(power_grid(map_name))
    assert isinstance(command, NominatePlant)
    assert command.bid == command.plant


def test_it_sells_its_uranium():
    game = position(power_grid("australia"), BUREAUCRACY, plants={0: (11,)}, order=(0, 1, 2))
    (track,) = game.state.modules
    spaces = tuple(type(space)(space.price, int(space.price < 6)) for space in track.spaces)
    game = position(
        power_grid("australia"), BUREAUCRACY, plants={0: (11,)}, order=(0, 1, 2), modules=(track.filled(spaces, 4),)
    )
    assert choice(game.given(RunPlants(0), RunPlants(1), RunPlants(2))) == SellUranium(0)


def test_expert_pays_more_for_a_mine_than_at_the_price_that_planner_counts():
    """A mine is worth what its uranium sells for. Seat 0 is asked to raise for mine 28 with 4 units, which seat 1
    holds."""

    def limit(weights):
        game = power_grid("australia")
        bids = range(28, 151)
        return next(bid for bid in bids if isinstance(Planner(game.decider.rules, weights)(*question(bid)), PassBid))

    def question(bid):
        game = position(
            power_grid("australia"), round=5, stage=2, order=(1, 0, 2), market=(4, 6, 9, 28, 31, 32, 33, 35),
            cash={0: 150, 1: 150}, plants={0: (20, 25, 26), 1: (8, 16), 2: (3, 13)}, lot=Lot(28, bid, (0, 1)),
        )  # fmt: skip
        return game.decider.view(game.state, 0), game.decider.options(game.state, 0), 0, Dice.from_text("").roll("")

    assert limit(EXPERTS) > limit(replace(EXPERTS, uranium_price=Weights().uranium_price))


def at_the_edge(others):
    """Seat 0 has 8 cities and could feed more; one more house and there is a blackout. The others have so many each."""
    game = power_grid("india")
    cities = list(game.decider.rules.atlas.area(game.state.regions).cities)
    return position(
        game, BUILDING, order=(2, 1, 0), waiting=(0,), built=6, stage=2, cash={0: 100}, plants={0: (20, 25)},
        cities={0: cities[:8], 1: cities[8 : 8 + others], 2: cities[-others:]},
        market=(30, 31, 32, 33, 34, 35, 36, 37),
    )  # fmt: skip


def test_a_blackout_is_made_where_it_costs_the_others_as_much():
    assert choice(at_the_edge(others=2)) == FinishBuilding(0)
    assert isinstance(choice(at_the_edge(others=7)), ConnectCity)
