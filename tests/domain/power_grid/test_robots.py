"""Robots on Australia (AU-15, RB). Rules: docs/rules/power_grid.md §16; tiles: `robots` of power_grid/australia/2."""

import pytest
from msgspec.structs import replace

from domain import catalogue
from domain.kernel.decider import OnlyFromTheStart, Table, fold
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
    BuildingFinished,
    CitiesPowered,
    CityConnected,
    FinishBuilding,
    FinishBuying,
    NominatePlant,
    NominationPassed,
    PassNomination,
    PlantBought,
    PlantNominated,
    PlantScrapped,
    PlantsRun,
    ResourceBuyingFinished,
    ResourcesBought,
    Robot,
    RobotBuilt,
    RobotDrew,
    RunPlants,
    TurnOrderDetermined,
)
from domain.power_grid.modules.robot_seats import RobotSeats
from domain.table.decide import decide as decide_table
from domain.table.decide import open_table as decide_open
from domain.table.messages import AddBot, HandSeat, OpenTable, StartGame, TakeSeat, Terms
from tests.domain.power_grid.positions import position
from tests.kit import COLOURS, Game, Refusal, names, of_type, refusing

TILES = ("cheapest_fuel", "as_counted", "one_run", "by_stage", "all_plants")
OFFER = (7, 8, 11, 14, 23, 28, 29, 30)
KINDS = ("plant", "order", "fuel", "building", "power")


def rules_of(players, rules_version=None):
    editions = tuple(published.EDITIONS.edition(each) for each in ("power_grid/base/1", "power_grid/australia/2"))
    return catalogue.find("power_grid/australia").decider(
        {"regions": "pink,brown,red"}, players, editions, rules_version
    )


def seated(*bots, seed="robots", rules_version=None):
    rules = rules_of(len(bots), rules_version)
    return rules, rules.draw_setup(Table(COLOURS[: len(bots)], {}, bots), Dice.from_text(seed))


def robots_at(*seats, **tiles):
    given = dict(zip(KINDS, TILES, strict=True)) | tiles
    return (RobotSeats(tuple(Robot(seat, **given) for seat in seats)),)


def placed(phase, robots, rules_version=None, **changes):
    """Three seats, seat 0 a person whose command hands over to the robot in seat 1, in a later round."""
    rules, setup = seated("", "", "", rules_version=rules_version)
    game = position(Game(rules, fold(rules, rules.begin(setup))), phase, **changes)
    track = tuple(part for part in game.state.modules if not isinstance(part, RobotSeats))
    return Game(rules, replace(game.state, modules=(*track, *robots)))


def barring_the_first(game, command):
    """The events of the command and of as many bars as are asked for it, each of the first city."""
    events = game.when(command)
    game = game.given(*events)
    while choice := game.state.robot_choice:
        more = game.when(BarCity(choice.asked[0], choice.cities[0]))
        events, game = events + more, game.given(*more)
    return events


@pytest.mark.rule("RB-01", "DEC-PG-43")
def test_a_seat_that_the_bot_robot_holds_at_the_start_is_a_robot_for_the_whole_game():
    rules, setup = seated("", "robot", "robot")
    events = rules.begin(setup)
    assert [event.player for event in of_type(events, RobotBuilt)] == [1, 2]
    turns = list(play(rules, setup, [rules.bots["greedy"]] * 3, Dice.from_text("play").roll("bots")))
    assert {turn.command.player for turn in turns[1:]} == {0}, "nobody is asked for a robot"
    assert turns[-1].state.over
    assert {each.player for turn in turns for each in of_type(turn.events, CityConnected)} == {0, 1, 2}


@pytest.mark.rule("RB-01")
def test_somebody_must_be_no_robot():
    with refusing("ONLY_ROBOTS", robots=2):
        rules, setup = seated("robot", "robot")
        rules.begin(setup)


@pytest.mark.rule("RB-01", "RB-02")
def test_a_set_up_by_hand_has_robots_of_the_tables_only_and_one_a_seat():
    rules, setup = seated("", "robot", "")
    (robot,) = setup.robots
    with refusing("MALFORMED_COMMAND", robots=(1, 1)):
        rules.begin(replace(setup, robots=(robot, robot)))
    with refusing("MALFORMED_COMMAND", tile="walks", known=("all_plants", "two_plants")):
        rules.begin(replace(setup, robots=(replace(robot, power="walks"),)))


@pytest.mark.rule("RB-01")
@pytest.mark.parametrize("variant", ["card_game", "colony61"])
def test_only_power_grid_has_robots_and_no_seat_is_handed_to_one(variant):
    name = next(each for each in catalogue.VARIANTS if each.startswith(variant))
    assert "robot" not in catalogue.find(name).decider({}, 3).bots
    assert isinstance(rules_of(3).bots["robot"], OnlyFromTheStart)


