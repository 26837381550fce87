"""The figures of Germany (DE) alone. Rules: docs/rules/power_grid.md §22; both base maps: test_base_maps.py."""

from collections import Counter

import pytest

from domain.power_grid.editions import current, pinned
from domain.power_grid.messages import BUILDING, CityConnected, ConnectCity
from tests.domain.power_grid.positions import position, power_grid
from tests.kit import of_type


def board():
    return pinned("germany", current("germany"))[1]


@pytest.mark.rule("DE-03", "PG-SET-02")
def test_the_map_has_six_regions_of_seven_cities():
    cities = board().cities
    assert len(cities) == 42
    assert set(Counter(city.region for city in cities).values()) == {7}
    assert len(board().connections) == 83
    costs = {(link.a, link.b): link.cost for link in board().connections}
    for one, other, cost in (("flensburg", "kiel", 4), ("halle", "leipzig", 0), ("koln", "wiesbaden", 21)):
        assert costs[one, other] == cost


@pytest.mark.rule("DE-03", "PG-BLD-03")
def test_a_network_grows_along_the_cheapest_links():
    game = position(power_grid("germany"), BUILDING, cities={2: ("berlin",)}, cash={2: 100}, plants={2: (4,)})
    (first,) = of_type(game.when(ConnectCity(2, "magdeburg")), CityConnected)
    (second,) = of_type(game.given(ConnectCity(2, "magdeburg")).when(ConnectCity(2, "frankfurt_o")), CityConnected)
    assert (first.connection_cost, second.connection_cost) == (10, 6)
