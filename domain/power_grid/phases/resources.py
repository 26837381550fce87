"""Phase 3: fuel is bought (PG-RES-01 to PG-RES-08)."""

from domain.kernel.ids import Seat
from domain.kernel.messages import Option
from domain.kernel.refused import Refused
from domain.power_grid import market
from domain.power_grid.fuel import added, fits, space
from domain.power_grid.market import Prices
from domain.power_grid.messages import FUELS, RESOURCES, Amounts, BuyResources, FinishBuying, Market, ResourcesBought
from domain.power_grid.options import BuyResourcesOption, FinishBuyingOption
from domain.power_grid.rules import Decision, Ruleset
from domain.power_grid.state import State


def is_over(rules: Ruleset, state: State) -> bool:
    return not state.waiting


def check_turn(rules: Ruleset, state: State, player: Seat) -> None:
    if state.phase != RESOURCES:
        raise Refused("WRONG_PHASE", "PG-GEN-01", phase=state.phase, needed=RESOURCES)
    if player == state.waiting[0]:
        return
    if rules.buying.tokens_most is not None and player not in state.waiting:
        raise Refused("ALREADY_PASSED_BUYING", "IN-04")
    raise Refused("NOT_YOUR_TURN", "PG-RES-01", to_act=state.waiting[0])


def buy(decision: Decision, command: BuyResources) -> None:
    rules, state, player, items = decision.rules, decision.state, command.player, command.items
    check_turn(rules, state, player)
    holding = state.holdings[player]
    fleet = rules.fleet(holding.plants)
    check_types(rules, items, fleet.usable)
    spaces: Market = {}
    prices: Prices = {}
    total = 0
    for fuel, n in items.items():
        spaces[fuel], paid = market.bought(state.market[fuel], n)
        prices[fuel] = paid
        total += sum(paid)
    check_supply(state, items, prices)
    check_cap(rules, state, prices)
    fuel_after = added(holding.fuel, items)
    if not fits(fleet.storage, fuel_after):
        raise Refused("FUEL_EXCEEDS_STORAGE", "PG-RES-05", stock=holding.fuel)
    if total > holding.cash:
        raise Refused("INSUFFICIENT_FUNDS", "PG-RES-07", total=total, cash=holding.cash)
    decision.record(
        ResourcesBought(
            player,
            items,
            prices,
            {fuel: sum(paid) for fuel, paid in prices.items()},
            total,
            holding.cash - total,
            fuel_after,
            spaces,
            rules.buying.tokens_most is not None,
        )
    )


def check_types(rules: Ruleset, items: Amounts, burnt: tuple[str, ...]) -> None:
    useless = [fuel for fuel in items if fuel not in burnt]
    unknown = [fuel for fuel in useless if fuel not in FUELS]
    if unknown:
        raise Refused("UNKNOWN_RESOURCE", "PG-RES-04", unknown=tuple(unknown))
    if [fuel for fuel in rules.buying.not_for_sale if fuel in items]:
        raise Refused("URANIUM_NOT_FOR_SALE", "AU-03")
    most = rules.buying.tokens_most
    if most is not None and sum(items.values()) > most:
        raise Refused("ONE_RESOURCE_AT_A_TIME", "IN-04", asked=sum(items.values()))
    if useless:
        raise Refused("RESOURCE_NOT_USABLE", "PG-RES-04", not_usable=tuple(useless), usable=burnt)


def check_supply(state: State, items: Amounts, prices: Prices) -> None:
    if not [fuel for fuel, n in items.items() if len(prices[fuel]) < n]:
        return
    there = {fuel: market.tokens(state.market[fuel]) for fuel in items}
    sold_out = tuple(fuel for fuel, n in there.items() if n == 0)
    if sold_out:
        raise Refused("RESOURCE_SOLD_OUT", "PG-RES-06", sold_out=sold_out)
    raise Refused("NOT_ENOUGH_ON_MARKET", "PG-RES-06", available=there)


def check_cap(rules: Ruleset, state: State, prices: Prices) -> None:
    cap = rules.buying.price_caps[state.stage - 1]
    if cap is not None and max([paid[-1] for paid in prices.values()]) > cap:
        raise Refused("PRICE_ABOVE_STAGE_CAP", "IN-05", cap=cap, stage=state.stage)


def finish(decision: Decision, command: FinishBuying) -> None:
    rules = decision.rules
    check_turn(rules, decision.state, command.player)
    decision.record(rules.buying.finished(command.player))


def options(rules: Ruleset, state: State, seat: Seat) -> tuple[Option, ...]:
    holding = state.holdings[seat]
    fleet = rules.fleet(holding.plants)
    prices = {fuel: prices_alone(rules, state, seat, fuel) for fuel in fleet.usable if fuel in state.market}
    prices = {fuel: found for fuel, found in prices.items() if found}
    done = FinishBuyingOption(seat)
    if not prices:
        return (done,)
    return (BuyResourcesOption(seat, prices, holding.cash, holding.fuel, fleet.storage, rules.buying.tokens_most), done)


def prices_alone(rules: Ruleset, state: State, seat: Seat, fuel: str) -> tuple[int, ...]:
    """Prices of the tokens of one fuel that the seat could buy if it bought no other."""
    holding = state.holdings[seat]
    room = rules.fleet(holding.plants).storage
    most = space(room, holding.fuel, fuel)
    if rules.buying.tokens_most is not None:
        most = min(most, rules.buying.tokens_most)
    found = market.prices(rules.buying.open_spaces(state, fuel), most)
    return tuple(price for n, price in enumerate(found, 1) if sum(found[:n]) <= holding.cash)
