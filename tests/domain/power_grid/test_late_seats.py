"""The server's action for a seat whose time is up (PG-GEN-06)."""

import pytest

from domain.power_grid.messages import (
    BUILDING,
    BUREAUCRACY,
    RESOURCES,
    STAGE_3,
    DeclineUraniumSale,
    FinishBuilding,
    FinishBuying,
    NominatePlant,
    PassBid,
    PassNomination,
    RunPlants,
    ScrapPlant,
    Space,
)  # fmt: skip
from domain.power_grid.modules.uranium_track import UraniumTrack
from tests.domain.power_grid.positions import position, power_grid, russia

pytestmark = pytest.mark.rule("PG-GEN-06", "TB-CLOCK-04")
ORDER = (0, 1, 2)


def late(game):
    """The default action of the seat that the game waits for."""
    (seat,) = game.decider.to_act(game.state)
    command = game.decider.default(game.state, seat)
    assert game.legal(command)
    return command


def test_it_passes_nominations_and_bids():
    game = position(russia(3), order=ORDER)
    assert late(game) == PassNomination(0)
    assert late(game.given(NominatePlant(0, 3, 3))) == PassBid(1)


def test_who_must_buy_opens_with_the_lowest_bid_on_the_cheapest_plant_that_can_be_paid():
    assert late(position(russia(3), order=ORDER, round=1)) == NominatePlant(0, 3, 3)
    outbid = position(russia(3), order=ORDER, round=1).given(NominatePlant(0, 3, 3))
    assert late(outbid) == PassBid(1)


@pytest.mark.parametrize(
    ("plants", "fuel", "closed"),
    [
        ((10, 5, 12), {}, ScrapPlant(0, 5, {})),
        ((5, 12, 13), {"coal": 4, "oil": 4}, ScrapPlant(0, 5, {"oil": 4})),
        ((5, 12, 13), {"coal": 7, "oil": 1}, ScrapPlant(0, 5, {"coal": 3, "oil": 1})),
    ],
)
def test_who_must_close_a_plant_closes_the_cheapest_and_gives_back_oil_before_coal(plants, fuel, closed):
    game = position(
        russia(3),
        order=ORDER,
        market=(44, 46, 50),
        deck=(40, STAGE_3),
        plants={0: plants},
        fuel={0: fuel},
        cash={0: 90},
    )  # fmt: skip
    assert late(game.given(NominatePlant(0, 44, 44), PassBid(1), PassBid(2))) == closed


def test_it_buys_and_builds_nothing():
    assert late(position(russia(3), RESOURCES, order=ORDER, plants={2: (3,)})) == FinishBuying(2)
    assert late(position(power_grid("india"), RESOURCES, order=ORDER, plants={2: (3,)})) == FinishBuying(2)
    assert late(position(russia(3), BUILDING, order=ORDER)) == FinishBuilding(2)


def test_it_sells_no_uranium():
    track = UraniumTrack((Space(2, 0), *(Space(price, 1) for price in (2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7))), 1)
    game = position(power_grid("australia"), BUREAUCRACY, order=ORDER, plants={1: (11,)}, modules=(track,))
    game = game.given(RunPlants(0), RunPlants(1), RunPlants(2))
    assert late(game) == DeclineUraniumSale(1)
