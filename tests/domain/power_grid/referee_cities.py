"""Phase 4 by the referee: the play area, the cheapest way, slots, blackout.

referee.py explains `yield`.
"""

from heapq import heapify, heappop, heappush

from domain.power_grid.messages import (
    BlackoutDeclared,
    BuildingFinished,
    BuildingOrdered,
    CityConnected,
    RegionChosen,
)
from tests.domain.power_grid.referee_plants import replace_cheapest
from tests.domain.power_grid.referee_robots import building_order, robot_builds
from tests.domain.power_grid.referee_table import demand, same


class PlayArea:
    """The cities of the chosen regions and the links between them; no path leads through others (PG-SET-02)."""

    def __init__(self, table, regions):
        self.table = table
        self.cities = {city["id"]: city for city in table.board["cities"] if city["region"] in regions}
        self.houses = dict.fromkeys(self.cities, 0)
        self.links = {city: [] for city in self.cities}
        for link in table.board["connections"]:
            if link["a"] in self.cities and link["b"] in self.cities:
                self.links[link["a"]].append((link["b"], link["cost"]))
                self.links[link["b"]].append((link["a"], link["cost"]))

    def cheapest_way(self, owned, city):
        """PG-BLD-03 to PG-BLD-05: cost and path. Equal costs: fewer links, then the smaller names. Or None."""
        queue, visited = [(0, 0, (start,)) for start in owned], set()
        heapify(queue)
        while queue:
            cost, links, path = heappop(queue)
            if path[-1] == city:
                return cost, path
            if path[-1] not in visited:
                visited.add(path[-1])
                for other, price in self.links[path[-1]]:
                    heappush(queue, (cost + price, links + 1, (*path, other)))
        return None

    def slot(self, city):
        """PG-BLD-06, PG-BLD-07, JP-08, JP-09: the first free place, its price, and whether it is open yet."""
        prices = self.cities[city].get("slots", self.table.base["city_slots"])
        demand(self.is_open(city), f"{city} has room in stage {self.table.stage}")
        return self.houses[city], prices[self.houses[city]]

    def is_open(self, city):
        figures, base = self.cities[city], self.table.base
        prices = figures.get("slots", base["city_slots"])
        is_open = self.houses[city] < figures.get("open_slots", base["open_slots_by_stage"])[self.table.stage - 1]
        if self.table.options.get("dear_cities") == "from_stage_2" and self.table.stage == 1:
            is_open = is_open and prices[0] < 15  # DEC-PG-29
        return is_open


def draft(table):
    """PG-SET-12: the seats choose a region each in the first turn order, and again until the table's number."""
    chosen, people = [], [player for player in table.order if player not in table.robots]
    while len(chosen) < table.limit("regions"):
        event = yield RegionChosen
        same("who chooses", event.player, people[len(chosen) % len(people)])
        demand(event.region not in chosen, f"{event.region} is free")
        chosen.append(event.region)
        listed = [region["id"] for region in table.board["regions"] if region["id"] in chosen]
        same("regions so far", list(event.regions), listed)
        check_touching(table, chosen)
    table.area = PlayArea(table, chosen)


def check_regions(table, regions):
    """PG-SET-02, AU-01: as many as the table says; they touch, but on Australia."""
    same("number of regions", len(set(regions)), table.limit("regions"))
    check_touching(table, regions)


def check_touching(table, regions):
    reached = [regions[0]]
    for region in reached:
        touching = table.board["region_adjacency"][region]
        reached += [other for other in regions if other in touching and other not in reached]
    demand(table.map == "australia" or set(reached) == set(regions), f"{regions} touch")


def building(table):
    """PG-BLD-01 to PG-BLD-13: in reverse order, any number of cities each."""
    table.houses_this_round, table.blackout = 0, False
    order = building_order(table)
    if order != table.order[::-1]:
        ordered = yield BuildingOrdered
        same("order of building", ordered.order, order)
    for player in order:
        if player in table.robots:
            yield from robot_builds(table, player)
            continue
        before = table.houses_this_round
        while isinstance(event := (yield (CityConnected, BuildingFinished)), CityConnected):
            same("who builds", event.player, player)
            check_connection(table, event)
            while table.market.is_outgrown():
                yield from replace_cheapest(table, "OBSOLETE")
        same("who has built", event.player, player)
        same("houses built", event.houses_built, table.houses_this_round - before)
    yield from blackout(table)


def check_connection(table, event):
    seat, area = table.seats[event.player], table.area
    demand(event.city in area.cities and event.city not in seat.cities, f"{event.city} may be connected (PG-BLD-08)")
    slot, slot_cost = area.slot(event.city)
    same("slot", (event.slot, event.slot_cost), (slot, slot_cost))
    cost, path, flat = new_network(table, event) if event.mode == "START" else extension(table, event)
    same("connection", (event.connection_cost, event.path, event.flat), (cost, path, flat))
    same("total", event.total, cost + slot_cost)
    table.pay(event.player, cost + slot_cost, event.cash_after)
    seat.cities.append(event.city)
    area.houses[event.city] += 1
    table.houses_this_round += 1
    same("network", event.network_size, len(seat.cities))


def new_network(table, event):
    """PG-BLD-02, PG-BLD-09, JP-04 to JP-06: the first house of a network costs its slot only."""
    seat = table.seats[event.player]
    seat.networks += 1
    same("network number", event.starts_network, seat.networks)
    demand(seat.networks <= (2 if table.map == "japan" else 1), "another network may be started")
    demand(table.map != "japan" or event.city in table.board["start_cities"], f"{event.city} is a start city")
    if table.options.get("first_city") == "empty_city":
        demand(table.area.houses[event.city] == 0, f"{event.city} is empty (DEC-PG-17)")
    return 0, (), False


def extension(table, event):
    """PG-BLD-03, JP-07, AU-09: cost, path, and whether Australia's flat rate was paid."""
    seat = table.seats[event.player]
    demand(seat.cities, "there is a network to extend")
    same("network number", event.starts_network, None)
    starts_only = table.map == "japan" and table.options.get("first_round") != "free"  # DEC-PG-28
    demand(not starts_only or table.round > 1, "nobody extends a network in round 1")
    way, flat_cost = table.area.cheapest_way(seat.cities, event.city), table.board.get("flat_connection_cost")
    if flat_cost is not None and (way is None or way[0] > flat_cost):
        return flat_cost, (), True
    demand(way, f"a way leads to {event.city}")
    return *way, False


def blackout(table):
    """IN-08: more than two houses a player in one round."""
    safe = 2 * table.players
    if table.map == "india" and table.houses_this_round > safe:
        declared = yield BlackoutDeclared
        same("houses of the round", (declared.houses_built, declared.threshold), (table.houses_this_round, safe))
        table.blackout = True
