"""Rules of India only (IN). Rules: docs/rules/power_grid.md §15."""

import pytest
from msgspec.structs import replace

from domain.power_grid.messages import (
    AUCTION,
    BUILDING,
    BUREAUCRACY,
    RESOURCES,
    TURN_ORDER,
    BlackoutDeclared,
    BuyResources,
    CitiesPowered,
    ConnectCity,
    FinishBuilding,
    FinishBuying,
    GameEnded,
    IncomePaid,
    PhaseBegan,
    ResourceBuyingPassed,
    ResourcesBought,
    ResourcesResupplied,
    Run,
    RunPlants,
)  # fmt: skip
from tests.domain.power_grid.positions import position, power_grid, priced
from tests.kit import Refusal, decider, of_type


def india(players=3, **options):
    """Orange, pink and red are in play (then yellow and green)."""
    return power_grid("india", players, **options)


def towns(count, skip=0, players=3):
    game = india(players)
    return tuple(game.decider.rules.atlas.area(game.state.regions).cities)[skip : skip + count]


@pytest.mark.rule("IN-01", "EX-PG-27", "IN-03")
def test_the_markets_of_india_at_the_start():
    game = india()
    cheapest = {fuel: min(priced(spaces)) for fuel, spaces in game.state.market.items()}
    assert cheapest == {"coal": 1, "oil": 2, "garbage": 2, "uranium": 6}
    assert sum(priced(game.state.market["uranium"]).values()) + game.state.reserve["uranium"] == 8
    assert 11 not in game.decider.rules.cards


@pytest.mark.rule("IN-03", "DEC-PG-07")
def test_india_has_the_ordinary_market_and_deck_without_11():
    game = india()
    assert (game.state.current, game.state.future, game.state.deck[0]) == ((3, 4, 5, 6), (7, 8, 9, 10), 13)


@pytest.mark.rule("IN-02", "DEC-PG-36")
def test_every_space_from_the_starting_price_upward_is_full():
    rules = decider("power_grid/india", 3).rules
    for fuel, start in (("coal", 1), ("oil", 2), ("garbage", 2), ("uranium", 6)):
        for space, most in zip(rules.market[fuel], rules.capacities[fuel], strict=True):
            assert space.n == (most if space.price >= start else 0)
    assert [space.price for space in rules.market["uranium"]] == [1, 2, 3, 4, 5, 6, 7, 8]


def buying(**changes):
    return position(india(), RESOURCES, order=(2, 1, 0), plants={0: (10, 7), 1: (4,), 2: (17,)}, **changes)


@pytest.mark.rule("IN-04", "PG-RES-08")
def test_players_buy_one_token_at_a_time_round_and_round():
    game = buying()
    assert game.refusal(BuyResources(0, {"coal": 2})) == Refusal("ONE_RESOURCE_AT_A_TIME", asked=2)
    assert game.refusal(BuyResources(0, {"coal": 1, "oil": 1})) == Refusal("ONE_RESOURCE_AT_A_TIME", asked=2)
    assert game.refusal(BuyResources(1, {"coal": 1})) == Refusal("NOT_YOUR_TURN", to_act=0)
    (bought,) = game.when(BuyResources(0, {"coal": 1}))
    assert isinstance(bought, ResourcesBought)
    assert bought.turn_over
    game = game.given(bought)
    assert game.decider.to_act(game.state) == (1,)
    game = game.given(BuyResources(1, {"coal": 1}))
    assert game.given(FinishBuying(2)).decider.to_act(game.given(FinishBuying(2)).state) == (0,)


@pytest.mark.rule("DEC-PG-32", "IN-04")
def test_a_pass_is_final_and_the_phase_ends_when_all_have_passed():
    game = buying()
    assert game.when(FinishBuying(0)) == [ResourceBuyingPassed(0)]
    game = game.given(FinishBuying(0))
    assert game.refusal(BuyResources(0, {"coal": 1})) == "ALREADY_PASSED_BUYING"
    assert game.refusal(FinishBuying(0)) == "ALREADY_PASSED_BUYING"
    game = game.given(BuyResources(1, {"coal": 1}), FinishBuying(2))
    assert game.decider.to_act(game.state) == (1,)
    assert game.when(FinishBuying(1)) == [ResourceBuyingPassed(1), PhaseBegan(BUILDING)]


