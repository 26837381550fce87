"""A robot builds where it is drawn: a region, then one of six cities that no player has barred (RB-08, RB-10)."""

import pytest
from msgspec.structs import replace

from domain.kernel.dice import Dice
from domain.kernel.simulation import play
from domain.power_grid.messages import (
    AUCTION,
    BUILDING,
    BarCity,
    CityBarred,
    CityConnected,
    ConnectCity,
    FinishBuilding,
    RobotDrew,
    RobotRegionDrawn,
)
from domain.power_grid.modules.robot_choices import CityBarring
from domain.power_grid.options import BarCityOption
from domain.table.clock import Clock
from domain.table.decide import decide as decide_table
from domain.table.decide import open_table as decide_open
from domain.table.messages import AddBot, OpenTable, StartGame, TakeSeat, Terms, TimeOut
from tests.domain.power_grid.referee import Dispute, follow
from tests.domain.power_grid.test_robots import placed, robots_at, seated
from tests.domain.table.table_kit import SERVER
from tests.kit import Refusal, names, of_type

pytestmark = pytest.mark.rule("RB-10", "AU-15", "DEC-PG-53")


def build_turn(rules_version=None, robot=1, order=(2, 0, 1), **changes):
    """A robot's turn in phase 4 after that of seat 0; no city of pink, brown and red is taken but by the robot."""
    cities = {robot: ("perth",), **changes.pop("cities", {})}
    return placed(
        BUILDING, robots_at(robot), rules_version, order=order, waiting=(0, robot, 2), cities=cities,
        cash={robot: 100}, **changes,
    )  # fmt: skip


def asked_of(game, events):
    return game.given(*events), of_type(events, RobotRegionDrawn)[0]


def in_full_region(**changes):
    """The position in which a region with seven free cities was drawn."""
    for round_number in range(2, 40):
        game = build_turn(round=round_number, **changes)
        events = game.when(FinishBuilding(0))
        if of_type(events, RobotRegionDrawn):
            return asked_of(game, events)
    raise AssertionError("no region with seven free cities is drawn")


def test_in_a_region_with_seven_free_cities_the_last_player_is_asked_before_a_city_is_drawn():
    game, drawn = in_full_region()
    assert (drawn.player, drawn.asked, len(drawn.cities), drawn.until) == (1, (0,), 7, 6)
    assert game.decider.to_act(game.state) == (0,), "seat 0 is the last in the turn order (2, 0, 1) but for the robot"
    assert game.decider.to_act(in_full_region(order=(0, 2, 1))[0].state) == (2,)


def test_rules_version_2_asks_no_player():
    for round_number in range(2, 12):
        events = build_turn(2, round=round_number).when(FinishBuilding(0))
        assert names(events)[:2] == ["BuildingFinished", "RobotDrew"]


def test_the_barred_city_is_not_among_the_six_from_which_the_city_is_drawn():
    game, drawn = in_full_region()
    roll = Dice(bytes.fromhex(game.state.seed)).roll(f"robots/1/{game.state.round}/0")
    roll.below(3)
    place = roll.below(6)
    for barred in drawn.cities:
        events = game.when(BarCity(0, barred))
        assert names(events)[:3] == ["CityBarred", "RobotDrew", "CityConnected"]
        assert events[0] == CityBarred(0, 1, barred)
        free = [city for city in drawn.cities if city != barred]
        assert of_type(events, RobotDrew)[0] == RobotDrew(1, drawn.region, free[place])
        assert of_type(events, CityConnected)[0].city == free[place]


def test_a_region_with_six_free_cities_asks_no_player():
    others = {0: ("hobart", "canberra"), 2: ()}
    for round_number in range(2, 12):
        events = build_turn(cities=others, round=round_number).when(FinishBuilding(0))
        assert not of_type(events, RobotRegionDrawn)
        assert of_type(events, RobotDrew)


def test_each_free_city_of_the_region_is_an_option_and_the_first_is_the_default():
    game, drawn = in_full_region()
    assert game.decider.options(game.state, 0) == tuple(
        BarCityOption(0, 1, drawn.region, each) for each in drawn.cities
    )
    assert game.decider.default(game.state, 0) == BarCity(0, drawn.cities[0])
    for seat in (1, 2):
        assert game.decider.options(game.state, seat) == ()


def test_the_board_shows_the_pending_draw_to_all_and_forgets_it_afterwards():
    game, drawn = in_full_region()
    shown = [part for part in game.decider.view(game.state, None).modules if isinstance(part, CityBarring)]
    assert shown == [CityBarring(1, (0,), drawn.region, drawn.cities, 6)]
    after = game.given(BarCity(0, drawn.cities[0]))
    assert not [part for part in after.state.modules if isinstance(part, CityBarring)]


