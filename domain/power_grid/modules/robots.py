"""What a robot does on its turn (RB-03 to RB-09): its tiles say it of what lies open; where it builds is drawn."""

from domain.kernel.dice import Dice
from domain.kernel.ids import Seat
from domain.power_grid import market
from domain.power_grid.fuel import returns, taken
from domain.power_grid.messages import (
    AUCTION,
    BUILDING,
    FUELS,
    RESOURCES,
    STAGE_3,
    Amounts,
    BuyResources,
    Card,
    FinishBuilding,
    FinishBuying,
    NominatePlant,
    PassBid,
    PassNomination,
    PlaceBid,
    Robot,
    RobotDrew,
    Run,
    RunPlants,
    ScrapPlant,
)  # fmt: skip
from domain.power_grid.modules.robot_tiles import robot_at, tile
from domain.power_grid.options import BuyResourcesOption, RunPlantsOption
from domain.power_grid.phases import auction, building, bureaucracy, resources
from domain.power_grid.rules import ConnectionCost, Decision, Ruleset
from domain.power_grid.shopping import bill, what_fits
from domain.power_grid.state import Lot, State

ALL = 99


def waiting(state: State) -> Robot | None:
    """The robot whose turn it is."""
    seat = None if state.ending else state.next_seat
    return None if seat is None else robot_at(state, seat)


def move(decision: Decision, robot: Robot) -> None:
    """RB-03: one step of its turn, as a player would take it."""
    phase = decision.state.phase
    if phase == AUCTION:
        in_auction(decision, robot)
    elif phase == RESOURCES:
        buy(decision, robot)
    elif phase == BUILDING:
        build(decision, robot)
    else:
        run(decision, robot)


# ---- plants (RB-04, RB-05) ----


def in_auction(decision: Decision, robot: Robot) -> None:
    rules, state, seat = decision.rules, decision.state, robot.player
    if state.scrap:
        auction.scrap_plant(decision, closing(rules, state, seat, state.scrap.bought))
    elif state.lot:
        amount = bid(rules, state, robot, state.lot)
        if amount is None:
            auction.pass_bid(decision, PassBid(seat))
        else:
            auction.place_bid(decision, PlaceBid(seat, amount))
    else:
        plant = wanted(rules, state, robot)
        if plant is None and auction.must_buy(rules, state, seat):
            plant = cheapest_of(rules, state, seat)
        if plant is None:
            auction.pass_nomination(decision, PassNomination(seat))
        else:
            auction.nominate(decision, NominatePlant(seat, plant, rules.cards[plant].bid_min))


def wanted(rules: Ruleset, state: State, robot: Robot) -> Card | None:
    """The plant of the offer that its tile chooses, if it can pay the lowest bid."""
    assert rules.robots, "a robot has tiles"
    chooses, held = tile(rules.robots.plant, robot.plant).chooses, state.holdings[robot.player]
    if sum([rules.cards[card].powers for card in held.plants]) > len(held.cities):
        return None
    least = min([rules.cards[card].rank3 for card in held.plants], default=0)
    offers = [card for card in eligible(rules, state) if rules.cards[card].rank3 > least]
    prices = {fuel: market.prices(state.market.get(fuel, ()), ALL) for fuel in FUELS}

    def worth(card: Card) -> tuple[int, int]:
        plant = rules.cards[card]
        nothing = dict.fromkeys(FUELS, 0)
        first = plant.powers if chooses == "most_cities" else -bill(prices, nothing, (plant,))[2]
        return first, plant.rank3

    best = max(offers, key=worth, default=None)
    return best if best is not None and rules.cards[best].bid_min <= held.cash else None


def eligible(rules: Ruleset, state: State) -> list[Card]:
    """AU-15: no mines."""
    return [card for card in state.current if card != STAGE_3 and not rules.cards[card].is_mine]


def cheapest_of(rules: Ruleset, state: State, seat: Seat) -> Card:
    """In the first round, when what the tile chooses is too dear."""
    cash = state.holdings[seat].cash
    return next(card for card in eligible(rules, state) if rules.cards[card].bid_min <= cash)


def bid(rules: Ruleset, state: State, robot: Robot, lot: Lot) -> int | None:
    """One more, for the plant that its tile chooses and as far as the tile goes."""
    assert rules.robots, "a robot has tiles"
    most = rules.cards[lot.plant].bid_min + tile(rules.robots.plant, robot.plant).above
    amount = lot.bid + 1
    if amount > min(most, state.holdings[robot.player].cash) or wanted(rules, state, robot) != lot.plant:
        return None
    return amount


