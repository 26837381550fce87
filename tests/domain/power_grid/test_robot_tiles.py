"""The thirty tiles of robots on every map (RB-02, RB-11, RB-12): `robots` of the newest base edition."""

import json
import random
from itertools import chain

import pytest
from msgspec.structs import replace

from domain import catalogue
from domain.kernel.decider import Table, fold
from domain.kernel.dice import Dice
from domain.kernel.simulation import play
from domain.power_grid import editions as published
from domain.power_grid.messages import (
    AUCTION,
    BUILDING,
    BUREAUCRACY,
    RESOURCES,
    BarCity,
    BidPassed,
    BidPlaced,
    BuildingOrdered,
    CityConnected,
    CityNamingBegan,
    FinishBuilding,
    FinishBuying,
    IncomePaid,
    NameCity,
    NamingPaid,
    NominatePlant,
    PassNaming,
    PassNomination,
    PlantBought,
    PlantNominated,
    ResourcesBought,
    Robot,
    RobotBuilt,
    RobotDrew,
    RunPlants,
)
from domain.power_grid.modules.robot_seats import RobotSeats
from domain.power_grid.options import NameCityOption, PassNamingOption
from domain.power_grid.versions import VERSIONS
from tests.domain.power_grid.positions import MAPS, REGIONS, position
from tests.domain.power_grid.referee import follow
from tests.kit import COLOURS, Game, Refusal, of_type, refusing

pytestmark = pytest.mark.rule("RB-02", "RB-12")
KINDS = ("plant", "fuel", "building", "first_city", "ability")
PLAIN = {
    "plant": "p_lowest",
    "order": "",
    "fuel": "f_normal",
    "building": "b_by_stage",
    "power": "",
    "first_city": "c_random",
    "ability": "a_income",
}
TILES = json.loads(published.EDITIONS.content("power_grid/base/2"))["robots"]
GAMES = 8


def rules_of(map_name="germany", players=3, **options):
    regions = ",".join(REGIONS[map_name][: {2: 3, 3: 3, 4: 4, 5: 5, 6: 5}[players]])
    return catalogue.find(f"power_grid/{map_name}").decider({"regions": regions, **options}, players)


def placed(phase, map_name="germany", tiles=(), **changes):
    """Three seats, seat 1 a robot, in a later round; the command of seat 0 hands over to it."""
    rules = rules_of(map_name)
    setup = rules.draw_setup(Table(COLOURS[:3]), Dice.from_text("tiles"))
    game = position(Game(rules, fold(rules, rules.begin(setup))), phase, **changes)
    robots = RobotSeats((Robot(1, **{**PLAIN, **dict(tiles)}),))
    return Game(rules, replace(game.state, modules=(*game.state.modules, robots)))


def setup_with(*robots, players=3):
    rules = rules_of(players=players)
    return rules, replace(rules.draw_setup(Table(COLOURS[:players]), Dice.from_text("tiles")), robots=robots)


def test_there_are_six_tiles_of_each_of_five_kinds_with_their_sources():
    assert {kind: len(tiles) for kind, tiles in TILES.items()} == dict.fromkeys(KINDS, 6)
    every = list(chain(*TILES.values()))
    assert len({tile["id"] for tile in every}) == 30
    assert all(tile["provenance"]["mark"] == "reconstructed" and tile["provenance"]["source"] for tile in every)
    one_source = [tile["id"] for tile in every if "single source" in tile["provenance"]["source"]]
    assert {"p_cheapest_fuel", "p_highest", "f_all", "b_all", "c_random"} <= set(one_source)
    assert not {"b_by_stage", "a_money", "a_last", "c_deciding"} & set(one_source)


@pytest.mark.rule("RB-01")
@pytest.mark.parametrize("map_name", MAPS)
def test_every_map_seats_robots_under_rules_version_3_and_none_but_australia_before(map_name):
    variant = catalogue.find(f"power_grid/{map_name}")
    for version in variant.rules_versions:
        seats = "robot" in variant.decider({}, 3, rules_version=version).bots
        assert seats == (version == max(VERSIONS) or map_name == "australia")


def test_each_tile_is_drawn_for_one_robot_and_always_last_for_no_table_of_several():
    rules = rules_of(players=6)
    for number in range(20):
        table = Table(COLOURS, {}, ("", *["robot"] * 5))
        robots = rules.draw_setup(table, Dice.from_text(f"draw/{number}")).robots
        for kind in KINDS:
            assert len({getattr(robot, kind) for robot in robots}) == 5
        assert "a_last" not in [robot.ability for robot in robots]


