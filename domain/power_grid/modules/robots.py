"""A robot's turn (RB-03 to RB-12): its tiles decide from public information; the city where it builds is drawn."""

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from domain.kernel.dice import Dice, Roll
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Option
from domain.kernel.refused import Refused
from domain.power_grid import market
from domain.power_grid.fuel import best_output, returns, subtract
from domain.power_grid.messages import (
    AUCTION,
    BUILDING,
    FUELS,
    RESOURCES,
    STAGE_3,
    Amounts,
    BarCity,
    BuildingOrdered,
    BuyResources,
    Card,
    CityBarred,
    CityNamed,
    CityNamingBegan,
    FinishBuilding,
    FinishBuying,
    NameCity,
    NamingPaid,
    NamingPassed,
    NominatePlant,
    PassBid,
    PassNaming,
    PassNomination,
    PlaceBid,
    Robot,
    RobotDrew,
    RobotRegionDrawn,
    Run,
    RunPlants,
    ScrapPlant,
)  # fmt: skip
from domain.power_grid.modules.robot_choices import CityBarring, CityNaming
from domain.power_grid.modules.robot_seats import RobotSeats
from domain.power_grid.modules.robot_tiles import gives, robot_at, tile
from domain.power_grid.options import (
    BarCityOption,
    BuyResourcesOption,
    NameCityOption,
    PassNamingOption,
    RunPlantsOption,
)
from domain.power_grid.phases import auction, building, bureaucracy, resources
from domain.power_grid.rules import ConnectionCost, Decision, Ruleset
from domain.power_grid.shopping import bill, what_fits
from domain.power_grid.state import Lot, State

ALL = 99


def waiting(state: State) -> Robot | None:
    """The robot whose turn it is."""
    if state.ending:
        return None
    for part in state.modules:
        if isinstance(part, RobotSeats):
            seat = state.next_seat
            return None if seat is None else part.at(seat)
    return None


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
        plant = wanted_plant(rules, state, robot)
        if plant is None and auction.must_buy(rules, state, seat):
            plant = cheapest_of(rules, state, seat)
        if plant is None:
            auction.pass_nomination(decision, PassNomination(seat))
        else:
            auction.nominate(decision, NominatePlant(seat, plant, rules.cards[plant].bid_min))


def wanted_plant(rules: Ruleset, state: State, robot: Robot) -> Card | None:
    """The plant of the offer that its tile chooses, if it can pay the lowest bid."""
    assert rules.robots, "a robot has tiles"
    chooses, held = tile(rules.robots.plant, robot.plant).chooses, state.holdings[robot.player]
    offers = worth_having(rules, state, robot)
    if chooses in ("lowest", "every", "second_lowest"):
        best = next(iter(offers[chooses == "second_lowest" :]), None)
    elif chooses == "highest":
        best = offers[-1] if offers else None
    else:
        best = best_of(rules, state, offers, chooses)
    return best if best is not None and rules.cards[best].bid_min <= held.cash else None


def worth_having(rules: Ruleset, state: State, robot: Robot) -> list[Card]:
    """RB-04: plants of the offer above its lowest, lowest first; none while its plants power more than it has."""
    cities = len(state.holdings[robot.player].cities)
    held = [rules.cards[card] for card in state.holdings[robot.player].plants]
    if sum([plant.powers for plant in held]) > cities:
        return []
    least = min([plant.rank3 for plant in held], default=0)
    offers = [card for card in eligible(rules, state) if rules.cards[card].rank3 > least]
    assert rules.robots, "a robot has tiles"
    if rules.robots.each_once and len(held) >= rules.limits.plants:
        weakest = min([plant.powers for plant in held])
        offers = [card for card in offers if rules.cards[card].powers >= weakest]
    return offers


def best_of(rules: Ruleset, state: State, offers: list[Card], chooses: str) -> Card | None:
    if len(offers) < 2:
        return next(iter(offers), None)
    shelves = {fuel: market.prices(state.market.get(fuel, ()), ALL) for fuel in FUELS}

    def worth(card: Card) -> tuple[int, int]:
        plant = rules.cards[card]
        nothing = dict.fromkeys(FUELS, 0)
        first = plant.powers if chooses == "most_cities" else -bill(shelves, nothing, (plant,))[2]
        return first, plant.rank3

    return max(offers, key=worth)


def eligible(rules: Ruleset, state: State) -> list[Card]:
    """AU-15: no mines."""
    return [card for card in state.current if card != STAGE_3 and not rules.cards[card].is_mine]


