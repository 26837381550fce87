"""Phase 2 (CG-RES), storage (CG-PLT-05) and resource cards in the stock (CG-PLT-06)."""

import pytest

from domain.card_game.messages import (
    BuyResourceCard,
    FinishBuying,
    LeftoverCardsPlaced,
    NominatePlant,
    PassBid,
    PhaseBegan,
    ResourceBuyingFinished,
    ResourceCardBought,
    RunPlants,
    ScrapPlant,
)
from domain.card_game.options import ResourcePurchase
from domain.card_game.state import BUREAUCRACY, RESOURCES
from tests.domain.card_game.tables import standing
from tests.kit import Refusal

MARKET = ("P14", "P15", "P16", "P18", "P19", "P20", "P21", "P22")
ALL_KINDS = ("P02", "P01", "P03")  # coal 2, gas 2, oil 1


def market(players=3, plants=ALL_KINDS, **position):
    """Phase 2, the last of the row (seat 2, or seat 1 of two) buying."""
    last = 1 if players == 2 else 2
    return standing(
        players, **{"phase": RESOURCES, "market": MARKET, "deck": ("P25",), "plants": {last: plants}, **position}
    )


def stock_of(game, seat):
    return {card.card: card.units_left for card in game.state.players[seat].stock}


@pytest.mark.rule("CG-RES-01", "CG-ORD-01")
def test_the_last_of_the_row_buys_first_and_each_has_one_turn():
    game = market(columns=((), ("R01",), (), ()))
    assert game.refusal(FinishBuying(0)) == Refusal("NOT_YOUR_TURN", to_act=2)
    assert game.refusal(BuyResourceCard(0, "R01")) == Refusal("NOT_YOUR_TURN", to_act=2)
    assert game.when(FinishBuying(2)) == [ResourceBuyingFinished(2)]
    assert game.refusal(FinishBuying(2)) == Refusal("NOT_YOUR_TURN", to_act=1)
    game.when(FinishBuying(1))
    assert game.when(FinishBuying(0)) == [ResourceBuyingFinished(0), PhaseBegan(BUREAUCRACY)]


@pytest.mark.rule("CG-RES-01")
def test_nothing_refills_the_market_before_phase_3():
    game = market(columns=((), ("R01",), (), ()))
    game.when(BuyResourceCard(2, "R01"), FinishBuying(2), FinishBuying(1))
    assert game.state.fuel.columns == ((), (), (), ())


@pytest.mark.rule("CG-RES-02", "CG-GEN-03")
@pytest.mark.parametrize(("card", "price", "units"), [("R01", 2, 1), ("R02", 3, 2), ("R05", 4, 3)])
def test_a_card_costs_its_column_whatever_it_shows(card, price, units):
    game = market(columns=((), ("R01",), ("R02",), ("R05",)))
    assert game.when(BuyResourceCard(2, card)) == [ResourceCardBought(2, card, "coal", price, price, units, 50 - price)]
    assert stock_of(game, 2) == {card: units}


@pytest.mark.rule("CG-RES-02", "DEC-CG-23")
def test_a_dearer_card_may_be_bought_before_a_cheaper_one_and_none_is_enough():
    game = market(columns=((), ("R02",), ("R03",), ()))
    assert {option.card for option in game.options(ResourcePurchase)} == {"R02", "R03"}
    game.when(BuyResourceCard(2, "R03"), FinishBuying(2))
    assert game.state.players[2].cash == 47


@pytest.mark.rule("CG-RES-03", "EX-CG-03")
def test_only_types_that_an_own_plant_burns_may_be_bought():
    game = market(plants=("P12",), columns=((), ("R01", "R09"), (), ()))
    assert game.refusal(BuyResourceCard(2, "R01")) == Refusal("RESOURCE_NOT_USABLE", type="coal")
    assert game.options(ResourcePurchase) == []


@pytest.mark.rule("CG-RES-03", "CG-PLT-03")
def test_a_hybrid_plant_takes_gas_and_oil_and_nothing_else():
    game = market(plants=("P11",), columns=((), ("R01", "R11", "R18", "R22"), (), ()))
    assert {option.card for option in game.options(ResourcePurchase)} == {"R11", "R18"}
    assert game.refusal(BuyResourceCard(2, "R22")) == Refusal("RESOURCE_NOT_USABLE", type="uranium")


