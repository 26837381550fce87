"""Phase 3 (PG-RES). Rules: docs/rules/power_grid.md §7."""

import pytest

from domain.power_grid.messages import (
    BUILDING,
    RESOURCES,
    BuyResources,
    FinishBuying,
    PhaseBegan,
    ResourceBuyingFinished,
    ResourcesBought,
    Space,
)  # fmt: skip
from tests.domain.power_grid.positions import position, russia
from tests.kit import Refusal


def buyer(cash=50, plants=(10, 5), fuel=None, tokens=None, **changes):
    """Three players on Russia; seat 0 is last in order and buys first."""
    return position(
        russia(3), RESOURCES, order=(2, 1, 0), plants={0: plants}, fuel={0: fuel or {}}, cash={0: cash},
        tokens=tokens, **changes,
    )  # fmt: skip


@pytest.mark.rule("PG-RES-01", "PG-GEN-01")
def test_players_buy_one_after_the_other_in_reverse_order():
    game = buyer()
    assert game.refusal(BuyResources(1, {"coal": 1})) == Refusal("NOT_YOUR_TURN", to_act=0)
    assert game.refusal(FinishBuying(2)) == Refusal("NOT_YOUR_TURN", to_act=0)
    game = game.given(FinishBuying(0))
    assert game.decider.to_act(game.state) == (1,)
    assert game.refusal(FinishBuying(0)) == Refusal("NOT_YOUR_TURN", to_act=1)
    assert game.given(FinishBuying(1)).when(FinishBuying(2)) == [ResourceBuyingFinished(2), PhaseBegan(BUILDING)]


@pytest.mark.rule("PG-RES-02", "DEC-PG-46")
def test_several_purchases_in_a_turn_cost_what_one_would():
    game = buyer()
    once = game.given(BuyResources(0, {"coal": 4, "oil": 2}))
    several = game.given(BuyResources(0, {"coal": 3}), BuyResources(0, {"oil": 2}), BuyResources(0, {"coal": 1}))
    assert once.state.holdings == several.state.holdings
    assert once.state.market == several.state.market
    assert game.legal(FinishBuying(0))


@pytest.mark.rule("PG-RES-03", "PG-GEN-03")
def test_the_cheapest_tokens_go_first_and_each_costs_the_price_of_its_space():
    game = buyer(tokens={"coal": {3: 1, 4: 3, 5: 3}})
    (bought,) = game.when(BuyResources(0, {"coal": 5, "oil": 1}))
    assert bought == ResourcesBought(
        player=0,
        items={"coal": 5, "oil": 1},
        unit_prices={"coal": (3, 4, 4, 4, 5), "oil": (1,)},
        costs={"coal": 20, "oil": 1},
        total=21,
        cash_after=29,
        fuel_after={"coal": 5, "oil": 1, "garbage": 0, "uranium": 0},
        market_after={
            "coal": tuple(Space(p, 2 if p == 5 else 0) for p in range(1, 9)),
            "oil": tuple(Space(p, 2 if p == 1 else 3) for p in range(1, 9)),
        },
        turn_over=False,
    )


@pytest.mark.rule("PG-RES-04")
def test_only_fuel_that_an_own_plant_burns_may_be_bought():
    assert buyer().refusal(BuyResources(0, {"uranium": 1})) == Refusal(
        "RESOURCE_NOT_USABLE", not_usable=("uranium",), usable=("coal", "oil")
    )
    assert buyer().refusal(BuyResources(0, {"wood": 1})) == Refusal("UNKNOWN_RESOURCE", unknown=("wood",))
    assert buyer(plants=()).refusal(BuyResources(0, {"coal": 1})) == Refusal(
        "RESOURCE_NOT_USABLE", not_usable=("coal",), usable=()
    )


@pytest.mark.rule("PG-RES-05")
def test_the_stock_after_the_purchase_must_fit():
    game = buyer(fuel={"coal": 7})
    assert game.legal(BuyResources(0, {"oil": 1}))
    assert game.refusal(BuyResources(0, {"oil": 2})) == Refusal(
        "FUEL_EXCEEDS_STORAGE", stock={"coal": 7, "oil": 0, "garbage": 0, "uranium": 0}
    )


