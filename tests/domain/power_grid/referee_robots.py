"""Robots by the referee: their tiles, their place in the order, and where they build.

referee.py explains `yield`.
"""

from msgspec import UNSET

from domain.power_grid.messages import (
    BuildingFinished,
    CityBarred,
    CityConnected,
    CityNamed,
    CityNamingBegan,
    NamingPaid,
    NamingPassed,
    RobotBuilt,
    RobotDrew,
    RobotRegionDrawn,
    RoundBegan,
)
from tests.domain.power_grid.referee_plants import replace_cheapest
from tests.domain.power_grid.referee_table import demand, same

COLOURS = 6


def robots_join(table):
    """RB-01, RB-02: each robot has a tile of each kind that the edition lists. Gives the event that begins round 1."""
    while isinstance(event := (yield (RobotBuilt, RoundBegan)), RobotBuilt):
        demand(event.player not in table.robots and event.player < table.players, "a seat is a robot once")
        for kind, listed in table.robot_tiles.items():
            chosen = getattr(event, kind)
            demand(chosen in [each["id"] for each in listed], f"{chosen} is a tile")
            others = [getattr(each, kind) for each in table.robots.values()]
            demand("first_city" not in table.robot_tiles or chosen not in others, f"{chosen} is there once")
        table.robots[event.player] = event
        same("money at the start", event.cash, 100 if table.gives(event.player, "money") else UNSET)
        if event.cash is not UNSET:
            table.seats[event.player].cash = event.cash
    demand(len(table.robots) < table.players, "one seat is not a robot")
    last = [player for player in table.robots if table.gives(player, "last")]
    demand(not last or len(table.robots) == 1, "a robot that is always last is the only one (RB-12)")
    return event


def in_their_places(table, order):
    """RB-06, RB-12."""
    last = [player for player in order if player in table.robots and is_last(table, player)]
    return (*[each for each in order if each not in last], *last)


def is_last(table, player):
    if table.robots[player].order:
        return table.tile(player, "order")["place"] == "last"
    return table.gives(player, "last")


def building_order(table):
    """PG-BLD-01; in round 1 some robots come first or last (RB-11)."""
    turns = dict.fromkeys(table.order, 1)
    if table.round == 1:
        for player in table.robots:
            if table.robots[player].first_city is not UNSET:
                turns[player] = {"first": 0, "last": 2}.get(table.tile(player, "first_city").get("turn"), 1)
    return tuple(player for turn in range(3) for player in reversed(table.order) if turns[player] == turn)


def robot_builds(table, player):
    """RB-08: as many cities as its tile says, and no fewer while it can connect one."""
    built = 0
    while reach := within_reach(table, player, built):
        city = yield from choice_of_city(table, player, reach, built)
        connected = yield CityConnected
        same("who builds where", (connected.player, connected.city), (player, city))
        check_connection(table, connected, built)
        built += 1
        while table.market.is_outgrown():
            yield from replace_cheapest(table, "OBSOLETE")
    finished = yield BuildingFinished
    same("who has built how much", (finished.player, finished.houses_built), (player, built))


def may_build(table, player, built):
    size, tile, stage = len(table.seats[player].cities), table.tile(player, "building"), table.stage - 1
    if table.map == "japan" and table.round == 1 and size and table.options.get("first_round") != "free":
        return False  # JP-07
    most = tile.get("network", (99, 99, 99))[stage]
    if tile.get("no_more_than") == "first_player":
        most = max(1, len(table.seats[people(table)[0]].cities))
    elif tile.get("no_more_than") == "supplied":
        most = max(1, table.best_powered(player, network=99))
    return built < tile["cities"][stage] and size < most


def within_reach(table, player, built):
    """Return the cities that it can connect now by region, as the map lists them."""
    found = {}
    if not may_build(table, player, built):
        return found
    for region in table.board["regions"]:
        for city, figures in table.area.cities.items():
            if figures["region"] != region["id"]:
                continue
            price = price_for(table, player, city, built)
            if price is not None and price[0] + price[3] <= table.seats[player].cash:
                found.setdefault(region["id"], []).append(city)
    chosen_by_the_last_player = table.seats[player].cities and table.tile(player, "building").get("named")
    return not_through_others(table, player, found, built) if chosen_by_the_last_player else found


def not_through_others(table, player, reach, built):
    every = {city for cities in reach.values() for city in cities}
    left = {}
    for region, cities in reach.items():
        for city in cities:
            if every.isdisjoint(price_for(table, player, city, built)[1][:-1]):
                left.setdefault(region, []).append(city)
    return left


