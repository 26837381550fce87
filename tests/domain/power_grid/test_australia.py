"""Rules of Australia only (AU). Rules: docs/rules/power_grid.md §16; links: the map of Australia."""

import pytest

from domain import catalogue
from domain.power_grid.atlas import Area
from domain.power_grid.messages import (
    BUILDING,
    BUREAUCRACY,
    RESOURCES,
    STAGE_3,
    BuyResources,
    CarbonTaxIntroduced,
    ConnectCity,
    DeclineUraniumSale,
    FinishBuilding,
    GameEnded,
    IncomePaid,
    NominatePlant,
    PassBid,
    PassNomination,
    PlantBought,
    ResourcesResupplied,
    RoundBegan,
    Run,
    RunPlants,
    ScrapPlant,
    SellUranium,
    Space,
    StageBegan,
    TurnOrderDetermined,
    UraniumExported,
    UraniumSaleDeclined,
    UraniumSold,
)  # fmt: skip
from domain.power_grid.modules.uranium_track import UraniumTrack
from domain.power_grid.rules import AtMost, CheapestPath, ConnectionCost
from tests.domain.power_grid.positions import position, power_grid, priced
from tests.kit import Refusal, decider, names, of_type, refusing

PRICES = (2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7)
LATE = (30, 31, 32, 33, 35, 36)


def australia(players=3, **options):
    """Pink, brown and red are in play (then yellow and green)."""
    return power_grid("australia", players, **options)


def track(*tokens):
    """The track with so many tokens on each of its twelve spaces."""
    spaces = tuple(Space(price, n) for price, n in zip(PRICES, tokens, strict=True))
    return (UraniumTrack(spaces, 12 - sum(tokens)),)


UP_TO_4 = track(1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1)
"""The dearest empty space is one of the two at 4."""


def selling(mines, order=(0, 1, 2), modules=None, players=3, **changes):
    """Every seat but the last has reported."""
    game = position(
        australia(players), BUREAUCRACY, order=order, plants=mines,
        modules=modules or track(1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1), **changes,
    )  # fmt: skip
    for seat in order[:-1]:
        game = game.given(RunPlants(seat))
    return game


@pytest.mark.rule("AU-01", "PG-CNT-03", "PG-SET-02")
def test_there_are_five_regions_which_need_not_touch():
    variant = catalogue.find("power_grid/australia")
    assert len(variant.legal_regions(3)) == 10
    assert ("brown", "red", "yellow") in variant.legal_regions(3)
    assert variant.decider({"regions": "brown,red,yellow"}, 3).rules.regions == ("brown", "red", "yellow")
    for players in (5, 6):
        assert variant.legal_regions(players) == (("pink", "brown", "green", "red", "yellow"),)
    with refusing("REGION_COUNT_INVALID", regions=2, needed=3):
        variant.decider({"regions": "brown,red"}, 3)


@pytest.mark.rule("AU-02", "AU-03", "AU-04", "EX-PG-31", "DEC-PG-40")
def test_the_markets_of_australia_at_the_start():
    game = australia()
    market = game.state.market
    assert {fuel: min(priced(spaces)) for fuel, spaces in market.items()} == {"coal": 1, "oil": 3, "garbage": 4}
    assert {fuel: sum(priced(spaces).values()) for fuel, spaces in market.items()} == {
        "coal": 24,
        "oil": 18,
        "garbage": 15,
    }
    assert (game.state.reserve["oil"], game.state.reserve["garbage"]) == (6, 9)
    assert game.state.modules == track(*[1] * 12)
    assert 17 not in game.decider.rules.cards


@pytest.mark.rule("AU-03", "PG-RES-08")
def test_uranium_cannot_be_bought():
    game = position(australia(3, flow_generator="on"), RESOURCES, order=(2, 1, 0), plants={0: ("flow_generator",)})
    assert game.refusal(BuyResources(0, {"uranium": 1})) == "URANIUM_NOT_FOR_SALE"
    assert game.refusal(BuyResources(0, {"uranium": 1, "wood": 1})) == Refusal("UNKNOWN_RESOURCE", unknown=("wood",))


@pytest.mark.rule("AU-05", "AU-07")
def test_the_five_uranium_plants_are_mines_which_power_and_store_nothing():
    rules = decider("power_grid/australia", 3).rules
    assert {card for card, plant in rules.cards.items() if plant.is_mine} == {11, 23, 28, 34, 39}
    game = position(australia(), BUREAUCRACY, plants={0: (11,)}, cities={0: ("hobart",)})
    assert game.refusal(RunPlants(0, (Run(11),))) == Refusal("MINE_CANNOT_POWER", plant=11)
    assert game.when(RunPlants(0))[1].cities == 0
    buying = position(australia(), RESOURCES, order=(2, 1, 0), plants={0: (11,)})
    assert buying.refusal(BuyResources(0, {"coal": 1})) == Refusal(
        "RESOURCE_NOT_USABLE", not_usable=("coal",), usable=()
    )