def test_tiles_that_cannot_go_together_are_refused():
    robots = [Robot(seat, **PLAIN) for seat in (0, 1)]
    with refusing("ROBOT_TILE_TWICE", tile="p_lowest", robots=2):
        rules, setup = setup_with(*robots)
        rules.begin(setup)
    others = {"plant": "p_every", "fuel": "f_all", "building": "b_all", "first_city": "c_last", "ability": "a_last"}
    with refusing("ROBOT_TILE_FOR_ONE", tile="a_last", robots=2):
        rules, setup = setup_with(robots[0], replace(robots[1], **others))
        rules.begin(setup)
    with refusing("MALFORMED_COMMAND", tile="walks", known=tuple(tile["id"] for tile in TILES["ability"])):
        rules, setup = setup_with(replace(robots[0], ability="walks"))
        rules.begin(setup)


@pytest.mark.rule("RB-04", "RB-05")
@pytest.mark.parametrize(
    ("tile", "plant"),
    [
        ("p_cheapest_fuel", 13),
        ("p_lowest", 4),
        ("p_most_cities", 10),
        ("p_highest", 13),
        ("p_second_lowest", 8),
        ("p_every", 4),
    ],
)
def test_the_plant_tile_chooses_a_plant(tile, plant):
    """4 burns coal for one city, 8 and 10 coal for two, 13 nothing for one."""
    game = placed(AUCTION, tiles={"plant": tile}, order=(0, 1, 2), market=(4, 8, 10, 13, 20, 21, 22, 23), cash={1: 60})
    assert of_type(game.when(PassNomination(0)), PlantNominated)[0].plant == plant


@pytest.mark.rule("RB-05")
@pytest.mark.parametrize(
    ("tile", "plant", "bid", "answer"),
    [
        ("p_cheapest_fuel", 13, 17, BidPlaced),
        ("p_cheapest_fuel", 13, 18, BidPassed),
        ("p_most_cities", 10, 19, BidPlaced),
        ("p_most_cities", 10, 20, BidPassed),
        ("p_highest", 13, 14, BidPlaced),
        ("p_highest", 13, 15, BidPassed),
        ("p_second_lowest", 8, 8, BidPassed),
        ("p_every", 10, 10, BidPlaced),
        ("p_every", 10, 11, BidPassed),
    ],
)
def test_the_plant_tile_limits_bids(tile, plant, bid, answer):
    """The robot has two cities, so `p_highest` goes to two above the number."""
    game = placed(
        AUCTION, tiles={"plant": tile}, order=(0, 1, 2), market=(4, 8, 10, 13, 20, 21, 22, 23), cash={0: 60, 1: 60},
        cities={1: REGION_CITIES[:2]},
    )  # fmt: skip
    assert type(game.when(NominatePlant(0, plant, bid))[1]) is answer


REGION_CITIES = tuple(city.id for city in rules_of().rules.atlas.board.cities if city.region == REGIONS["germany"][0])


@pytest.mark.rule("RB-07")
@pytest.mark.parametrize(
    ("tile", "round_number", "order", "coal"),
    [
        ("f_normal", 2, (0, 1, 2), 2),
        ("f_all", 2, (0, 1, 2), 4),
        ("f_cheap", 2, (0, 1, 2), 4),
        ("f_all_if_last", 2, (0, 2, 1), 4),
        ("f_all_if_last", 2, (1, 2, 0), 2),
        ("f_scarcest", 2, (0, 1, 2), 4),
        ("f_even_rounds", 2, (0, 1, 2), 4),
        ("f_even_rounds", 3, (0, 1, 2), 2),
    ],
)
def test_the_fuel_tile_says_how_much_it_buys(tile, round_number, order, coal):
    """Plant 4 burns two coal and stores four."""
    game = placed(
        RESOURCES, tiles={"fuel": tile}, order=order, waiting=(0, 1, 2), round=round_number, plants={1: (4,)},
        cash={1: 60},
    )  # fmt: skip
    bought = of_type(game.when(FinishBuying(0)), ResourcesBought)
    assert sum(each.items.get("coal", 0) for each in bought) == coal


def answered(game, command):
    """The events of the command and of answers by the first option to all that is asked for robots."""
    events = game.when(command)
    game = game.given(*events)
    while choice := game.state.robot_choice:
        more = game.when(game.decider.options(game.state, choice.asked[0])[0].nth(0))
        events, game = events + more, game.given(*more)
    return events