def test_bars_that_cannot_be_are_refused():
    game, drawn = in_full_region()
    taken = Refusal("CITY_NOT_FOR_ROBOT", city="perth", region=drawn.region, free=drawn.cities)
    assert game.refusal(BarCity(0, "perth")) == taken
    assert game.refusal(BarCity(0, "mars")).facts["city"] == "mars"
    pending = Refusal("DECISION_PENDING", decision="BarCity", to_act=0)
    assert game.refusal(BarCity(2, drawn.cities[0])) == pending
    assert game.refusal(ConnectCity(2, "mildura")) == pending
    assert game.refusal(FinishBuilding(0)) == pending
    assert build_turn().refusal(BarCity(0, "mildura")) == Refusal("NO_CITY_TO_BAR", to_act=0)
    auction = placed(AUCTION, robots_at(1), order=(0, 1, 2))
    assert auction.refusal(BarCity(0, "mildura")) == Refusal("WRONG_PHASE", phase=AUCTION, needed=BUILDING)


@pytest.mark.parametrize("bot", ["random", "greedy", "planner", "expert"])
def test_every_bot_answers(bot):
    game, drawn = in_full_region()
    decider = game.decider
    roll = Dice.from_text("bots").roll("bots")
    command = decider.bots[bot](decider.view(game.state, 0), decider.options(game.state, 0), 0, roll)
    assert command.city in drawn.cities


def test_a_bot_bars_the_city_that_is_cheapest_for_itself():
    game, drawn = in_full_region(cities={0: ("canberra",)})
    decider = game.decider
    area = decider.rules.atlas.area(game.state.regions)
    costs = {city: decider.rules.connection_price.to(area, ("canberra",), city).cost for city in drawn.cities}
    roll = Dice.from_text("bots").roll("bots")
    for bot in ("greedy", "planner"):
        command = decider.bots[bot](decider.view(game.state, 0), decider.options(game.state, 0), 0, roll)
        assert costs[command.city] == min(costs.values())


def robot_game(bots, rules_version):
    named = [bot if bot == "robot" else "" for bot in bots]
    rules, setup = seated(*named, seed=f"robots/{bots}", rules_version=rules_version)
    turns = play(rules, setup, [rules.bots[bot] for bot in bots], Dice.from_text("robots").roll("bots"))
    return [event for turn in turns for event in turn.events]


@pytest.mark.parametrize("rules_version", [2, 3])
@pytest.mark.parametrize("bots", [("greedy", "robot"), ("random", "robot", "planner"), ("robot", "greedy", "robot")])
def test_whole_games_with_robots_satisfy_the_referee(rules_version, bots):
    events = robot_game(bots, rules_version)
    follow(events, rules_version=rules_version)
    assert bool(of_type(events, CityBarred)) == (rules_version == 3)


def test_the_referee_disputes_robots_that_draw_otherwise():
    events = robot_game(("greedy", "robot", "greedy"), 3)
    for kind, field, value in (
        (RobotRegionDrawn, "until", 5),
        (RobotRegionDrawn, "asked", (1,)),
        (RobotRegionDrawn, "cities", ("perth",)),
        (CityBarred, "player", 1),
        (CityBarred, "city", "mars"),
        (RobotDrew, "city", "mars"),
    ):
        place = next(place for place, event in enumerate(events) if isinstance(event, kind))
        for forged in ([], [replace(events[place], **{field: value})]):
            with pytest.raises(Dispute):
                follow([*events[:place], *forged, *events[place + 1 :]])


def until_a_city_is_barred(secret):
    """The table in the first round, and the time, if a robot's city is to be barred then."""
    opening = OpenTable("power_grid/germany", 2, terms=Terms(Clock(move_s=60)))
    at, now = decide_open(opening, "ann", "game-1", secret).aggregate, 0
    for command in (TakeSeat(), AddBot("robot"), StartGame()):
        at = decide_table(at, command, "ann", 0).aggregate
    while at.play.round == 1 and not at.play.robot_choice:
        now = at.clocks[0].deadline_ms + 1
        at = decide_table(at, TimeOut(0), SERVER, now).aggregate
    return (at, now) if isinstance(at.play.robot_choice, CityBarring) else None


@pytest.mark.rule("TB-CLOCK-04")
def test_the_asked_seat_is_on_the_clock_and_its_city_is_barred_when_the_time_is_up():
    at, now = next(found for number in range(1, 30) if (found := until_a_city_is_barred(bytes([number]) * 32)))
    barring = at.play.robot_choice
    assert (at.to_act, at.clocks[0].deadline_ms) == ((0,), now + 60_000)
    ruling = decide_table(at, TimeOut(0), SERVER, now + 60_001)
    assert of_type(ruling.events, CityBarred)[0] == CityBarred(0, 1, barring.cities[0])
    assert of_type(ruling.events, RobotDrew)