@pytest.mark.rule("CG-RES-04")
def test_one_unit_of_the_card_must_fit():
    # P02 holds 4 coal.
    game = market(plants=("P02",), stock={2: {"R06": 3, "R01": 1}}, columns=((), ("R05",), (), ()))
    assert game.refusal(BuyResourceCard(2, "R05")) == Refusal("STORAGE_FULL", type="coal")


@pytest.mark.rule("CG-RES-05")
def test_a_card_that_gives_too_much_is_turned_and_leftover_cards_go_to_column_1():
    game = market(plants=("P02",), stock={2: {"R06": 3}}, columns=((), ("R05",), (), ()))
    assert game.when(BuyResourceCard(2, "R05")) == [
        ResourceCardBought(2, "R05", "coal", 2, 2, 1, 48),
        LeftoverCardsPlaced("coal", ("S1", "S2"), 0, 2),
    ]
    assert game.state.fuel.columns[0] == ("S1", "S2")
    assert stock_of(game, 2) == {"R06": 3, "R05": 1}


@pytest.mark.rule("CG-RES-05", "DEC-CG-02")
def test_leftover_cards_that_do_not_exist_are_not_placed():
    game = standing(
        3,
        phase=RESOURCES,
        market=MARKET,
        plants={2: ("P02",), 1: ("P04",)},
        stock={2: {"R06": 3}, 1: {"S1": 1}},
        columns=((), ("R05",), (), ()),
    )
    assert game.when(BuyResourceCard(2, "R05"))[1] == LeftoverCardsPlaced("coal", ("S2",), 1, 2)


@pytest.mark.rule("CG-RES-05", "CG-RES-06")
def test_a_leftover_card_costs_1_elektro_gives_one_unit_and_can_be_bought_at_once():
    game = standing(
        3,
        phase=RESOURCES,
        market=MARKET,
        plants={2: ("P02",), 1: ("P04",)},
        stock={2: {"R06": 3}},
        columns=((), ("R05",), (), ()),
    )
    game.when(BuyResourceCard(2, "R05"), FinishBuying(2))
    assert game.when(BuyResourceCard(1, "S1")) == [ResourceCardBought(1, "S1", "coal", 1, 1, 1, 49)]
    assert game.state.fuel.columns[0] == ("S2",)


@pytest.mark.rule("CG-RES-07")
def test_a_purchase_is_checked_in_the_printed_order():
    position = {"plants": ("P02",), "stock": {2: {"R06": 3, "R01": 1}}, "cash": {2: 0}}
    columns = ((), ("R05", "R09"), (), ())
    game = market(columns=columns, **position)
    assert game.refusal(BuyResourceCard(2, "R36")) == Refusal("CARD_NOT_ON_MARKET", card="R36")
    assert game.refusal(BuyResourceCard(2, "nothing")) == Refusal("CARD_NOT_ON_MARKET", card="nothing")
    assert game.refusal(BuyResourceCard(2, "R09")) == Refusal("RESOURCE_NOT_USABLE", type="gas")
    assert game.refusal(BuyResourceCard(2, "R05")) == Refusal("STORAGE_FULL", type="coal")
    last = market(columns=columns, last="OUT", last_round=True, **position)
    assert last.refusal(BuyResourceCard(2, "R05")) == Refusal("NOT_NEEDED_FOR_FINAL_PRODUCTION", type="coal")
    poor = market(columns=columns, plants=("P02",), cash={2: 1})
    assert poor.refusal(BuyResourceCard(2, "R05")) == Refusal("INSUFFICIENT_FUNDS", price=2, cash=1)


def last_round(**position):
    return market(last="OUT", last_round=True, **position)


@pytest.mark.rule("CG-RES-08")
def test_in_the_last_round_fuel_is_bought_for_one_production_only():
    # P02 needs 2 coal; 1 is in stock. The 3-card is turned to 1, two leftover cards take the rest.
    game = last_round(plants=("P02",), stock={2: {"R01": 1}}, columns=((), ("R05", "R06"), (), ()))
    assert game.when(BuyResourceCard(2, "R05")) == [
        ResourceCardBought(2, "R05", "coal", 2, 2, 1, 48),
        LeftoverCardsPlaced("coal", ("S1", "S2"), 0, 2),
    ]
    assert game.refusal(BuyResourceCard(2, "R06")) == Refusal("NOT_NEEDED_FOR_FINAL_PRODUCTION", type="coal")