@pytest.mark.rule("AU-05", "DEC-PG-41")
def test_mines_do_not_count_towards_the_limit_and_cannot_be_closed():
    game = position(
        australia(), order=(0, 1, 2), market=(23, 31, 32, 33, 34, 35, 36, 37), plants={0: (3, 4, 5, 11)}, cash={0: 99}
    )
    bought = game.given(NominatePlant(0, 23, 23), PassBid(1)).when(PassBid(2))
    assert not of_type(bought, PlantBought)[0].scrap_required
    over = game.given(NominatePlant(0, 31, 31), PassBid(1), PassBid(2))
    assert over.state.scrap.player == 0
    assert over.refusal(ScrapPlant(0, 11)) == Refusal("MINE_NOT_SCRAPPABLE", plant=11)
    assert [option.plant for option in over.decider.options(over.state, 0)] == [3, 4, 5]
    assert over.legal(ScrapPlant(0, 3))


@pytest.mark.rule("AU-05", "PG-AUC-08", "PG-AUC-11")
def test_a_mine_is_the_one_card_of_the_round():
    game = position(australia(), round=1, order=(0, 1, 2), market=(11, 31, 32, 33, 34, 35, 36, 37))
    game = game.given(NominatePlant(0, 11, 11), PassBid(1), PassBid(2))
    assert game.refusal(NominatePlant(0, 31, 31)) == "ALREADY_BOUGHT_THIS_ROUND"
    assert game.decider.to_act(game.state) == (1,)


@pytest.mark.rule("AU-06", "PG-ORD-02")
def test_mines_break_ties_in_the_turn_order():
    game = selling({0: (3,), 1: (4,), 2: (39,)}, modules=track(*[1] * 12))
    (found,) = of_type(game.when(RunPlants(2)), TurnOrderDetermined)
    assert found.order == (2, 1, 0)


@pytest.mark.rule("AU-08", "EX-PG-33", "DEC-PG-37", "PG-STG-06")
def test_with_stage_3_every_token_costs_two_more():
    game = position(
        australia(2), order=(0, 1), stage=2, market=(20, 21, 22, 25, 26, 27, 28, 29), deck=(STAGE_3, 40),
        plants={0: (10,)}, tokens={"coal": {1: 2, 7: 3, 8: 1}},
    )  # fmt: skip
    game = game.given(NominatePlant(0, 21, 21), PassBid(1))
    events = game.when(PassNomination(1))
    assert names(events)[-3:] == ["StageBegan", "CarbonTaxIntroduced", "PhaseBegan"]
    (tax,) = of_type(events, CarbonTaxIntroduced)
    assert priced(tax.resource_market["coal"]) == {3: 2, 9: 3, 10: 1}
    assert [space.price for space in tax.resource_market["oil"]] == [3, 4, 5, 6, 7, 8, 9, 10]
    game = game.given(*events)
    assert min(priced(game.state.market["coal"])) == 3


@pytest.mark.rule("AU-08", "PG-STG-08", "AU-13")
def test_the_tax_comes_once_and_resupply_then_starts_from_ten():
    game = position(
        australia(2), BUREAUCRACY, order=(0, 1), stage=2, market=(20, 21, 22, 25, 26, 27, 28, 29), deck=(STAGE_3, 40),
        tokens={"coal": {}},
    )  # fmt: skip
    events = game.given(RunPlants(0)).when(RunPlants(1))
    assert names(events)[3:] == [
        "UraniumExported", "ResourcesResupplied", "PlantPutUnderDeck", "Stage3CardDrawn", "Stage3CardRemoved",
        "PlantRemoved", "DeckShuffled", "RoundBegan", "StageBegan", "CarbonTaxIntroduced", "PhaseBegan",
        "TurnOrderDetermined", "PhaseBegan"]  # fmt: skip
    after = position(
        australia(2), BUREAUCRACY, order=(0, 1), stage=2, stage_3_drawn=True, market=LATE, deck=(40,)
    ).given(
        StageBegan(3, 2, "STAGE_3_CARD"),
        CarbonTaxIntroduced({fuel: tuple(Space(p, 0) for p in range(3, 11)) for fuel in ("coal", "oil", "garbage")}),
    )
    after = after.given(RunPlants(0))
    (resupplied,) = of_type(after.when(RunPlants(1)), ResourcesResupplied)
    assert {fuel: max(priced(spaces)) for fuel, spaces in resupplied.placed.items()}["oil"] == 10
    assert of_type(after.when(RunPlants(1)), CarbonTaxIntroduced) == []