@pytest.mark.rule("RB-08")
@pytest.mark.parametrize(
    ("tile", "stage", "houses"),
    [
        ("b_by_stage", 1, 1),
        ("b_by_stage", 2, 2),
        ("b_first_player", 1, 2),
        ("b_supplied", 1, 1),
        ("b_below_seven", 1, 5),
    ],
)
def test_the_building_tile_says_how_many_cities_it_connects(tile, stage, houses):
    """It has one city, plant 8 with fuel for two cities, and much money; the first player has three cities."""
    there = rules_of().rules.atlas.board.cities
    others = tuple(city.id for city in there if city.region == REGIONS["germany"][1])[:3]
    game = placed(
        BUILDING, tiles={"building": tile}, order=(0, 1, 2), waiting=(0, 1, 2), stage=stage, cash={1: 900},
        cities={1: REGION_CITIES[:1], 0: others}, plants={1: (8,)}, fuel={1: {"coal": 3}},
    )  # fmt: skip
    assert len(of_type(answered(game, FinishBuilding(0)), CityConnected)) == houses


@pytest.mark.rule("RB-08", "RB-11", "DEC-PG-55")
def test_the_last_player_names_its_cities_by_ways_through_no_other_that_it_could_take():
    game = placed(
        BUILDING, tiles={"building": "b_last_player"}, order=(2, 1, 0), waiting=(0, 1, 2), cash={1: 900},
        cities={1: REGION_CITIES[:1]},
    )  # fmt: skip
    assert game.refusal(NameCity(0, REGION_CITIES[0])) == Refusal("NO_CITY_TO_NAME", to_act=0)
    events = game.when(FinishBuilding(0))
    (began,) = of_type(events, CityNamingBegan)
    assert (began.player, began.asked, began.bids) == (1, (0,), False)
    rules, area = game.decider.rules, game.decider.rules.atlas.area(game.state.regions)
    neighbours = {rules.connection_price.to(area, REGION_CITIES[:1], city).path[-2] for city in began.cities}
    assert neighbours == {REGION_CITIES[0]}
    game = game.given(*events)
    assert game.decider.options(game.state, 0)[0] == NameCityOption(0, 1, began.cities[0], 0, 0)
    assert game.refusal(PassNaming(0)) == Refusal("CITY_MUST_BE_NAMED", cities=len(began.cities))
    assert game.refusal(NameCity(0, "mars")) == Refusal("CITY_NOT_FOR_ROBOT", city="mars", region="", free=began.cities)
    assert game.refusal(NameCity(0, began.cities[0], 1)) == Refusal("BID_EXCEEDS_CASH", bid=1, cash=0)
    assert game.refusal(BarCity(0, began.cities[0])) == Refusal("DECISION_PENDING", decision="NameCity", to_act=0)
    assert of_type(game.when(NameCity(0, began.cities[0])), CityConnected)[0].city == began.cities[0]


def first_city(tile, **changes):
    return placed(
        BUILDING, tiles={"first_city": tile}, order=(2, 1, 0), waiting=(0, 1, 2), cash={0: 20, 1: 50, 2: 20}, **changes
    )


@pytest.mark.rule("RB-11")
def test_each_player_names_a_first_city_and_one_of_them_is_drawn():
    game = first_city("c_players")
    game = game.given(*game.when(FinishBuilding(0)))
    cities = game.state.robot_choice.cities
    assert game.decider.to_act(game.state) == (2,)
    game = game.given(NameCity(2, cities[3]))
    assert game.decider.to_act(game.state) == (0,)
    events = game.when(NameCity(0, cities[5]))
    assert of_type(events, RobotDrew)[0].city in (cities[3], cities[5])


@pytest.mark.rule("RB-11")
def test_the_highest_bidder_pays_and_names_the_first_city_and_0_is_a_bid():
    game = first_city("c_bidding")
    game = game.given(*game.when(FinishBuilding(0)))
    cities = game.state.robot_choice.cities
    assert game.decider.options(game.state, 2)[-1] == PassNamingOption(2, 1)
    assert game.decider.default(game.state, 2) == PassNaming(2)
    assert game.refusal(NameCity(2, cities[0], 21)) == Refusal("BID_EXCEEDS_CASH", bid=21, cash=20)
    assert game.refusal(NameCity(2, cities[0], -1)) == Refusal("MALFORMED_COMMAND", command="NameCity")
    after = game.given(NameCity(2, cities[0], 0))
    assert after.refusal(NameCity(0, cities[1], 0)) == Refusal("BID_NOT_HIGHER", bid=0, standing=0)
    for command, paid in (
        (PassNaming(0), NamingPaid(2, 1, 0, 20)),
        (NameCity(0, cities[1], 7), NamingPaid(0, 1, 7, 13)),
    ):
        events = after.when(command)
        assert of_type(events, NamingPaid) == [paid]
        assert of_type(events, CityConnected)[0].city == cities[paid.player == 0]
    events = game.given(PassNaming(2)).when(PassNaming(0))
    assert not of_type(events, NamingPaid)
    assert of_type(events, RobotDrew)


