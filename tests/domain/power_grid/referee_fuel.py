"""Fuel by the referee: its market, buying, running plants, income, the uranium of Australia, the resupply.

referee.py explains `yield`.
"""

from collections import Counter

from domain.power_grid.messages import (
    FUELS,
    CitiesPowered,
    IncomePaid,
    PlantsRun,
    ResourceBuyingFinished,
    ResourceBuyingPassed,
    ResourcesBought,
    ResourcesResupplied,
    UraniumExported,
    UraniumSaleDeclined,
    UraniumSold,
)  # fmt: skip
from tests.domain.power_grid.referee_plants import bureaucracy_of_plants
from tests.domain.power_grid.referee_table import demand, same


class Space:
    """A price on the market and the tokens there."""

    def __init__(self, price, capacity):
        self.price, self.capacity, self.tokens = price, capacity, 0


class Fuels:
    """The market of fuels, cheapest space first, and the reserve."""

    def __init__(self, table, started):
        self.table = table
        self.spaces, self.reserve = {}, dict.fromkeys(FUELS, 0)
        for fuel, figures in table.board["fuels"].items():
            self.spaces[fuel] = [Space(price, capacity) for price, capacity in figures["spaces"]]
            self.reserve[fuel] = figures["tokens"]
            self.put(fuel, figures["start"])
        self.track = Track(table.board.get("uranium_track", ()))
        self.check_market(started.resource_market)
        same("reserve", started.reserve, self.reserve)
        self.track.check(started.uranium_track, started.uranium_store)

    def put(self, fuel, count):
        """PG-BUR-08 to PG-BUR-10: one by one on the dearest space with room, while there are tokens and room."""
        placed = Counter()
        for space in reversed(self.spaces[fuel]):
            tokens = min(count - placed.total(), self.reserve[fuel], space.capacity - space.tokens)
            space.tokens += tokens
            self.reserve[fuel] -= tokens
            placed[space.price] += tokens
        return [(price, tokens) for price, tokens in placed.items() if tokens]

    def take(self, fuel, count):
        """PG-RES-03: the cheapest tokens first. Gives the price of each."""
        tokens = [space for space in self.spaces[fuel] for _ in range(space.tokens)][:count]
        demand(len(tokens) == count, f"{count} {fuel} lie on the market (PG-RES-06)")
        for space in tokens:
            space.tokens -= 1
        return [space.price for space in tokens]

    def give_back(self, player, amounts):
        """PG-FUEL-10: what leaves a plant goes to the reserve."""
        for fuel, count in amounts.items():
            demand(count > 0, f"{amounts} names what is there only")
            self.table.seats[player].fuel[fuel] -= count
            self.reserve[fuel] += count

    def check_after(self, event):
        """The fuel and the reserve after a player's event; the fuel must fit on the plants."""
        same("fuel", event.fuel_after, self.table.seats[event.player].fuel)
        self.table.check_storage(event.player)
        same("reserve", event.reserve_after, self.reserve)

    def check_market(self, said, fuels=FUELS):
        """The rows of these fuels, as far as there is a market for them."""
        rows = {
            fuel: [(space.price, space.tokens) for space in self.spaces[fuel]] for fuel in fuels if fuel in self.spaces
        }
        same("market", {fuel: [(space.price, space.n) for space in row] for fuel, row in said.items()}, rows)


class Track:
    """AU-03: the uranium market of Australia, one token a space, full at the start. Elsewhere it has no spaces."""

    def __init__(self, prices):
        self.prices, self.filled = list(prices), [True] * len(prices)

    def empty(self):
        """Dearest first."""
        return [place for place in reversed(range(len(self.prices))) if not self.filled[place]]

    def move(self, places, filled):
        for place in places:
            self.filled[place] = filled
        return tuple(self.prices[place] for place in places)

    def check(self, track, store):
        spaces = list(zip(self.prices, self.filled, strict=True))
        same("uranium track", [(space.price, bool(space.n)) for space in track], spaces)
        same("uranium store", store, len(self.empty()))


def resources(table):
    """PG-RES-01: in reverse order. India: one token at a time, round and round, till all have passed (IN-04)."""
    one_at_a_time = table.map == "india"
    done = ResourceBuyingPassed if one_at_a_time else ResourceBuyingFinished
    waiting = list(reversed(table.order))
    while waiting:
        decision = yield (ResourcesBought, done)
        same("who buys", decision.player, waiting[0])
        if isinstance(decision, done):
            waiting.pop(0)
            continue
        check_purchase(table, decision)
        same("the turn passes on", decision.turn_over, one_at_a_time)
        if one_at_a_time:
            same("tokens", sum(decision.items.values()), 1)
            waiting.append(waiting.pop(0))


def check_purchase(table, bought):
    """PG-RES-03 to PG-RES-07, IN-05."""
    seat, plants = table.seats[bought.player], table.power_plants(bought.player)
    usable = {fuel for plant in plants for fuel in table.cards[plant].fuels}
    total, costs = 0, {}
    for fuel, count in bought.items.items():
        demand(count > 0 and fuel in usable and fuel in table.fuels.spaces, f"{count} {fuel} may be bought")
        prices = table.fuels.take(fuel, count)
        same(f"prices of {fuel}", list(bought.unit_prices[fuel]), prices)
        cap = table.board.get("price_cap_by_stage", (None, None, None))[table.stage - 1]
        demand(cap is None or max(prices) <= cap, f"{prices} are not above {cap}")
        seat.fuel[fuel] += count
        costs[fuel] = sum(prices)
        total += costs[fuel]
    same("costs", bought.costs, costs)
    same("total", bought.total, total)
    table.pay(bought.player, total, bought.cash_after)
    same("fuel", bought.fuel_after, seat.fuel)
    table.check_storage(bought.player)
    table.fuels.check_market(bought.market_after, bought.items)


