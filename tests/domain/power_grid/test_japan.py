"""Rules of Japan only (JP). Rules: docs/rules/power_grid.md §14; links and slots: the map of Japan."""

import pytest

from domain import catalogue
from domain.kernel.decider import Table
from domain.kernel.dice import Dice
from domain.kernel.refused import Refused
from domain.power_grid.messages import (
    BUILDING,
    STAGE_3,
    ConnectCity,
    FinishBuilding,
    GameEndTriggered,
    NominatePlant,
    PassBid,
    PassNomination,
    PlantRemoved,
    Run,
    RunPlants,
    StageBegan,
)  # fmt: skip
from tests.domain.power_grid.positions import position, power_grid, priced
from tests.kit import COLOURS, Refusal, decider, of_type

START_CITIES = ("fukuoka", "kobe", "osaka", "sapporo", "tokyo", "yokohama")
GREEN = ("nagano", "saitama", "tokyo", "chiba", "niigata", "koriyama", "yokohama")


def japan(players=3):
    """Green, purple and yellow are in play (with 4 players red too)."""
    return power_grid("japan", players)


def builder(cities=None, cash=None, networks=None, players=3, **changes):
    order = tuple(range(players))[::-1]
    return position(
        japan(players), BUILDING, order=order, cities=cities or {}, cash=cash or {0: 200}, networks=networks, **changes
    )


@pytest.mark.rule("JP-01", "EX-PG-02", "PG-SET-06")
def test_the_resource_market_of_japan_at_the_start():
    state = japan().state
    assert priced(state.market["coal"]) == dict.fromkeys(range(2, 9), 3)
    assert priced(state.market["oil"]) == dict.fromkeys(range(4, 9), 3)
    assert priced(state.market["garbage"]) == dict.fromkeys(range(6, 9), 3)
    assert priced(state.market["uranium"]) == dict.fromkeys((12, 14, 16), 1)
    assert state.reserve == {"coal": 3, "oil": 9, "garbage": 15, "uranium": 9}


@pytest.mark.rule("JP-02", "EX-PG-04", "PG-SET-08")
def test_the_plant_market_of_japan_at_the_start():
    assert (japan().state.current, japan().state.future) == ((3, 4, 5, 6), (7, 8, 9, 10))


@pytest.mark.rule("JP-03", "DEC-PG-01", "PG-SET-09", "PG-SET-10")
def test_plant_11_is_among_the_cards_2_to_5_and_never_removed_blindly():
    rules = decider("power_grid/japan", 3)
    decks = [rules.draw_setup(Table(COLOURS[:3]), Dice.from_text(str(seed))).deck for seed in range(60)]
    assert {deck.index(11) for deck in decks} == {1, 2, 3, 4}
    assert all((deck[0], deck[-1]) == (13, STAGE_3) for deck in decks)


@pytest.mark.rule("DEC-PG-01")
def test_the_swapped_deck_of_japan_knows_nothing_of_11():
    rules = decider("power_grid/japan", 3, {"deck": "swapped"})
    setups = [rules.draw_setup(Table(COLOURS[:3]), Dice.from_text(str(seed))) for seed in range(60)]
    assert any(11 in setup.removed_blind for setup in setups)
    assert any(11 in setup.deck[6:] for setup in setups)


@pytest.mark.rule("DEC-PG-51", "PG-SET-02")
def test_japan_has_five_regions_of_seven_cities():
    rules = decider("power_grid/japan", 5).rules
    assert len(rules.atlas.board.regions) == 5
    assert len(rules.atlas.area(tuple(region.id for region in rules.atlas.board.regions)).cities) == 35
    assert len(catalogue.find("power_grid/japan").legal_regions(6)) == 1


@pytest.mark.rule("JP-04", "JP-06", "PG-BLD-12")
def test_two_networks_may_be_started_for_the_slot_alone_and_no_third():
    game = builder(round=1)
    first = game.when(ConnectCity(0, "tokyo"))[0]
    assert (first.mode, first.starts_network, first.total) == ("START", 1, 10)
    game = game.given(first)
    second = game.when(ConnectCity(0, "kobe", "START"))[0]
    assert (second.starts_network, second.connection_cost, second.total, second.path) == (2, 0, 10, ())
    with pytest.raises(Refused) as refused:
        game.given(second).when(ConnectCity(0, "osaka", "START"))
    assert Refusal.of(refused.value) == Refusal("SECOND_NETWORK_NOT_ALLOWED", started=2)
    assert refused.value.rule == "JP-06"
    assert game.given(FinishBuilding(0)).state.holdings[0].networks_started == 1