@pytest.mark.rule("IN-05")
@pytest.mark.parametrize(("stage", "cap"), [(1, 3), (2, 5), (3, 8)])
def test_dear_tokens_are_closed_until_their_stage(stage, cap):
    market = (30, 31, 32, 33, 34, 35) if stage == 3 else None
    for price in range(1, 9):
        game = buying(stage=stage, market=market, tokens={"coal": {price: 2}})
        if price <= cap:
            assert game.when(BuyResources(0, {"coal": 1}))[0].total == price
        else:
            assert game.refusal(BuyResources(0, {"coal": 1})) == Refusal("PRICE_ABOVE_STAGE_CAP", cap=cap, stage=stage)


@pytest.mark.rule("IN-06", "EX-PG-28", "PG-FUEL-08")
def test_garbage_plants_burn_one_more_and_store_no_more():
    cities = towns(4)
    game = position(india(), BUREAUCRACY, plants={0: (24,)}, fuel={0: {"garbage": 4}}, cities={0: cities})
    assert game.when(RunPlants(0, (Run(24, {"garbage": 3}),)))[1].cities == 4
    assert game.refusal(RunPlants(0, (Run(24, {"garbage": 2}),))) == Refusal("FUEL_AMOUNT_INVALID", plant=24, burns=3)
    full = position(india(), RESOURCES, order=(2, 1, 0), plants={0: (24,)}, fuel={0: {"garbage": 4}})
    assert full.refusal(BuyResources(0, {"garbage": 1})) == Refusal(
        "FUEL_EXCEEDS_STORAGE", stock={"coal": 0, "oil": 0, "garbage": 4, "uranium": 0}
    )


@pytest.mark.rule("IN-06")
def test_plant_6_burns_two_and_stores_two():
    plant = decider("power_grid/india", 3).rules.cards[6]
    assert (plant.burns, plant.stores) == (2, 2)


@pytest.mark.rule("IN-07", "PG-BLD-08")
def test_twin_cities_are_two_cities_joined_for_nothing():
    game = position(india(), BUILDING, order=(2, 1, 0), cities={0: ("delhi_1",), 1: ("mumbai_2",)}, cash={0: 100})
    (other,) = game.when(ConnectCity(0, "delhi_2"))
    assert (other.connection_cost, other.slot_cost, other.network_size) == (0, 10, 2)
    assert game.refusal(ConnectCity(0, "mumbai_2")) == Refusal(
        "CITY_FULL_FOR_STAGE", city="mumbai_2", houses=1, stage=1
    )
    assert game.legal(ConnectCity(0, "mumbai_1"))


def built(players, houses, **changes):
    """The last builder has yet to finish; so many houses were built this round."""
    order = tuple(range(players))
    game = position(
        india(players),
        BUILDING,
        order=order,
        waiting=(0,),
        cities={0: towns(houses, players=players)},
        built=houses,
        **changes,
    )
    return game.when(FinishBuilding(0))


@pytest.mark.rule("IN-08", "EX-PG-29")
@pytest.mark.parametrize(("players", "least"), [(2, 5), (3, 7), (4, 9), (5, 11), (6, 13)])
def test_more_than_two_houses_a_player_make_a_blackout(players, least):
    assert of_type(built(players, least - 1), BlackoutDeclared) == []
    assert of_type(built(players, least), BlackoutDeclared) == [BlackoutDeclared(least, 2 * players)]


@pytest.mark.rule("IN-08")
def test_houses_are_counted_anew_each_round():
    game = position(india(), BUILDING, order=(2, 1, 0), cash={0: 100}, built=9, built_this_turn=0)
    game = game.given(PhaseBegan(BUILDING), ConnectCity(0, "delhi_1"), ConnectCity(0, "delhi_2"))
    assert game.state.built == 2


@pytest.mark.rule("IN-08", "PG-VIS-03")
def test_a_board_counts_the_houses_of_its_own_round_only():
    game = position(india(), BUILDING, order=(2, 1, 0), waiting=(2,), cash={0: 100}, built=4)
    for_phase = {
        phase: game.decider.view(replace(game.state, phase=phase), None).houses_built
        for phase in (BUILDING, BUREAUCRACY, TURN_ORDER, AUCTION, RESOURCES)
    }
    assert for_phase == {BUILDING: 4, BUREAUCRACY: 4, TURN_ORDER: 0, AUCTION: 0, RESOURCES: 0}