def price_for(table, player, city, built):
    """Connection, path, whether it is flat, and slot (AU-15, RB-12); None if the city is not open to the robot."""
    seat, area = table.seats[player], table.area
    if city in seat.cities or not area.is_open(city):
        return None
    if not seat.cities and table.map == "japan" and city not in table.board["start_cities"]:
        return None
    if not seat.cities and table.options.get("first_city") == "empty_city" and area.houses[city]:
        return None
    if table.gives(player, "free_city") and not built:
        return 0, (), False, 0
    if table.gives(player, "city_price"):
        return 0, (), False, 10
    slot_cost = area.slot(city)[1]
    if not seat.cities:
        return 0, (), False, slot_cost
    if table.map == "australia":
        return 20, (), True, slot_cost
    return *area.cheapest_way(seat.cities, city), False, slot_cost


def people(table):
    return [player for player in table.order if player not in table.robots]


def choice_of_city(table, player, reach, built):
    """RB-08, RB-10, RB-11: the city is drawn, or players bar or name cities."""
    every = tuple(city for cities in reach.values() for city in cities)
    way = "drawn"
    if table.robots[player].first_city is not UNSET and not table.seats[player].cities:
        way = table.tile(player, "first_city")["way"]
    elif table.tile(player, "building").get("named"):
        return (yield from naming(table, player, every, people(table)[-1:], False))
    if way == "drawn":
        return (yield from drawing(table, player, reach))
    if way == "barred":
        drawn = yield RobotRegionDrawn
        same("cities", (drawn.player, drawn.region, drawn.cities), (player, "", every))
        return (yield from barring(table, player, drawn, list(every), tuple(people(table)), 1))[0]
    return (yield from naming(table, player, every, people(table), way == "bid"))


def drawing(table, player, reach):
    """RB-10: a region, then one of six cities; the last player bars the others. Gives the city."""
    if table.rules_version < 3:
        drew = yield RobotDrew
        left = reach[drew.region]
    else:
        drew = yield (RobotRegionDrawn, RobotDrew)
        region, left = drew.region, list(reach[drew.region])
        same("cities are barred", isinstance(drew, RobotRegionDrawn), len(left) > COLOURS)
        if isinstance(drew, RobotRegionDrawn):
            same("robot and cities", (drew.player, drew.cities), (player, tuple(left)))
            left = yield from barring(table, player, drew, left, tuple(people(table)[-1:]), COLOURS)
            drew = yield RobotDrew
        same("region", drew.region, region)
    same("robot", drew.player, player)
    demand(drew.city in left, f"{drew.city} is one of {left}")
    return drew.city


def barring(table, player, drawn, left, asked, until):
    same("who bars how long", (drawn.asked, drawn.until), (asked, until))
    while len(left) > until:
        barred = yield CityBarred
        same("who bars for whom", (barred.player, barred.robot), (asked[0], player))
        demand(barred.city in left, f"{barred.city} is one of {left}")
        left.remove(barred.city)
        asked = (*asked[1:], asked[0])
    return left


def naming(table, player, cities, asked, bids):
    """RB-11: each names a city, and one of them is drawn; or the highest bidder names it and pays."""
    began = yield CityNamingBegan
    same("naming", (began.player, began.cities, list(began.asked), began.bids), (player, cities, asked, bids))
    named, bid, bidder = [], -1, None
    for seat in asked:
        event = yield (CityNamed, NamingPassed) if bids else CityNamed
        same("who names for whom", (event.player, event.robot), (seat, player))
        if isinstance(event, CityNamed):
            demand(event.city in cities, f"{event.city} may be named")
            demand(bid < event.bid <= table.seats[seat].cash if bids else event.bid == 0, f"{event.bid} is a bid")
            named = [event.city] if bids else [*named, event.city]
            bid, bidder = event.bid, seat
    if bids and bidder is not None:
        paid = yield NamingPaid
        same("who pays", (paid.player, paid.robot, paid.bid), (bidder, player, bid))
        table.pay(bidder, bid, paid.cash_after)
    left = sorted(set(named or cities))
    if len(left) == 1:
        return left[0]
    drew = yield RobotDrew
    demand(drew.city in left, f"{drew.city} is one of {left}")
    same("draw", (drew.player, drew.region), (player, table.area.cities[drew.city]["region"]))
    return drew.city


def check_connection(table, event, built):
    seat, area = table.seats[event.player], table.area
    starts = not seat.cities
    cost, path, flat, slot_cost = price_for(table, event.player, event.city, built)
    same("slot", (event.slot, event.slot_cost), (area.slot(event.city)[0], slot_cost))
    same("connection", (event.connection_cost, event.path, event.flat), (cost, path, flat))
    same("mode", (event.mode, event.starts_network), ("START", 1) if starts else ("EXTEND", None))
    same("total", event.total, cost + slot_cost)
    table.pay(event.player, event.total, event.cash_after)
    seat.networks += starts
    seat.cities.append(event.city)
    area.houses[event.city] += 1
    table.houses_this_round += 1
    same("network", event.network_size, len(seat.cities))