@pytest.mark.rule("CG-RES-08")
def test_fuel_carried_over_beyond_one_production_is_kept():
    game = last_round(plants=("P02",), stock={2: {"R05": 3}}, columns=((), ("R06",), (), ()))
    assert game.refusal(BuyResourceCard(2, "R06")) == Refusal("NOT_NEEDED_FOR_FINAL_PRODUCTION", type="coal")
    game.when(FinishBuying(2))
    assert stock_of(game, 2) == {"R05": 3}


@pytest.mark.rule("CG-RES-08", "DEC-CG-13")
@pytest.mark.parametrize(
    ("stock", "gas_kept", "oil_kept"),
    [
        # P01 burns gas 2, P11 is a hybrid of 3: five units of gas, or 2 gas and 3 oil, and so on.
        ({}, 3, 3),
        ({"R16": 1, "R18": 2}, 2, 0),  # 3 oil feed the hybrid: only the 2 gas of P01 are needed
        ({"R11": 2}, 3, 3),  # P01 is fed: either type for the hybrid
        ({"R11": 2, "R12": 2}, 1, 1),  # 2 gas beyond P01: one more unit of either
        ({"R11": 2, "R12": 2, "R09": 1}, 0, 0),
        ({"R11": 2, "R18": 2}, 1, 1),
    ],
)
def test_with_hybrids_a_unit_is_needed_when_it_makes_the_production_larger(stock, gas_kept, oil_kept):
    game = last_round(plants=("P01", "P11"), stock={2: stock}, columns=((), ("R14", "R21"), (), ()))
    kept = {option.fuel: option.units_kept for option in game.options(ResourcePurchase)}
    assert (kept.get("gas", 0), kept.get("oil", 0)) == (gas_kept, oil_kept)


@pytest.mark.rule("CG-PLT-05", "CG-PLT-03", "EX-CG-02")
@pytest.mark.parametrize("stock", [{"R14": 3, "R21": 3}, {"R21": 3, "R35": 3}])
def test_a_hybrid_of_three_holds_six_units_in_any_mix(stock):
    players = 5 if "R35" in stock else 3
    game = standing(
        players,
        phase=RESOURCES,
        market=MARKET,
        row=(*(seat for seat in range(players) if seat != 2), 2),
        plants={2: ("P11",)},
        stock={2: stock},
        columns=((), ("R09", "R16"), (), ()),
    )
    assert game.refusal(BuyResourceCard(2, "R09")) == Refusal("STORAGE_FULL", type="gas")
    assert game.refusal(BuyResourceCard(2, "R16")) == Refusal("STORAGE_FULL", type="oil")


@pytest.mark.rule("CG-PLT-05")
@pytest.mark.parametrize(
    ("plants", "stock", "gas_kept", "oil_kept"),
    [
        # P01 holds 4 gas, P03 holds 2 oil, P11 holds 6 of both.
        (("P01", "P03", "P11"), {}, 3, 3),
        (("P01", "P03"), {"R14": 3}, 1, 2),
        (("P03", "P11"), {"R21": 3, "R18": 2, "R16": 1}, 2, 2),  # 4 oil lie in the hybrid's room
        (("P01", "P11"), {"R14": 3, "R15": 3, "R11": 2}, 2, 2),  # 4 gas lie in the hybrid's room
        (("P01", "P11"), {"R14": 3, "R15": 3, "R11": 2, "R12": 2}, 0, 0),
    ],
)
def test_gas_and_oil_share_the_room_of_hybrid_plants(plants, stock, gas_kept, oil_kept):
    free_gas = next(card for card in ("R28", "R14") if card not in stock)
    game = standing(
        5,
        phase=RESOURCES,
        market=MARKET,
        row=(0, 1, 3, 4, 2),
        plants={2: plants},
        stock={2: stock},
        columns=((), (free_gas, "R35"), (), ()),
    )
    kept = {option.fuel: option.units_kept for option in game.options(ResourcePurchase)}
    assert (kept.get("gas", 0), kept.get("oil", 0)) == (gas_kept, oil_kept)


@pytest.mark.rule("CG-PLT-05", "EX-CG-01")
def test_a_coal_plant_of_three_holds_six_coal():
    # Plant 12: coal 3.
    game = market(plants=("P18",), stock={2: {"R05": 3, "R02": 2}}, columns=((), ("R06",), (), ()), market=MARKET[:3])
    (option,) = game.options(ResourcePurchase)
    assert option.units_kept == 1