@pytest.mark.rule("AU-09", "EX-PG-34", "PG-BLD-03")
@pytest.mark.parametrize(("start", "city", "cost", "flat"), [
    ("hobart", "geelong", 20, True),  # 26 printed over Launceston and Melbourne
    ("bendigo", "wollongong", 20, True),  # 22 printed over Melbourne
    ("port_hedland", "broome", 13, False),
    ("perth", "hobart", 20, True),  # no path printed
    ("launceston", "melbourne_1", 19, False),
])  # fmt: skip
def test_a_connection_costs_what_is_printed_but_never_more_than_20(start, city, cost, flat):
    game = position(australia(), BUILDING, order=(2, 1, 0), cities={0: (start,)}, cash={0: 99})
    (connected,) = game.when(ConnectCity(0, city))
    assert (connected.connection_cost, connected.slot_cost, connected.flat) == (cost, 10, flat)
    assert bool(connected.path) is not flat


@pytest.mark.rule("EX-PG-34", "AU-09")
def test_printed_23_14_and_none_cost_20_14_and_20():
    def area(cost):
        return Area({}, ways_to={"b": {"a": (cost, 1, ("a", "b"))} if cost else {}})

    price = AtMost(20, CheapestPath())
    assert price.to(area(23), ("a",), "b") == ConnectionCost(20, (), flat=True)
    assert price.to(area(14), ("a",), "b") == ConnectionCost(14, ("a", "b"), flat=False)
    assert price.to(area(20), ("a",), "b") == ConnectionCost(20, ("a", "b"), flat=False)
    assert price.to(area(None), ("a",), "b") == ConnectionCost(20, (), flat=True)


@pytest.mark.rule("AU-10")
def test_the_halves_of_melbourne_and_sydney_are_joined_for_nothing():
    game = position(australia(), BUILDING, order=(2, 1, 0), cities={0: ("sydney_1",)}, cash={0: 99})
    assert game.when(ConnectCity(0, "sydney_2"))[0].connection_cost == 0
    melbourne = position(australia(), BUILDING, order=(2, 1, 0), cities={0: ("melbourne_2",)}, cash={0: 99})
    assert melbourne.when(ConnectCity(0, "melbourne_1"))[0].connection_cost == 0


@pytest.mark.rule("AU-11", "EX-PG-32", "DEC-PG-39", "PG-ORD-05")
def test_pavel_sells_five_units_at_4_and_the_next_seller_gets_3():
    """Two mines of 2 and 3 units; the empty spaces are one at 4 and two at 3."""
    game = selling({2: (11, 23), 1: (28,)}, modules=track(1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1)).given(RunPlants(2))
    assert game.decider.to_act(game.state) == (2,)
    (sold,) = game.when(SellUranium(2))
    assert (sold.units, sold.price, sold.income, sold.tokens_placed) == (5, 4, 20, (4, 4))
    assert (sold.mines, sold.final) == ((11, 23), False)
    game = game.given(sold)
    assert sold.cash_after == 80, "50, the least income of 10, and 20"
    assert game.decider.to_act(game.state) == (1,)
    next_sale = of_type(game.when(SellUranium(1)), UraniumSold)[0]
    assert (next_sale.price, next_sale.units, next_sale.tokens_placed) == (3, 4, (3,))
    assert next_sale.store_after == 4 - 2 - 1


@pytest.mark.rule("AU-11", "PG-GEN-02")
def test_who_may_sell_when():
    game = selling({0: (11,), 2: (23,)})
    assert game.refusal(SellUranium(2)) == Refusal(
        "WRONG_PHASE", phase="bureaucracy", needed="bureaucracy", step="uranium_sale"
    )
    game = game.given(RunPlants(2))
    assert game.refusal(RunPlants(0)) == Refusal(
        "WRONG_PHASE", phase="bureaucracy", needed="bureaucracy", step="income"
    )
    assert game.refusal(SellUranium(1)) == "NO_URANIUM_MINES"
    assert game.refusal(SellUranium(0)) == Refusal("NOT_YOUR_TURN", to_act=2)
    game = game.given(DeclineUraniumSale(2))
    assert game.refusal(SellUranium(2)) == "ALREADY_DECIDED_URANIUM"
    assert game.refusal(DeclineUraniumSale(2)) == "ALREADY_DECIDED_URANIUM"
    assert names(game.when(DeclineUraniumSale(0)))[:2] == ["UraniumSaleDeclined", "UraniumExported"]
    russia = position(power_grid("russia"), BUREAUCRACY)
    assert russia.refusal(SellUranium(0)) == Refusal(
        "WRONG_PHASE", phase="bureaucracy", needed="bureaucracy", step="uranium_sale"
    )