def bureaucracy(table):
    """PG-BUR-01: income, Australia's uranium, resupply, the market of plants."""
    for player in table.order:
        powered = yield from running(table, player)
        yield from income(table, player, powered, final=False)
    if table.fuels.track.prices:
        yield from uranium_sale(table, final=False)
        yield from uranium_export(table)
    yield from resupply(table)
    yield from bureaucracy_of_plants(table)


def running(table, player):
    """PG-BUR-02, PG-BUR-05, PG-BUR-06. Gives the number of cities powered."""
    run = yield PlantsRun
    same("who runs plants", run.player, player)
    burnt = check_plan(table, run)
    output = sum(table.cards[each.plant].powers for each in run.runs)
    same("output and fuel burnt", (run.output, run.fuel_burnt), (output, burnt))
    powered = min(output, len(table.seats[player].cities))
    if table.map == "india":
        same("cities that must be powered (IN-09)", powered, table.best_powered(player))
    table.fuels.give_back(player, burnt)
    table.fuels.check_after(run)
    yield from cities_powered(table, player, powered, final=False)
    return powered


def check_plan(table, run):
    """PG-FUEL-02, PG-FUEL-08. Gives all fuel that is burnt."""
    plants, burnt = [each.plant for each in run.runs], Counter()
    demand(len(plants) == len(set(plants)), f"{plants} run once")
    demand(set(plants) <= set(table.power_plants(run.player)), f"{plants} belong to seat {run.player}")
    for each in run.runs:
        plant = table.cards[each.plant]
        same(f"fuel of {each.plant}", sum(each.fuel.values()), plant.burns)
        demand(set(each.fuel) <= plant.fuels, f"{each.plant} burns {each.fuel}")
        burnt.update(each.fuel)
    if table.rules_version >= 3:
        demand(table.can_lie(run.player, run.runs), f"{run.runs} burn what is stored on them (PG-FUEL-11)")
    return dict(burnt)


def cities_powered(table, player, powered, final):
    told = yield CitiesPowered
    same("cities powered", (told.player, told.cities, told.final), (player, powered, final))
    same("network", told.network_size, len(table.seats[player].cities))


def income(table, player, powered, final):
    """PG-BUR-03, PG-BUR-04, IN-11: a blackout costs a sum a city, and never more than the income."""
    paid = yield IncomePaid
    payments = table.base["payments"]
    counted = powered + table.gives(player, "income")  # RB-12
    gross = payments[counted] if counted < len(payments) else table.base["payment_above_20"]
    penalty = 0
    if table.blackout and not (final and table.options.get("final_blackout") == "full"):  # DEC-PG-34
        penalty = min(gross, table.board["blackout"]["penalty_per_city"] * len(table.seats[player].cities))
    same("who is paid", (paid.player, paid.cities, paid.final), (player, powered, final))
    same("income", (paid.gross, paid.penalty, paid.net), (gross, penalty, gross - penalty))
    table.pay(player, penalty - gross, paid.cash_after)


def uranium_sale(table, final):
    """In reverse order, the owners of mines; no seat can sell while the track is full (AU-11, AU-14)."""
    track = table.fuels.track
    for player in reversed(table.order):
        if not table.mines(player):
            continue
        is_full = not track.empty()
        decision = yield UraniumSaleDeclined if is_full else (UraniumSold, UraniumSaleDeclined)
        same("who sells uranium", decision.player, player)
        if isinstance(decision, UraniumSold):
            check_uranium_sale(table, decision)
            same("final", decision.final, final)
        else:
            same("declined by itself", decision.auto, is_full)


def check_uranium_sale(table, sold):
    """All units at the price of the dearest empty space; then a token a mine on the dearest empty spaces."""
    track, mines = table.fuels.track, table.mines(sold.player)
    units = sum(table.cards[mine].powers for mine in mines)
    price = track.prices[track.empty()[0]]
    same("uranium sold", (sold.units, sold.price, sold.income), (units, price, units * price))
    same("mines", sorted(sold.mines), sorted(mines))
    same("spaces filled", sold.tokens_placed, track.move(track.empty()[: len(mines)], filled=True))
    track.check(sold.track_after, sold.store_after)
    table.pay(sold.player, -units * price, sold.cash_after)


def uranium_export(table):
    """AU-12: the cheapest tokens leave."""
    track = table.fuels.track
    exported = yield UraniumExported
    full = [place for place, filled in enumerate(track.filled) if filled]
    leaving = full[: table.by_stage(table.board["uranium_export"])]
    same("spaces emptied", (exported.spaces, exported.count), (track.move(leaving, filled=False), len(leaving)))
    track.check(exported.track_after, exported.store_after)


def resupply(table):
    """PG-BUR-07 to PG-BUR-11, IN-10, AU-13."""
    fuels = table.fuels
    supplied = yield ResourcesResupplied
    same("stage", supplied.stage, table.stage)
    wanted = {fuel: table.by_stage(figures) for fuel, figures in table.board["resupply"].items()}
    same("wanted", supplied.wanted, wanted)
    placed = {fuel: fuels.put(fuel, count) for fuel, count in wanted.items()}
    came = {fuel: spaces for fuel, spaces in placed.items() if spaces}
    same("placed", {fuel: [(space.price, space.n) for space in row] for fuel, row in supplied.placed.items()}, came)
    fuels.check_market(supplied.market_after, came)
    same("reserve", supplied.reserve_after, fuels.reserve)