@pytest.mark.rule("CG-PLT-04", "CG-PLT-01")
def test_an_ecological_plant_gives_no_storage():
    game = market(plants=("P12", "P02"), columns=((), ("R05", "R06"), (), ()))
    game.when(BuyResourceCard(2, "R05"))
    assert [option.units_kept for option in game.options(ResourcePurchase)] == [1]


@pytest.mark.rule("CG-PLT-06", "DEC-CG-20")
@pytest.mark.parametrize(
    ("stock", "coal", "left"),
    [
        # Leftover cards first, then the fewest units left, then the smaller print, then the lower id.
        ({"S1": 1, "R01": 1, "R02": 2}, 1, {"R01": 1, "R02": 2}),
        ({"R05": 1, "R02": 2}, 1, {"R02": 2}),
        ({"R05": 2, "R02": 2}, 1, {"R05": 2, "R02": 1}),
        ({"R02": 2, "R03": 2}, 1, {"R02": 1, "R03": 2}),
        ({"R05": 3, "R01": 1}, 2, {"R05": 2}),
    ],
)
def test_cards_are_lowered_in_a_fixed_order(stock, coal, left):
    plant = {1: "P04", 2: "P02"}[coal]
    game = standing(3, phase=BUREAUCRACY, market=MARKET, deck=("P25",), plants={0: (plant, "P08")}, stock={0: stock})
    (production,) = game.rules.options(game.state, 0)
    plan = next(plan for plan in production.plans if [run.card for run in plan.runs] == [plant])
    game.when(RunPlants(0, plan.runs))
    assert stock_of(game, 0) == left


@pytest.mark.rule("CG-PLT-06")
def test_an_empty_card_goes_to_the_discard_pile_and_a_leftover_card_to_its_pile():
    game = standing(
        3,
        phase=BUREAUCRACY,
        market=MARKET,
        deck=("P25",),
        plants={0: ("P02",)},
        stock={0: {"S2": 1, "R01": 1}},
        resource_deck=("R03",),
    )
    game.when(game.rules.default(game.state, 0))
    changed = game.events[1]
    assert (changed.cards, changed.discarded, changed.leftovers_returned) == ((), ("R01",), ("S2",))
    assert game.state.fuel.discard[-1] == "R01"
    assert "S2" in game.state.fuel.leftovers


@pytest.mark.rule("EX-CG-07")
@pytest.mark.parametrize(
    ("order", "cards", "leftovers"),
    [
        (("R22", "R02", "R05"), {"R03": 2, "R22": 1, "R02": 2, "R05": 2}, 1),
        # The 3 before the 2: the 2 is turned to 1.
        (("R22", "R05", "R02"), {"R03": 2, "R22": 1, "R02": 1, "R05": 3}, 1),
    ],
)
def test_anna_buys_uranium_and_coal_for_7_elektro(order, cards, leftovers):
    game = standing(
        2,
        phase=RESOURCES,
        market=MARKET,
        plants={1: ("P07", "P02", "P04")},
        stock={1: {"R03": 2}},
        columns=((), ("R02", "R05"), ("R22",), ()),
        cash={1: 20},
    )
    game.when(*(BuyResourceCard(1, card) for card in order))
    assert game.state.players[1].cash == 13
    assert stock_of(game, 1) == cards
    assert game.events_of(LeftoverCardsPlaced) == [LeftoverCardsPlaced("coal", ("S1",), 0, 1)]
    assert len(game.state.fuel.columns[0]) == leftovers
    # The printed order leaves 6 coal and 1 uranium; the other one as many units.
    assert game.rules.view(game.state, None).players[1].fuel == {"coal": 6, "gas": 0, "oil": 0, "uranium": 1}


@pytest.mark.rule("EX-CG-01")
def test_plant_12_takes_a_bid_of_12_and_not_of_11():
    game = standing(3, market=("P14", "P15", "P16", "P18", "P19"), deck=("P25",))
    assert game.refusal(NominatePlant(0, "P18", 11)) == Refusal("BID_BELOW_MINIMUM", bid=11, minimum=12)
    game.when(NominatePlant(0, "P18", 12), PassBid(1), PassBid(2))
    assert game.state.players[0].plants == ("P18",)


def test_buying_commands_of_other_phases_are_refused():
    game = market()
    assert game.refusal(ScrapPlant(2, "P02")) == Refusal("WRONG_PHASE", phase="RESOURCES", expected="AUCTION")
    assert game.refusal(RunPlants(2, ())) == Refusal("WRONG_PHASE", phase="RESOURCES", expected="BUREAUCRACY")