@pytest.mark.rule("PG-RES-06")
def test_only_tokens_on_the_market_can_be_bought():
    game = buyer(tokens={"coal": {8: 2}, "oil": {}})
    assert game.refusal(BuyResources(0, {"oil": 1})) == Refusal("RESOURCE_SOLD_OUT", sold_out=("oil",))
    assert game.refusal(BuyResources(0, {"coal": 3})) == Refusal("NOT_ENOUGH_ON_MARKET", available={"coal": 2})
    assert game.state.reserve["oil"] == 24
    assert game.legal(BuyResources(0, {"coal": 2}))


@pytest.mark.rule("PG-RES-07", "PG-GEN-03")
def test_the_whole_purchase_must_be_payable():
    game = buyer(cash=10)
    assert game.legal(BuyResources(0, {"coal": 3, "oil": 1}))
    assert game.refusal(BuyResources(0, {"coal": 3, "oil": 2})) == Refusal("INSUFFICIENT_FUNDS", total=11, cash=10)


@pytest.mark.rule("PG-RES-07")
def test_the_last_money_may_be_spent():
    game = buyer(cash=16, plants=(10,), tokens={"coal": {8: 3}})
    two = BuyResources(0, {"coal": 2})
    assert game.when(two)[0].cash_after == 0
    purchases = game.decider.options(game.state, 0)[0]
    assert [purchases.nth(index) for index in range(purchases.count())] == [BuyResources(0, {"coal": 1}), two]
    assert game.refusal(BuyResources(0, {"coal": 3})) == Refusal("INSUFFICIENT_FUNDS", total=24, cash=16)


@pytest.mark.rule("PG-RES-08", "PG-GEN-02")
def test_what_is_wrong_with_a_purchase_is_named_in_order():
    game = buyer(cash=1, plants=(10,), fuel={"coal": 4}, tokens={"coal": {8: 2}, "oil": {}})
    assert game.refusal(BuyResources(1, {"wood": 1})) == Refusal("NOT_YOUR_TURN", to_act=0)
    assert game.refusal(BuyResources(0, {"wood": 1, "uranium": 1})) == Refusal("UNKNOWN_RESOURCE", unknown=("wood",))
    assert game.refusal(BuyResources(0, {"coal": 9, "uranium": 1})) == Refusal(
        "RESOURCE_NOT_USABLE", not_usable=("uranium",), usable=("coal",)
    )
    hybrid = buyer(cash=1, fuel={"coal": 8}, tokens={"coal": {8: 2}, "oil": {}})
    assert hybrid.refusal(BuyResources(0, {"coal": 9, "oil": 1})) == Refusal("RESOURCE_SOLD_OUT", sold_out=("oil",))
    assert game.refusal(BuyResources(0, {"coal": 9})) == Refusal("NOT_ENOUGH_ON_MARKET", available={"coal": 2})
    assert game.refusal(BuyResources(0, {"coal": 2})) == Refusal(
        "FUEL_EXCEEDS_STORAGE", stock={"coal": 4, "oil": 0, "garbage": 0, "uranium": 0}
    )
    assert game.refusal(BuyResources(0, {"coal": 0})) == Refusal("MALFORMED_COMMAND", command="BuyResources")
    assert game.refusal(BuyResources(0, {})) == Refusal("MALFORMED_COMMAND", command="BuyResources")


@pytest.mark.rule("PG-RES-02", "PG-GEN-02")
def test_a_refused_purchase_changes_nothing():
    game = buyer(cash=1)
    before = game.state
    assert game.refusal(BuyResources(0, {"coal": 1})) == Refusal("INSUFFICIENT_FUNDS", total=3, cash=1)
    assert game.state == before
    assert game.decider.options(before, 0)[-1].nth(0) == FinishBuying(0)