def cheapest_of(rules: Ruleset, state: State, seat: Seat) -> Card:
    """In the first round, if the tile's choice is too expensive."""
    cash = state.holdings[seat].cash
    return next(card for card in eligible(rules, state) if rules.cards[card].bid_min <= cash)


def bid(rules: Ruleset, state: State, robot: Robot, lot: Lot) -> int | None:
    """One more, for the plant that its tile chooses and as far as the tile goes."""
    assert rules.robots, "a robot has tiles"
    chosen, holding = tile(rules.robots.plant, robot.plant), state.holdings[robot.player]
    above = max(chosen.above, len(holding.cities)) if chosen.or_its_cities else chosen.above
    most = rules.cards[lot.plant].bid_min + above
    amount = lot.bid + 1
    if amount > min(most, holding.cash):
        return None
    if chosen.chooses == "every":
        return amount if lot.plant in worth_having(rules, state, robot) else None
    return amount if wanted_plant(rules, state, robot) == lot.plant else None


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
    """Return its next purchase: the fuel missing for the first production, then for the next one."""
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
        stock = subtract(stock, {fuel: min(n, stock[fuel]) for fuel, n in burns.items()})
    return what_fits(offer, beyond(rules, state, robot, offer))


CHEAP = 5


def beyond(rules: Ruleset, state: State, robot: Robot, offer: BuyResourcesOption) -> Amounts:
    """RB-07: the fuel that its tile buys when nothing lacks for the next production."""
    assert rules.robots, "a robot has tiles"
    then = tile(rules.robots.fuel, robot.fuel).then
    everything = {fuel: len(prices) for fuel, prices in offer.prices.items()}
    if then == "cheap":
        return {fuel: len([price for price in prices if price < CHEAP]) for fuel, prices in offer.prices.items()}
    if then == "scarcest":
        scarcest = min(offer.prices, key=lambda fuel: market.tokens(state.market[fuel]))
        return {scarcest: everything[scarcest]}
    is_last = state.order[-1] == robot.player
    if then == "all" or (then == "all_if_last" and is_last) or (then == "all_in_even_rounds" and state.round % 2 == 0):
        return everything
    return {}


# ---- cities (RB-08, RB-10, RB-11) ----


def order_builders(decision: Decision) -> None:
    """RB-11: in round 1 some robots build before or after all others."""
    rules, state = decision.rules, decision.state
    if state.round > 1 or not rules.robots or not rules.robots.first_city:
        return
    figures = rules.robots

    def turn(seat: Seat) -> int:
        robot = robot_at(state, seat)
        place = tile(figures.first_city, robot.first_city).turn if robot and robot.first_city else "as_counted"
        return ("first", "as_counted", "last").index(place)

    order = tuple(sorted(state.waiting, key=turn))
    if order != state.waiting:
        decision.record(BuildingOrdered(order))


def build(decision: Decision, robot: Robot) -> None:
    rules, state, seat = decision.rules, decision.state, robot.player
    if state.robot_choice:
        build_chosen(decision, robot, state.robot_choice)
        return
    assert rules.robots, "a robot has tiles"
    open_cities = within_reach(rules, state, robot) if may_build(rules, state, robot) else {}
    way = "drawn"
    if not state.holdings[seat].cities and robot.first_city:
        way = tile(rules.robots.first_city, robot.first_city).way
    elif tile(rules.robots.building, robot.building).named:
        way = "last_player"
        open_cities = not_through_others(rules, state, robot, open_cities)
    if not open_cities:
        building.finish(decision, FinishBuilding(seat))
    elif way == "drawn":
        draw_region(decision, robot, open_cities)
    else:
        ask(decision, robot, way, tuple([city for cities in open_cities.values() for city in cities]))


def ask(decision: Decision, robot: Robot, way: str, cities: tuple[str, ...]) -> None:
    people = players(decision.state)
    if way == "barred":
        decision.record(RobotRegionDrawn(robot.player, "", cities, people, 1))
    else:
        asked = people[-1:] if way == "last_player" else people
        decision.record(CityNamingBegan(robot.player, cities, asked, way == "bid"))


def draw_region(decision: Decision, robot: Robot, open_cities: dict[str, list[str]]) -> None:
    roll = roll_of(decision.state, robot)
    region = roll.choice(tuple(open_cities))
    cities, among = tuple(open_cities[region]), decision.rules.answers.robots_draw_among
    if among is not None and len(cities) > among:
        decision.record(RobotRegionDrawn(robot.player, region, cities, players(decision.state)[-1:], among))
        return
    city = roll.choice(cities)
    decision.record(RobotDrew(robot.player, region, city))
    connect(decision, robot, city)