@pytest.mark.rule("RB-11")
def test_players_bar_first_cities_in_turn_until_one_is_left():
    game = first_city("c_deciding")
    game = game.given(*game.when(FinishBuilding(0)))
    *barred, left = game.state.robot_choice.cities
    for place, city in enumerate(barred):
        assert game.decider.to_act(game.state) == ((2, 0)[place % 2],)
        events = game.when(BarCity((2, 0)[place % 2], city))
        game = game.given(*events)
    assert of_type(events, CityConnected)[0].city == left


@pytest.mark.rule("RB-11")
@pytest.mark.parametrize(("tile", "place"), [("c_last", -1), ("c_early", 0)])
def test_some_robots_build_first_or_last_in_round_1(tile, place):
    game = placed(RESOURCES, tiles={"first_city": tile}, order=(0, 1, 2), waiting=(0,), round=1)
    (ordered,) = of_type(game.when(FinishBuying(0)), BuildingOrdered)
    assert ordered.order[place] == 1
    later = placed(RESOURCES, tiles={"first_city": tile}, order=(0, 1, 2), waiting=(0,), round=2)
    assert not of_type(later.when(FinishBuying(0)), BuildingOrdered)


def test_special_abilities_change_money_order_and_prices():
    rules, setup = setup_with(Robot(1, **{**PLAIN, "ability": "a_money"}))
    events = rules.begin(setup)
    assert of_type(events, RobotBuilt)[0].cash == 100
    assert [holding.cash for holding in fold(rules, events[:3]).holdings] == [50, 100, 50]
    rules, setup = setup_with(Robot(1, **{**PLAIN, "ability": "a_last"}))
    assert fold(rules, rules.begin(setup)).order[-1] == 1


def test_half_a_bid_is_paid_for_a_plant_rounded_up():
    game = placed(
        AUCTION, tiles={"ability": "a_half_bid", "plant": "p_highest"}, order=(0, 1, 2), waiting=(0, 1),
        market=(4, 8, 10, 13, 20, 21, 22, 23), cash={1: 60},
    )  # fmt: skip
    (bought,) = of_type(game.when(PassNomination(0)), PlantBought)
    assert (bought.price, bought.cash_after) == (7, 53)


@pytest.mark.parametrize(("ability", "prices"), [("a_city_price", [10, 10]), ("a_free_city", [0, 10])])
def test_cities_cost_what_the_ability_says(ability, prices):
    game = placed(
        BUILDING, tiles={"ability": ability}, order=(0, 1, 2), waiting=(0, 1, 2), stage=2, cash={1: 500},
        cities={1: REGION_CITIES[:1]},
    )  # fmt: skip
    built = of_type(answered(game, FinishBuilding(0)), CityConnected)
    assert built[0].total == prices[0]
    assert built[1].total >= prices[1]


def test_income_is_paid_for_one_city_more():
    game = placed(
        BUREAUCRACY, tiles={"ability": "a_income"}, order=(0, 1, 2), plants={1: (8,)}, fuel={1: {"coal": 3}},
        cities={1: REGION_CITIES[:2]},
    )  # fmt: skip
    paid = of_type(game.when(RunPlants(0, ())), IncomePaid)[1]
    assert (paid.player, paid.cities, paid.gross) == (1, 2, 44)


def robot_games(map_name):
    for number in range(GAMES):
        chance = random.Random(f"{map_name}/{number}")
        players = chance.choice((2, 3, 4, 5, 6))
        robots = chance.randint(1, players - 1)
        people = [chance.choice(["greedy", "random", "planner"]) for _ in range(players - robots)]
        bots = ["robot"] * robots + people
        chance.shuffle(bots)
        options = {"flow_generator": chance.choice(["on", "off"]), "renovation": chance.choice(["on", "off"])}
        options["regions"] = chance.choice(["drawn", "drafted"])
        rules = catalogue.find(f"power_grid/{map_name}").decider(options, players)
        seats = tuple(bot if bot == "robot" else "" for bot in bots)
        dice = Dice.from_text(f"tiles/{map_name}/{number}")
        yield rules, rules.draw_setup(Table(COLOURS[:players], options, seats), dice), bots, dice


@pytest.mark.parametrize("map_name", MAPS)
def test_whole_games_of_robots_satisfy_the_referee_on_every_map(map_name):
    for rules, setup, bots, dice in robot_games(map_name):
        turns = list(play(rules, setup, [rules.bots[bot] for bot in bots], dice.roll("bots")))
        assert turns[-1].state.over
        assert not rules.broken_invariants(turns[-1].state)
        follow([event for turn in turns for event in turn.events])