@pytest.mark.rule("JP-05", "JP-06", "PG-BLD-12")
def test_a_network_begins_in_a_start_city_in_play():
    game = builder()
    assert game.refusal(ConnectCity(0, "nagano")) == Refusal(
        "NOT_A_START_CITY", city="nagano", start_cities=("fukuoka", "kobe", "osaka", "sapporo", "tokyo", "yokohama")
    )
    assert game.refusal(ConnectCity(0, "fukuoka")) == Refusal(
        "CITY_NOT_IN_PLAY", city="fukuoka", regions=("green", "purple", "yellow")
    )
    legal = [city for city in START_CITIES if game.legal(ConnectCity(0, city))]
    assert legal == ["kobe", "osaka", "tokyo", "yokohama"]


@pytest.mark.rule("JP-06", "JP-08")
def test_full_start_cities_start_no_network_until_the_third_slot_opens():
    cities = {1: ("tokyo",), 2: ("tokyo",)}
    for stage in (1, 2):
        assert builder(cities, stage=stage).refusal(ConnectCity(0, "tokyo")) == Refusal(
            "NO_FREE_START_SLOT", city="tokyo", houses=2, stage=stage
        )
    third = builder(cities, stage=3, market=(30, 31, 32, 33, 34, 35)).when(ConnectCity(0, "tokyo"))[0]
    assert (third.slot, third.slot_cost) == (2, 20)
    own = builder({0: ("tokyo",)}, networks={0: 1})
    assert own.refusal(ConnectCity(0, "tokyo", "START")) == Refusal("CITY_ALREADY_CONNECTED", city="tokyo")
    assert builder(cash={0: 9}).refusal(ConnectCity(0, "tokyo")) == Refusal("INSUFFICIENT_FUNDS", total=10, cash=9)


@pytest.mark.rule("JP-07", "DEC-PG-28")
def test_in_round_1_only_starts_are_built_at_most_two():
    game = builder(round=1).given(ConnectCity(0, "tokyo"))
    assert game.refusal(ConnectCity(0, "chiba")) == "NO_EXTENSION_IN_FIRST_ROUND"
    game = game.given(ConnectCity(0, "kobe", "START"))
    assert game.refusal(ConnectCity(0, "kyoto")) == "NO_EXTENSION_IN_FIRST_ROUND"
    assert game.when(FinishBuilding(0))[0].houses_built == 2
    later = builder({0: ("tokyo",)}, round=2)
    assert later.legal(ConnectCity(0, "chiba"))


@pytest.mark.rule("JP-08")
def test_start_cities_have_two_slots_of_10_from_stage_1_and_a_third_of_20_in_stage_3():
    rules = decider("power_grid/japan", 6).rules
    area = rules.atlas.area(tuple(region.id for region in rules.atlas.board.regions))
    for city in START_CITIES:
        assert rules.slots(area, city) == (10, 10, 20)
        assert [rules.open_slots(area, city, stage) for stage in (1, 2, 3)] == [2, 2, 3]
    shared = builder({1: ("tokyo",)}).when(ConnectCity(0, "tokyo"))[0]
    assert (shared.slot, shared.slot_cost) == (1, 10)


@pytest.mark.rule("JP-09", "DEC-PG-29")
@pytest.mark.parametrize(("city", "slots"), [("koriyama", (10, 15)), ("saitama", (15, 20))])
def test_small_cities_have_two_slots_the_second_from_stage_2(city, slots):
    alone = builder({0: ("tokyo",)}).when(ConnectCity(0, city))[0]
    assert alone.slot_cost == slots[0]
    assert builder({0: ("tokyo",), 1: (city,)}).refusal(ConnectCity(0, city)) == Refusal(
        "CITY_FULL_FOR_STAGE", city=city, houses=1, stage=1
    )
    assert builder({0: ("tokyo",), 1: (city,)}, stage=2).when(ConnectCity(0, city))[0].slot_cost == slots[1]
    full = builder({0: ("tokyo",), 1: (city,), 2: (city,)}, stage=3, market=(30, 31, 32, 33, 34, 35))
    assert full.refusal(ConnectCity(0, city)) == Refusal("CITY_FULL_FOR_STAGE", city=city, houses=2, stage=3)