@pytest.mark.rule("AU-11")
def test_a_full_track_skips_the_owners_of_mines():
    events = selling({0: (11,), 2: (23,)}, modules=track(*[1] * 12)).when(RunPlants(2))
    assert of_type(events, UraniumSaleDeclined) == [UraniumSaleDeclined(2, True), UraniumSaleDeclined(0, True)]
    filled_by_a_sale = selling({0: (11,), 2: (23,)}, modules=UP_TO_4).given(RunPlants(2))
    events = filled_by_a_sale.when(SellUranium(2))
    assert of_type(events, UraniumSaleDeclined) == [UraniumSaleDeclined(0, True)]


@pytest.mark.rule("AU-11")
def test_with_fewer_empty_spaces_than_mines_the_income_is_the_same():
    (sold, *_) = selling({2: (11, 23, 28)}, modules=UP_TO_4).given(RunPlants(2)).when(SellUranium(2))
    assert (sold.units, sold.income, sold.tokens_placed, sold.store_after) == (9, 36, (4,), 0)


@pytest.mark.rule("AU-12", "DEC-PG-38")
@pytest.mark.parametrize(("stage", "count"), [(1, 1), (2, 2), (3, 3)])
def test_the_export_empties_the_cheapest_spaces_by_the_table(stage, count):
    game = selling({}, stage=stage, market=LATE if stage == 3 else None, modules=track(0, 1, 1, 1, *[1] * 8))
    (exported,) = of_type(game.when(RunPlants(2)), UraniumExported)
    assert (exported.count, exported.spaces) == (count, (2, 3, 3)[:count])
    assert exported.store_after == 1 + count


@pytest.mark.rule("AU-12")
def test_no_more_is_exported_than_lies_there():
    game = selling({}, stage=3, market=LATE, modules=track(*[0] * 11, 1))
    (exported,) = of_type(game.when(RunPlants(2)), UraniumExported)
    assert (exported.count, exported.spaces) == (1, (7,))


@pytest.mark.rule("AU-13", "DEC-PG-38")
def test_phase_5_goes_income_sale_export_resupply_market():
    game = selling({2: (11,)}).given(RunPlants(2))
    assert names(game.when(SellUranium(2)))[:4] == [
        "UraniumSold", "UraniumExported", "ResourcesResupplied", "PlantPutUnderDeck"]  # fmt: skip
    assert "uranium" not in of_type(game.when(SellUranium(2)), ResourcesResupplied)[0].wanted


def final_round(**changes):
    regions = australia().state.regions
    cities = tuple(australia().decider.rules.atlas.area(regions).cities)
    return position(
        australia(), BUILDING, order=(0, 1, 2), waiting=(0,), stage=3, market=LATE,
        cities={0: cities[:17], 1: cities[:2]},
        plants={1: (11,), 2: (23,)}, modules=track(1, 1, 0, 0, 0, 0, *[1] * 6), **changes,
    )  # fmt: skip


@pytest.mark.rule("AU-14", "PG-END-02", "PG-END-03", "DEC-PG-42")
def test_in_the_final_round_uranium_is_sold_once_more_and_nothing_else_follows():
    game = final_round()
    events = game.when(FinishBuilding(0))
    assert names(events) == ["BuildingFinished", "GameEndTriggered", *["CitiesPowered"] * 3]
    assert of_type(events, IncomePaid) == []
    game = game.given(*events)
    assert game.decider.to_act(game.state) == (2,)
    assert game.refusal(RunPlants(2)) == "GAME_OVER"
    (sold,) = game.when(SellUranium(2))
    assert (sold.final, sold.income) == (True, 12)
    game = game.given(sold)
    last = game.when(DeclineUraniumSale(1))
    assert names(last) == ["UraniumSaleDeclined", "GameEnded"]
    assert of_type(last, UraniumExported, RoundBegan) == []
    (ended,) = of_type(last, GameEnded)
    assert [(rank.player, rank.cash) for rank in ended.ranking] == [(2, 62), (0, 50), (1, 50)], "mines power nothing"
    assert game.given(*last).refusal(SellUranium(1)) == "GAME_OVER"