@pytest.mark.rule("RB-02")
def test_each_robot_has_a_tile_of_each_kind_drawn_by_its_own_label_and_open_to_all():
    rules, setup = seated("", "robot", "robot", seed="tiles")
    figures = rules.rules.robots
    for robot in setup.robots:
        roll = Dice.from_text("tiles").roll(f"robots/{robot.player}")
        for kind in KINDS:
            ids = [tile.id for tile in getattr(figures, kind)]
            assert getattr(robot, kind) == ids[roll.below(len(ids))]
    state = fold(rules, rules.begin(setup))
    shown = [part for part in rules.view(state, None).modules if isinstance(part, RobotSeats)]
    assert shown == [RobotSeats(setup.robots)]


@pytest.mark.rule("RB-03")
def test_what_a_robot_does_follows_the_command_that_made_it_its_turn():
    game = placed(AUCTION, robots_at(1), order=(0, 1, 2), market=(3, 4, 5, 6, 7, 8, 9, 10))
    events = game.when(PassNomination(0))
    assert names(events) == ["NominationPassed", "PlantNominated"]
    assert game.given(*events).decider.to_act(game.given(*events).state) == (2,)


@pytest.mark.rule("RB-04", "AU-15")
def test_it_wants_the_plant_with_the_cheapest_fuel_and_never_a_mine():
    """Coal is at 1, oil at 3, garbage at 4. 7 burns three oil, 8 three coal, 14 two garbage; 11 is a mine."""
    game = placed(AUCTION, robots_at(1), order=(0, 1, 2), market=OFFER, cash={1: 60})
    (put_up,) = of_type(game.when(PassNomination(0)), PlantNominated)
    assert (put_up.player, put_up.plant, put_up.bid) == (1, 8, 8)
    most = placed(AUCTION, robots_at(1, plant="most_cities"), order=(0, 1, 2), market=OFFER, cash={1: 60})
    (put_up,) = of_type(most.when(PassNomination(0)), PlantNominated)
    assert put_up.plant == 14, "of equals the highest: 7, 8 and 14 power two"


@pytest.mark.rule("RB-04")
@pytest.mark.parametrize(("cash", "plants", "cities"), [(7, (3,), ("perth",)), (60, (3, 5), ("perth",))])
def test_it_passes_where_it_cannot_pay_or_powers_more_than_it_has(cash, plants, cities):
    game = placed(
        AUCTION, robots_at(1), order=(0, 1, 2), market=(8, 12, 14, 15, 16, 18, 19, 20), cash={1: cash},
        plants={1: plants}, cities={1: cities},
    )  # fmt: skip
    assert [event.player for event in of_type(game.when(PassNomination(0)), NominationPassed)] == [0, 1]


@pytest.mark.rule("RB-05")
@pytest.mark.parametrize(("bid", "answers"), [(12, BidPlaced), (13, BidPassed)])
def test_it_raises_by_one_as_far_above_the_lowest_bid_as_its_tile_says(bid, answers):
    """Plant 8: up to 13."""
    game = placed(AUCTION, robots_at(1), order=(0, 1, 2), market=OFFER, cash={0: 90, 1: 90})
    answer = game.when(NominatePlant(0, 8, bid))[1]
    assert type(answer) is answers
    assert answers is BidPassed or answer.amount == 13


@pytest.mark.rule("RB-05")
def test_it_closes_its_lowest_plant():
    game = placed(
        AUCTION, robots_at(1), order=(0, 1, 2), waiting=(0, 1), market=(13, 14, 16, 18, 19, 20, 21, 22), cash={1: 90},
        plants={1: (3, 4, 5)}, cities={1: ("perth", "albany", "hobart")},
    )  # fmt: skip
    events = game.when(PassNomination(0))
    assert [(event.player, event.plant) for event in of_type(events, PlantScrapped)] == [(1, 3)]
    assert [event.plant for event in of_type(events, PlantBought)] == [18], "of two that burn nothing"


@pytest.mark.rule("RB-06")
def test_by_its_tile_it_stands_last_in_the_turn_order():
    for place, last in (("as_counted", False), ("always_last", True)):
        rules, setup = seated("", "robot", "")
        (robot,) = setup.robots
        setup = replace(setup, order=(1, 0, 2), robots=(replace(robot, order=place),))
        first = of_type(rules.begin(setup), TurnOrderDetermined)[0]
        assert first.order == ((0, 2, 1) if last else (1, 0, 2))
        assert [key.player for key in first.keys] == list(first.order)


@pytest.mark.rule("RB-07")
@pytest.mark.parametrize(("tile", "bought"), [("one_run", {"coal": 2}), ("two_runs", {"coal": 4})])
def test_it_buys_what_a_run_of_its_plants_lacks_and_by_its_tile_a_second_one(tile, bought):
    """Plant 4 burns two coal and stores four."""
    game = placed(RESOURCES, robots_at(1, fuel=tile), waiting=(0, 1, 2), plants={1: (4,)}, cash={1: 60})
    events = game.when(FinishBuying(0))
    found = of_type(events, ResourcesBought)
    assert {fuel: sum(each.items.get(fuel, 0) for each in found) for fuel in ("coal",)} == bought
    assert [event.player for event in of_type(events, ResourceBuyingFinished)] == [0, 1]