@pytest.mark.rule("JP-10", "DEC-PG-30")
def test_an_extension_is_paid_from_the_nearest_city_of_either_network():
    game = builder({0: ("tokyo", "kobe")}, networks={0: 2})
    assert game.when(ConnectCity(0, "kyoto"))[0].path == ("kobe", "kyoto")
    assert game.when(ConnectCity(0, "chiba"))[0].path == ("tokyo", "chiba")


@pytest.mark.rule("DEC-PG-30", "JP-04", "JP-06")
def test_networks_may_grow_together_and_a_start_may_touch_the_own_network():
    touching = builder({0: ("tokyo",)}).when(ConnectCity(0, "yokohama", "START"))[0]
    assert touching.starts_network == 2
    together = builder({0: ("tokyo", "yokohama")}, networks={0: 2})
    assert together.refusal(ConnectCity(0, "kobe", "START")) == Refusal("SECOND_NETWORK_NOT_ALLOWED", started=2)


@pytest.mark.rule("DEC-PG-31", "JP-06", "JP-08")
def test_a_start_city_may_be_an_ordinary_extension_and_its_second_slot_is_for_everybody():
    game = builder({0: ("tokyo",), 1: ("yokohama",)})
    extension = game.when(ConnectCity(0, "yokohama"))[0]
    assert (extension.mode, extension.starts_network, extension.slot_cost, extension.connection_cost) == (
        "EXTEND", None, 10, 0)  # fmt: skip
    assert game.given(extension).legal(ConnectCity(0, "kobe", "START"))


@pytest.mark.rule("DEC-PG-50", "JP-04", "PG-STG-02")
def test_size_and_powering_count_both_networks_together():
    cities = (*GREEN[:6], "kobe")
    game = position(
        japan(), BUILDING, order=(0, 1, 2), waiting=(0,), cities={0: cities}, networks={0: 2}, plants={0: (38,)},
        fuel={0: {"garbage": 3}}, market=(30, 31, 32, 33, 34, 35, 36, 37),
    )  # fmt: skip
    events = game.when(FinishBuilding(0))
    assert of_type(events, StageBegan) == [StageBegan(2, 1, "NETWORK_SIZE")]
    income = game.given(*events)
    assert income.when(RunPlants(0, (Run(38, {"garbage": 3}),)))[1].cities == 7
    assert of_type(events, GameEndTriggered) == []


@pytest.mark.rule("JP-11", "PG-AUC-15", "PG-AUC-16")
def test_the_no_sale_rule_and_the_obsolete_rule_hold_on_japan():
    auction = position(japan(2), order=(0, 1), deck=(13, STAGE_3)).given(PassNomination(0))
    assert of_type(auction.when(PassNomination(1)), PlantRemoved)[0].cause == "NO_SALE"
    building = builder({0: ("tokyo", "chiba")}, deck=(13, STAGE_3))
    assert of_type(building.when(ConnectCity(0, "yokohama")), PlantRemoved)[0] == PlantRemoved(
        3, "OBSOLETE", (4, 5, 6, 7), (8, 9, 10)
    )


@pytest.mark.rule("JP-06", "JP-07")
def test_options_offer_starts_and_extensions_apart():
    game = builder({0: ("tokyo",)}, round=2)
    modes = {(option.city, option.mode) for option in game.decider.options(game.state, 0)[:-1]}
    assert {("yokohama", "START"), ("yokohama", "EXTEND"), ("kobe", "START")} <= modes
    first_round = builder({0: ("tokyo",)}, round=1)
    assert {option.mode for option in first_round.decider.options(first_round.state, 0)[:-1]} == {"START"}


@pytest.mark.rule("JP-12")
def test_after_the_stage_3_card_six_plants_are_all_current_offer():
    game = position(japan(2), order=(0, 1), stage=3, market=(30, 31, 32, 33, 34, 35), deck=(36,))
    assert len(game.state.current) == 6
    after = game.given(NominatePlant(0, 35, 35), PassBid(1)).state
    assert (after.current, after.future) == ((30, 31, 32, 33, 34, 36), ())
