"""The play area of a game: its cities and the cheapest way between any two, worked out once per map and regions."""

from collections.abc import Iterable, Mapping
from heapq import heappop, heappush
from itertools import combinations

from msgspec import Struct

from domain.power_grid.figures import City, MapEdition

Way = tuple[int, int, tuple[str, ...]]
"""Cost, number of links, cities from end to end: equal costs: fewer links, then the smaller names (PG-BLD-03)."""


class Area(Struct, frozen=True):
    """`ways_to[b][a]` is missing where no path leads from a to b inside the play area."""

    cities: Mapping[str, City]
    ways_to: Mapping[str, Mapping[str, Way]]


class Atlas:
    """A map and its play areas, each worked out when first asked for. One a process and edition: see `variants`."""

    def __init__(self, board: MapEdition) -> None:
        self.board = board
        self._areas: dict[tuple[str, ...], Area] = {}

    def area(self, regions: tuple[str, ...]) -> Area:
        found = self._areas.get(regions)
        if found is None:
            found = self._areas[regions] = play_area(self.board, regions)
        return found


def play_area(board: MapEdition, regions: tuple[str, ...]) -> Area:
    """Links with an end outside the regions do not exist, not even to pass through (DEC-PG-18)."""
    inside = {city.id: city for city in board.cities if city.region in regions}
    neighbours: dict[str, list[tuple[str, int]]] = {city: [] for city in inside}
    for link in board.connections:
        if link.a in inside and link.b in inside:
            neighbours[link.a].append((link.b, link.cost))
            neighbours[link.b].append((link.a, link.cost))
    ways_to: dict[str, dict[str, Way]] = {city: {} for city in inside}
    for start in inside:
        for end, way in ways_from(start, neighbours).items():
            ways_to[end][start] = way
    return Area(inside, ways_to)


def ways_from(start: str, neighbours: Mapping[str, list[tuple[str, int]]]) -> dict[str, Way]:
    """Dijkstra over (cost, links, names), so that ties are settled on the way."""
    found: dict[str, Way] = {}
    queue: list[Way] = [(0, 0, (start,))]
    while queue:
        cost, links, path = heappop(queue)
        city = path[-1]
        if city in found:
            continue
        found[city] = (cost, links, path)
        for other, price in neighbours[city]:
            if other not in found:
                heappush(queue, (cost + price, links + 1, (*path, other)))
    return found


def legal_regions(board: MapEdition, count: int) -> tuple[tuple[str, ...], ...]:
    """Every set of regions that may be played, in the map's order (PG-SET-02, AU-01)."""
    names = tuple(region.id for region in board.regions)
    sets = combinations(names, count)
    return tuple(chosen for chosen in sets if not board.regions_must_touch or are_connected(board, chosen))


def are_connected(board: MapEdition, regions: Iterable[str]) -> bool:
    left = list(regions)
    reached = [left.pop()]
    for region in reached:
        touching = [other for other in left if other in board.region_adjacency[region]]
        reached += touching
        left = [other for other in left if other not in touching]
    return not left