@pytest.mark.rule("RB-08", "AU-15", "DEC-PG-53")
def test_under_rules_version_2_it_draws_among_all_seven_cities_of_a_region():
    game = placed(BUILDING, robots_at(1), 2, waiting=(0, 1, 2), cities={1: ("perth",)}, cash={1: 100})
    events = game.when(FinishBuilding(0))
    (drew,), (built,) = of_type(events, RobotDrew), of_type(events, CityConnected)
    assert (built.city, built.connection_cost, built.flat, built.path) == (drew.city, 20, True, ())
    assert (built.slot_cost, built.cash_after) == (10, 70)
    area = game.decider.rules.atlas.area(game.state.regions).cities
    roll = Dice(bytes.fromhex(game.state.seed)).roll(f"robots/1/{game.state.round}/0")
    regions = [each.id for each in game.decider.rules.atlas.board.regions if each.id in game.state.regions]
    region = regions[roll.below(len(regions))]
    there = [city for city, place in area.items() if place.region == region and city != "perth"]
    assert (drew.region, drew.city) == (region, there[roll.below(len(there))])
    assert RobotDrew.reveals, "nobody takes a draw back alone"


@pytest.mark.rule("RB-08")
@pytest.mark.parametrize(
    ("tile", "stage", "cash", "houses"), [("by_stage", 1, 200, 1), ("by_stage", 2, 200, 2), ("two_cities", 1, 45, 1)]
)
def test_it_builds_as_many_as_its_tile_says_and_it_can_pay(tile, stage, cash, houses):
    game = placed(
        BUILDING, robots_at(1, building=tile), waiting=(0, 1, 2), stage=stage, cities={1: ("perth",)}, cash={1: cash}
    )
    events = barring_the_first(game, FinishBuilding(0))
    assert len(of_type(events, CityConnected)) == houses
    assert [(event.player, event.houses_built) for event in of_type(events, BuildingFinished)][1] == (1, houses)


@pytest.mark.rule("RB-08")
def test_its_first_city_costs_the_slot_only():
    game = placed(BUILDING, robots_at(1), waiting=(0, 1, 2), cash={1: 10})
    (built,) = of_type(barring_the_first(game, FinishBuilding(0)), CityConnected)
    assert (built.mode, built.total, built.cash_after) == ("START", 10, 0)


@pytest.mark.rule("RB-09")
@pytest.mark.parametrize(("tile", "run"), [("all_plants", 3), ("two_plants", 2)])
def test_it_runs_what_powers_most_with_as_many_plants_as_its_tile_says(tile, run):
    """Plants 4, 8 and 3 power one, two and one city."""
    game = placed(
        BUREAUCRACY, robots_at(1, power=tile), order=(0, 1, 2), plants={1: (3, 4, 8)}, fuel={1: {"coal": 5, "oil": 2}},
        cities={1: ("perth", "albany", "hobart", "broome")},
    )  # fmt: skip
    events = game.when(RunPlants(0, ()))
    assert len(of_type(events, PlantsRun)[1].runs) == run
    assert of_type(events, CitiesPowered)[1].cities == {3: 4, 2: 3}[run]


@pytest.mark.rule("RB-01", "TB-SEAT-03", "TB-LEAVE-01", "TB-OPEN-02")
def test_a_table_seats_robots_before_the_start_and_hands_no_seat_to_one():
    secret = b"\x07" * 32
    at = decide_open(OpenTable("power_grid/australia", 3), "ann", "game-1", secret).aggregate
    for command in (TakeSeat(), AddBot("robot"), AddBot("robot"), StartGame()):
        ruling = decide_table(at, command, "ann", 0)
        at = ruling.aggregate
    assert [event.player for event in of_type(ruling.events, RobotBuilt)] == [1, 2]
    assert at.to_act == (0,)
    known = ("random", "planner", "expert", "greedy")
    with refusing("UNKNOWN_BOT", bot="robot", known=known):
        decide_table(at, HandSeat("robot"), "ann", 0)
    with refusing("UNKNOWN_BOT", bot="robot", known=known):
        terms = Terms(stand_in="robot")
        decide_open(OpenTable("power_grid/australia", 3, terms=terms), "ann", "game-2", secret)


def test_a_person_who_holds_a_robots_seat_is_never_on_turn():
    game = placed(AUCTION, robots_at(1), order=(0, 1, 2), market=(3, 4, 5, 6, 7, 8, 9, 10))
    assert game.decider.options(game.state, 1) == ()
    assert game.refusal(PassNomination(1)) == Refusal("NOT_YOUR_TURN", to_act=0)
