"""Rules that both maps of the base game share: Germany (DE) and the USA (US). Rules: docs/rules/power_grid.md §22, §23.

The figures of each map: test_germany.py, test_usa.py."""

import pytest

from domain import catalogue
from domain.power_grid.messages import AUCTION, STAGE_3, PassNomination, PlantRemoved
from tests.domain.power_grid.positions import position, power_grid, priced
from tests.kit import decider, of_type, refusing

pytestmark = pytest.mark.parametrize("map_name", ["germany", "usa"])


@pytest.mark.rule("DE-01", "US-01")
def test_the_market_starts_with_little_garbage_and_uranium(map_name):
    state = power_grid(map_name).state
    assert priced(state.market["coal"]) == dict.fromkeys(range(1, 9), 3)
    assert priced(state.market["oil"]) == dict.fromkeys(range(3, 9), 3)
    assert priced(state.market["garbage"]) == {7: 3, 8: 3}
    assert priced(state.market["uranium"]) == {14: 1, 16: 1}
    assert state.reserve == {"coal": 0, "oil": 6, "garbage": 18, "uranium": 10}


@pytest.mark.rule("DE-02", "US-02", "PG-SET-08", "PG-SET-09")
@pytest.mark.parametrize(("players", "cards"), [(2, 26), (3, 26), (4, 30), (5, 34), (6, 34)])
def test_the_deck_has_every_plant_with_13_on_top(map_name, players, cards):
    state = power_grid(map_name, players).state
    assert (state.current, state.future) == ((3, 4, 5, 6), (7, 8, 9, 10))
    assert state.deck[0] == 13
    assert state.deck[-1] == STAGE_3
    assert len(state.deck) == cards + 1


@pytest.mark.rule("DE-02", "US-02", "PG-AUC-15")
def test_the_cheapest_plant_leaves_when_nobody_buys(map_name):
    game = position(power_grid(map_name), AUCTION, plants={0: (13,), 1: (14,), 2: (15,)}, cash={0: 0, 1: 0, 2: 0})
    game = game.given(PassNomination(0), PassNomination(1))
    events = game.when(PassNomination(2))
    assert [event.plant for event in of_type(events, PlantRemoved)][:1] == [3]


@pytest.mark.rule("DE-02", "US-02")
def test_games_begin_with_rules_version_three(map_name):
    variant = f"power_grid/{map_name}"
    assert decider(variant, 3).rules_version >= 3
    known = catalogue.find(variant).rules_versions
    with refusing("UNKNOWN_RULES_VERSION", game="power_grid", rules_version=2, known=known):
        decider(variant, 3, rules_version=2)