def build_chosen(decision: Decision, robot: Robot, choice: CityBarring | CityNaming) -> None:
    """Continue when no player is asked any more: one of the cities that are left or named is drawn."""
    rules, state = decision.rules, decision.state
    if isinstance(choice, CityNaming):
        if choice.bids and choice.bidder is not None:
            cash = state.holdings[choice.bidder].cash - choice.bid
            decision.record(NamingPaid(choice.bidder, robot.player, choice.bid, cash))
        cities = tuple(dict.fromkeys(choice.named)) or choice.cities
    else:
        cities = choice.cities
    if len(cities) == 1:
        connect(decision, robot, cities[0])
        return
    roll = roll_of(state, robot)
    if isinstance(choice, CityBarring):
        roll.choice(tuple(within_reach(rules, state, robot)))  # its region was drawn before
    city = roll.choice(cities)
    decision.record(RobotDrew(robot.player, rules.atlas.area(state.regions).cities[city].region, city))
    connect(decision, robot, city)


def roll_of(state: State, robot: Robot) -> Roll:
    label = f"robots/{robot.player}/{state.round}/{state.built_this_turn}"
    return Dice(bytes.fromhex(state.seed)).roll(label)


def connect(decision: Decision, robot: Robot, city: str) -> None:
    rules, state, seat = decision.rules, decision.state, robot.player
    found = prices(rules, state, robot)(city)
    assert found, "a city within its reach"
    slot, mode = len(state.houses.get(city, ())), rules.networks.default_mode(state.holdings[seat].cities)
    building.build(decision, seat, city, mode, slot, *found)


def players(state: State) -> tuple[Seat, ...]:
    """The seats that are not robots, in the turn order."""
    return tuple([seat for seat in state.order if not robot_at(state, seat)])


def may_build(rules: Ruleset, state: State, robot: Robot) -> bool:
    """RB-08: whether its tile lets it connect one more city now; a first one it always may."""
    assert rules.robots, "a robot has tiles"
    chosen, holding = tile(rules.robots.building, robot.building), state.holdings[robot.player]
    size, most = len(holding.cities), chosen.network[state.stage - 1]
    if rules.networks.first_round_starts_only and state.round == 1 and size:
        return False
    if chosen.no_more_than == "first_player":
        most = max(1, len(state.holdings[players(state)[0]].cities))
    elif chosen.no_more_than == "supplied":
        most = max(1, best_output(rules.fleet(holding.plants).plants, holding.fuel, ALL))
    return state.built_this_turn < chosen.cities[state.stage - 1] and size < most


def within_reach(rules: Ruleset, state: State, robot: Robot) -> dict[str, list[str]]:
    """Return, by region in the map's order, the open cities in which it has no house and that it can pay."""
    area, holding, price_to = rules.atlas.area(state.regions), state.holdings[robot.player], prices(rules, state, robot)
    found: dict[str, list[str]] = {region.id: [] for region in rules.atlas.board.regions}
    for city, place in area.cities.items():
        if city in holding.cities or len(state.houses.get(city, ())) >= rules.open_slots(area, city, state.stage):
            continue
        if not holding.cities and not rules.networks.may_start_in(city, state.houses):
            continue
        price = price_to(city)
        if price and price[0].cost + price[1] <= holding.cash:
            found[place.region].append(city)
    return {region: cities for region, cities in found.items() if cities}


def not_through_others(
    rules: Ruleset, state: State, robot: Robot, open_cities: dict[str, list[str]]
) -> dict[str, list[str]]:
    """RB-08: without the cities to which the way leads through another one that it could connect."""
    every = {city for cities in open_cities.values() for city in cities}
    price_to = prices(rules, state, robot)
    found: dict[str, list[str]] = {}
    for region, cities in open_cities.items():
        for city in cities:
            price = price_to(city)
            if price and every.isdisjoint(price[0].path[:-1]):
                found.setdefault(region, []).append(city)
    return found


Price: TypeAlias = tuple[ConnectionCost, int] | None
"""The connection and the price of the slot; None where no way leads to the city."""