def closing(rules: Ruleset, state: State, seat: Seat, bought: Card) -> ScrapPlant:
    """The lowest of its plants, with as little fuel as must go."""
    fleet = rules.fleet(state.holdings[seat].plants)
    out = next(card for card in fleet.limited if card != bought)
    room = auction.room_without(rules, state, seat, out)
    return ScrapPlant(seat, out, returns(rules.cards[out], room, state.holdings[seat].fuel)[0])


# ---- fuel (RB-07) ----


def buy(decision: Decision, robot: Robot) -> None:
    items = lacking(decision.rules, decision.state, robot)
    if items:
        resources.buy(decision, BuyResources(robot.player, items))
    else:
        resources.finish(decision, FinishBuying(robot.player))


def lacking(rules: Ruleset, state: State, robot: Robot) -> Amounts:
    """What it buys next: what the first run lacks, then what the next one does."""
    offer = resources.options(rules, state, robot.player)[0]
    if not isinstance(offer, BuyResourcesOption):
        return {}
    assert rules.robots, "a robot has tiles"
    holding = state.holdings[robot.player]
    plants = tuple([plant for plant in rules.fleet(holding.plants).plants if plant.powers])
    prices = {fuel: offer.prices.get(fuel, ()) for fuel in FUELS}
    stock = holding.fuel
    for _ in range(tile(rules.robots.fuel, robot.fuel).runs):
        burns, lacks, _ = bill(prices, stock, plants)
        if items := what_fits(offer, lacks):
            return items
        stock = taken(stock, {fuel: min(n, stock[fuel]) for fuel, n in burns.items()})
    return {}


# ---- cities (RB-08) ----


def build(decision: Decision, robot: Robot) -> None:
    rules, state, seat = decision.rules, decision.state, robot.player
    assert rules.robots, "a robot has tiles"
    most = tile(rules.robots.building, robot.building).cities[state.stage - 1]
    open_cities = within_reach(rules, state, seat) if state.built_this_turn < most else {}
    if not open_cities:
        building.finish(decision, FinishBuilding(seat))
        return
    roll = Dice(bytes.fromhex(state.seed)).roll(f"robots/{seat}/{state.round}/{state.built_this_turn}")
    region = roll.choice(tuple(open_cities))
    city = roll.choice(open_cities[region])
    decision.record(RobotDrew(seat, region, city))
    connection, slot = connection_of(rules, state, seat), len(state.houses.get(city, ()))
    mode = rules.networks.default_mode(state.holdings[seat].cities)
    building.build(decision, seat, city, mode, slot, connection)


def within_reach(rules: Ruleset, state: State, seat: Seat) -> dict[str, list[str]]:
    """By region, in the map's order, the cities with a free open slot that it has no house in and can pay."""
    area, holding = rules.atlas.area(state.regions), state.holdings[seat]
    found: dict[str, list[str]] = {}
    for region in rules.atlas.board.regions:
        for city, place in area.cities.items():
            taken_slots = len(state.houses.get(city, ()))
            if place.region != region.id or city in holding.cities:
                continue
            if taken_slots >= rules.open_slots(area, city, state.stage):
                continue
            price = connection_of(rules, state, seat).cost + rules.slots(area, city)[taken_slots]
            if price <= holding.cash:
                found.setdefault(region.id, []).append(city)
    return found


def connection_of(rules: Ruleset, state: State, seat: Seat) -> ConnectionCost:
    """AU-15: the flat rate, whatever way is printed; nothing for the first city."""
    assert rules.robot_connection, "a map with robots says what they pay"
    return rules.robot_connection if state.holdings[seat].cities else building.FREE


# ---- power (RB-09) ----


def run(decision: Decision, robot: Robot) -> None:
    rules, state = decision.rules, decision.state
    assert rules.robots, "a robot has tiles"
    most = tile(rules.robots.power, robot.power).plants
    (offer,) = bureaucracy.options(rules, state, robot.player)
    assert isinstance(offer, RunPlantsOption)
    powers = {plant.plant: plant.powers for plant in offer.plants}

    def worth(runs: tuple[Run, ...]) -> tuple[int, int]:
        output = sum([powers[each.plant] for each in runs])
        return min(output, offer.network_size), -sum([sum(each.fuel.values()) for each in runs])

    plans = [runs for runs in offer.plans() if len(runs) <= most]
    bureaucracy.run_plants(decision, RunPlants(robot.player, max(plans, key=worth)))
