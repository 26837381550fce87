"""The figures of the USA (US) alone. Rules: docs/rules/power_grid.md §23; both base maps: test_base_maps.py."""

from collections import Counter

import pytest

from domain.power_grid.editions import current, pinned
from domain.power_grid.messages import BUILDING, CityConnected, ConnectCity
from tests.domain.power_grid.positions import position, power_grid
from tests.kit import of_type


def board():
    return pinned("usa", current("usa"))[1]


@pytest.mark.rule("US-03", "PG-SET-02")
def test_the_map_has_six_regions_of_seven_cities():
    cities = board().cities
    assert len(cities) == 42
    assert set(Counter(city.region for city in cities).values()) == {7}
    assert len(board().connections) == 87
    costs = {(link.a, link.b): link.cost for link in board().connections}
    for one, other, cost in (
        ("miami", "tampa", 4),
        ("new_york", "philadelphia", 0),
        ("salt_lake_city", "santa_fe", 28),
    ):
        assert costs[one, other] == cost


@pytest.mark.rule("US-03", "PG-BLD-03")
def test_a_network_grows_along_the_cheapest_links():
    game = position(power_grid("usa"), BUILDING, cities={2: ("miami",)}, cash={2: 100}, plants={2: (4,)})
    (first,) = of_type(game.when(ConnectCity(2, "tampa")), CityConnected)
    (second,) = of_type(game.given(ConnectCity(2, "tampa")).when(ConnectCity(2, "jacksonville")), CityConnected)
    assert (first.connection_cost, second.connection_cost) == (4, 4)