def prices(rules: Ruleset, state: State, robot: Robot) -> Callable[[str], Price]:
    """Return the price of a city: AU-15, the map's price elsewhere, or that of its ability (RB-12)."""
    owned, area = state.holdings[robot.player].cities, rules.atlas.area(state.regions)
    if gives(rules, robot, "free_city") and not state.built_this_turn:
        return lambda _city: (building.FREE, 0)
    if fixed := gives(rules, robot, "city_price"):
        same: Price = building.FREE, fixed.amount
        return lambda _city: same

    def price_to(city: str) -> Price:
        connection: ConnectionCost | None = building.FREE
        if owned:
            connection = rules.robot_connection or rules.connection_price.to(area, owned, city)
        return (connection, rules.slots(area, city)[len(state.houses.get(city, ()))]) if connection else None

    return price_to


# ---- choices of players (RB-10, RB-11) ----


def bar(decision: Decision, command: BarCity) -> None:
    """RB-10."""
    barring = open_choice(decision.state, command, CityBarring)
    if command.city not in barring.cities:
        raise Refused("CITY_NOT_FOR_ROBOT", "RB-10", city=command.city, region=barring.region, free=barring.cities)
    decision.record(CityBarred(command.player, barring.robot, command.city))


def name_city(decision: Decision, command: NameCity) -> None:
    """RB-11."""
    naming = open_choice(decision.state, command, CityNaming)
    if command.city not in naming.cities:
        raise Refused("CITY_NOT_FOR_ROBOT", "RB-11", city=command.city, region="", free=naming.cities)
    least, most = bids(decision.state, naming)
    if command.bid < least:
        raise Refused("BID_NOT_HIGHER", "RB-11", bid=command.bid, standing=naming.bid)
    if command.bid > most:
        raise Refused("BID_EXCEEDS_CASH", "RB-11", bid=command.bid, cash=most)
    decision.record(CityNamed(command.player, naming.robot, command.city, command.bid))


def pass_naming(decision: Decision, command: PassNaming) -> None:
    naming = open_choice(decision.state, command, CityNaming)
    if not naming.bids:
        raise Refused("CITY_MUST_BE_NAMED", "RB-11", cities=len(naming.cities))
    decision.record(NamingPassed(command.player, naming.robot))


Choice = TypeVar("Choice", CityBarring, CityNaming)


def open_choice(state: State, command: Command, kind: type[Choice]) -> Choice:
    """The choice of this kind, if this seat is asked for it."""
    choice = state.robot_choice
    if state.phase != BUILDING:
        raise Refused("WRONG_PHASE", "PG-GEN-01", phase=state.phase, needed=BUILDING)
    if choice is None and kind is CityNaming:
        raise Refused("NO_CITY_TO_NAME", "RB-11", to_act=state.waiting[0])
    if choice is None:
        raise Refused("NO_CITY_TO_BAR", "RB-10", to_act=state.waiting[0])
    if not isinstance(choice, kind) or command.player != choice.asked[0]:
        raise Refused("DECISION_PENDING", "PG-GEN-02", decision=choice.decision, to_act=choice.asked[0])
    return choice


def bids(state: State, naming: CityNaming) -> tuple[int, int]:
    """The least and the most that the seat that is asked may bid; the least is above the most if it cannot."""
    return (naming.bid + 1, state.holdings[naming.asked[0]].cash) if naming.bids else (0, 0)


def options(state: State, choice: CityBarring | CityNaming) -> tuple[Option, ...]:
    seat = choice.asked[0]
    if isinstance(choice, CityBarring):
        return tuple([BarCityOption(seat, choice.robot, choice.region, city) for city in choice.cities])
    least, most = bids(state, choice)
    cities = choice.cities if least <= most else ()
    named = tuple([NameCityOption(seat, choice.robot, city, least, most) for city in cities])
    return (*named, PassNamingOption(seat, choice.robot)) if choice.bids else named


# ---- power (RB-09) ----


def run(decision: Decision, robot: Robot) -> None:
    rules, state = decision.rules, decision.state
    assert rules.robots, "a robot has tiles"
    most = tile(rules.robots.power, robot.power).plants if robot.power else ALL
    (offer,) = bureaucracy.options(rules, state, robot.player)
    assert isinstance(offer, RunPlantsOption)
    powers = {plant.plant: plant.powers for plant in offer.plants}

    def worth(runs: tuple[Run, ...]) -> tuple[int, int]:
        output = sum([powers[each.plant] for each in runs])
        return min(output, offer.network_size), -sum([sum(each.fuel.values()) for each in runs])

    plans = [runs for runs in offer.plans() if len(runs) <= most]
    bureaucracy.run_plants(decision, RunPlants(robot.player, max(plans, key=worth)))