@pytest.mark.rule("IN-09", "PG-BUR-02")
def test_as_many_cities_as_possible_must_be_powered():
    game = position(
        india(), BUREAUCRACY, plants={0: (10, 7)}, fuel={0: {"coal": 2, "oil": 3}}, cities={0: towns(3)},
    )  # fmt: skip
    coal, oil = Run(10, {"coal": 2}), Run(7, {"oil": 3})
    assert game.refusal(RunPlants(0)) == Refusal("MUST_POWER_MAXIMUM", powered=0, maximum=3)
    assert game.refusal(RunPlants(0, (coal,))) == Refusal("MUST_POWER_MAXIMUM", powered=2, maximum=3)
    assert game.when(RunPlants(0, (coal, oil)))[1].cities == 3
    (family,) = game.decider.options(game.state, 0)
    assert [family.nth(index) for index in range(family.count())] == [RunPlants(0, (oil, coal))]
    none = position(india(), BUREAUCRACY, plants={0: (10,)}, cities={0: towns(3)})
    assert none.legal(RunPlants(0))


@pytest.mark.rule("IN-10", "DEC-PG-35")
def test_resupply_fills_dear_spaces_above_the_cap_too():
    game = position(india(), BUREAUCRACY, order=(0, 1, 2), stage=1, tokens={"uranium": {}, "coal": {}})
    game = game.given(RunPlants(0), RunPlants(1))
    (resupplied,) = of_type(game.when(RunPlants(2)), ResourcesResupplied)
    assert {fuel: priced(spaces) for fuel, spaces in resupplied.placed.items() if fuel in ("coal", "uranium")} == {
        "coal": {8: 2, 7: 2, 6: 1}, "uranium": {8: 1}}  # fmt: skip


def after_blackout(plants, cities, fuel=None):
    return position(
        india(2), BUREAUCRACY, order=(0, 1), plants={0: plants}, cities={0: cities}, fuel={0: fuel or {}},
        built=5, stage=2,
        market=(30, 31, 32, 33, 34, 35, 36, 37),
    )  # fmt: skip


@pytest.mark.rule("IN-11", "EX-PG-30")
def test_a_blackout_costs_3_for_each_own_city_powered_or_not():
    game = after_blackout((20, 18, 13), towns(10, players=2), {"coal": 3})
    income = game.when(RunPlants(0, (Run(20, {"coal": 3}), Run(18), Run(13))))[2]
    assert income == IncomePaid(0, 8, 90, 30, 60, 110, False)


@pytest.mark.rule("DEC-PG-33", "IN-11")
def test_the_penalty_never_takes_more_than_the_income():
    income = after_blackout((), towns(10, players=2)).when(RunPlants(0))[2]
    assert income == IncomePaid(0, 0, 10, 10, 0, 50, False)


@pytest.mark.rule("IN-12", "DEC-PG-34")
def test_a_blackout_in_the_final_round_pays_one_reduced_income_more_and_it_counts_for_the_tie():
    area = towns(21, players=2)
    changes = {"stage": 3, "market": (30, 31, 32, 33, 34, 35), "plants": {1: (13,)}}
    game = position(
        india(2),
        BUILDING,
        order=(0, 1),
        waiting=(0,),
        cities={0: area, 1: area[:2]},
        built=5,
        cash={0: 50, 1: 50},
        **changes,
    )
    events = game.when(FinishBuilding(0))
    assert [type(event).__name__ for event in events[1:4]] == ["BlackoutDeclared", "GameEndTriggered", "CitiesPowered"]
    assert of_type(events, CitiesPowered)[1] == CitiesPowered(1, 1, 2, True)
    assert of_type(events, IncomePaid) == [
        IncomePaid(0, 0, 10, 10, 0, 50, True), IncomePaid(1, 1, 22, 6, 16, 66, True)]  # fmt: skip
    (ended,) = of_type(events, GameEnded)
    assert [rank.cash for rank in ended.ranking] == [66, 50]
    quiet = position(india(2), BUILDING, order=(0, 1), waiting=(0,), cities={0: area}, built=4, **changes)
    assert of_type(quiet.when(FinishBuilding(0)), IncomePaid) == []


@pytest.mark.rule("IN-13", "PG-BLD-09")
def test_india_has_one_network_a_player():
    game = position(india(), BUILDING, order=(2, 1, 0), cities={0: ("delhi_1",)}, cash={0: 100})
    assert game.refusal(ConnectCity(0, "mumbai_1", "START")) == Refusal("SECOND_NETWORK_NOT_ALLOWED", started=1)
