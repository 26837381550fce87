"""Readings that the printed text leaves open, as options of the host. Each decision: docs/rules/power_grid.md §19."""

import pytest

from domain import catalogue
from domain.kernel.refused import Refused
from domain.power_grid.messages import (
    BUILDING,
    STAGE_3,
    ConnectCity,
    FinishBuilding,
    IncomePaid,
    NominationPassed,
    PassNomination,
    PlantRemoved,
)  # fmt: skip
from domain.power_grid.readings import READINGS
from tests.domain.power_grid.positions import MAPS, position, power_grid, russia
from tests.domain.power_grid.referee import follow
from tests.kit import Refusal, decider, of_type, whole_game

CHOICES = [
    (map_name, option)
    for map_name in MAPS
    for option, _ in READINGS
    if option in catalogue.find(f"power_grid/{map_name}").options
]
OTHERS = [(map_name, option.name, value) for map_name, option in CHOICES for value in option.values[1:]]
SIX = ("tomsk", "omsk", "novosibirsk", "barnaul", "kemerovo", "krasnoyarsk")


@pytest.mark.rule("DEC-PG-02", "RU-03", "RU-04")
def test_first_pass_spares_a_plant_that_networks_have_outgrown_where_the_host_says_so():
    def passed(cities, **options):
        game = position(russia(3, **options), order=(0, 1, 2), deck=(13, 40, STAGE_3), cities={1: cities})
        return game.when(PassNomination(0))

    assert of_type(passed(SIX), PlantRemoved)[0].plant == 3
    assert passed(SIX[:3], first_pass="spares_outgrown") == [NominationPassed(0)]
    assert of_type(passed(SIX[:2], first_pass="spares_outgrown"), PlantRemoved)[0].plant == 3


@pytest.mark.rule("DEC-PG-17", "PG-BLD-02")
def test_first_city_must_be_empty_where_the_host_says_so():
    changes = {"order": (2, 1, 0), "stage": 2, "cities": {1: ("omsk",)}, "cash": {0: 50}}
    assert position(russia(3), BUILDING, **changes).legal(ConnectCity(0, "omsk"))
    game = position(russia(3, first_city="empty_city"), BUILDING, **changes)
    assert game.refusal(ConnectCity(0, "omsk")) == Refusal("FIRST_CITY_NOT_EMPTY", city="omsk", houses=1)
    assert "omsk" not in [getattr(offer, "city", "") for offer in game.decider.options(game.state, 0)]
    assert game.given(ConnectCity(0, "tomsk")).legal(ConnectCity(0, "omsk"))


def start_city(game):
    area = game.decider.rules.atlas.area(game.state.regions)
    return next(city for city in game.decider.rules.networks.start_cities if city in area.cities)


@pytest.mark.rule("DEC-PG-28", "JP-07")
def test_networks_may_be_extended_in_the_first_round_where_the_host_says_so():
    for options, extends in (({}, False), ({"first_round": "free"}, True)):
        game = position(power_grid("japan", 3, **options), BUILDING, round=1, order=(2, 1, 0), cash={0: 200})
        first = game.given(ConnectCity(0, start_city(game), "START"))
        modes = {getattr(offer, "mode", "") for offer in first.decider.options(first.state, 0)}
        assert ("EXTEND" in modes) == extends


@pytest.mark.rule("DEC-PG-29", "JP-09")
def test_cities_for_15_and_20_open_in_stage_2_where_the_host_says_so():
    rules = power_grid("japan", 3, dear_cities="from_stage_2").decider.rules
    area = rules.atlas.area(tuple(region.id for region in rules.atlas.board.regions))
    dear = [city for city, place in area.cities.items() if place.slots and place.slots[0] == 15]
    small = [city for city, place in area.cities.items() if place.slots[:2] == (10, 15)]
    assert len(dear) == 5
    assert {rules.open_slots(area, city, 1) for city in dear} == {0}
    assert {rules.open_slots(area, city, 2) for city in dear} == {2}
    assert {rules.open_slots(area, city, 1) for city in small} == {1}
    open_now = power_grid("japan", 3).decider.rules
    assert {open_now.open_slots(area, city, 1) for city in dear} == {1}


@pytest.mark.rule("DEC-PG-34", "IN-12")
@pytest.mark.parametrize(
    ("options", "payouts", "penalised"),
    [({}, 1, True), ({"final_blackout": "full"}, 1, False), ({"final_blackout": "twice"}, 2, True)],
)
def test_final_blackout_takes_its_penalty_pays_in_full_or_pays_twice(options, payouts, penalised):
    game = power_grid("india", 2, **options)
    cities = tuple(game.decider.rules.atlas.area(game.state.regions).cities)[: game.decider.rules.limits.ends_at]
    at_the_end = position(game, BUILDING, order=(0, 1), waiting=(0,), cities={0: cities}, stage=3, built=9)
    paid = of_type(at_the_end.when(FinishBuilding(0)), IncomePaid)
    assert [income.player for income in paid] == [0, 1] * payouts
    assert {income.final for income in paid} == {True}
    assert {bool(income.penalty) for income in paid if income.player == 0} == {penalised}
    cash = at_the_end.state.holdings[0].cash
    assert paid[-2].cash_after == cash + sum(income.net for income in paid if income.player == 0)


@pytest.mark.slow
@pytest.mark.parametrize(("map_name", "option", "value"), OTHERS)
def test_a_second_referee_follows_games_under_each_reading(map_name, option, value):
    for number in range(3):
        rules = decider(f"power_grid/{map_name}", 3, {option: value})
        bots = ["random", "greedy", "random"]
        events = [event for turn in whole_game(rules, 3, bots, f"readings/{number}") for event in turn.events]
        assert events[0].options[option] == value
        follow(events)


@pytest.mark.rule("PG-SET-01")
@pytest.mark.parametrize(("map_name", "option"), CHOICES, ids=lambda each: getattr(each, "name", each))
def test_readings_are_listed_and_recorded_only_where_they_are_not_the_default(map_name, option):
    variant = catalogue.find(f"power_grid/{map_name}")
    assert option in variant.options
    plain = decider(variant.name, 3, {option.name: option.values[0]})
    assert option.name not in next(whole_game(plain, 3, "greedy", "readings")).events[0].options
    with pytest.raises(Refused, match=f"UNKNOWN_OPTION_VALUE .*option='{option.name}'"):
        variant.decider({option.name: "something else"}, 3)
