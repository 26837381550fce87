"""Renovation with the board game (RN-PG). Rules: docs/rules/power_grid.md §17; sums: placeholders of DEC-PG-52."""

import pytest

from domain import catalogue
from domain.power_grid.messages import (
    CompensationPaid,
    NominatePlant,
    PassBid,
    PassNomination,
    PlaceBid,
    RenovationCard,
    RenovationCardRemoved,
    ScrapPlant,
)  # fmt: skip
from domain.power_grid.modules.renovation_pile import RenovationPile
from tests.domain.power_grid.positions import MAPS, position, power_grid
from tests.kit import Refusal, names, of_type

PILE = tuple(RenovationCard(*sums) for sums in (
    (1, 5, 0), (2, 10, 5), (3, 15, 10), (4, 20, 15), (5, 25, 20), (6, 30, 25)))  # fmt: skip
FULL = {0: (3, 4, 5), 1: (7, 8, 9)}
MARKET = (20, 21, 22, 23, 24, 25)


def auction(pile=PILE, map_name="russia", plants=FULL, market=MARKET, cash=None, **changes):
    return position(
        power_grid(map_name, 3, renovation="on"), order=(0, 1, 2), round=4, plants=plants, market=market,
        cash=cash or {0: 50, 1: 50}, modules=(RenovationPile(pile),), **changes,
    )  # fmt: skip


def buys(game, seat, plant):
    """The seat buys the plant at its number."""
    game = game.given(NominatePlant(seat, plant, plant))
    while game.state.lot:
        game = game.given(PassBid(game.state.lot.bidders[0]))
    return game


@pytest.mark.rule("RN-PG-01", "DEC-PG-45", "DEC-PG-52")
def test_six_cards_lie_in_order_with_two_sums_each_marked_reconstructed():
    (pile,) = power_grid("russia", 3, renovation="on").state.modules
    assert pile.cards == PILE
    base, _ = catalogue.find("power_grid/russia").editions()
    assert "renovation" in base.reconstructed
    assert power_grid("russia", 3).state.modules == ()


@pytest.mark.rule("RN-PG-02", "RN-PG-03", "RN-PG-04", "DEC-PG-45")
def test_the_first_closing_of_the_round_gets_the_first_sum_and_later_ones_the_second():
    game = buys(auction(), 0, 20)
    events = game.when(ScrapPlant(0, 3))
    assert names(events) == ["PlantScrapped", "CompensationPaid", "PlantDrawn"]
    assert events[1] == CompensationPaid(0, 1, "FIRST", 5, 35)
    game = buys(game.given(*events), 1, 21)
    assert of_type(game.when(ScrapPlant(1, 7)), CompensationPaid) == [CompensationPaid(1, 1, "LATER", 0, 29)]
    second_card = buys(buys(auction(PILE[1:]), 0, 20).given(ScrapPlant(0, 3)), 1, 21)
    assert of_type(second_card.when(ScrapPlant(1, 7)), CompensationPaid)[0].amount == 5


@pytest.mark.rule("RN-PG-04")
def test_the_sum_never_helps_to_pay_the_bid_that_causes_the_closing():
    game = auction(cash={0: 21, 1: 50})
    assert game.refusal(NominatePlant(0, 22, 22)) == Refusal("BID_EXCEEDS_CASH", bid=22, cash=21)
    lot = game.given(NominatePlant(0, 20, 20), PlaceBid(1, 21), PassBid(2))
    assert lot.refusal(PlaceBid(0, 22)) == Refusal("BID_EXCEEDS_CASH", bid=22, cash=21)


@pytest.mark.rule("RN-PG-05")
def test_after_a_phase_with_a_compensated_closing_the_top_card_leaves():
    game = buys(auction(), 0, 20).given(ScrapPlant(0, 3), PassNomination(1))
    events = game.when(PassNomination(2))
    assert of_type(events, RenovationCardRemoved) == [RenovationCardRemoved(1, PILE[1], 5)]
    assert names(events)[-2:] == ["RenovationCardRemoved", "PhaseBegan"]
    none = auction().given(PassNomination(0), PassNomination(1))
    assert of_type(none.when(PassNomination(2)), RenovationCardRemoved) == []


@pytest.mark.rule("RN-PG-05")
def test_one_card_a_phase_leaves_at_most_and_the_last_one_stays():
    two = buys(buys(auction(), 0, 20).given(ScrapPlant(0, 3)), 1, 21).given(ScrapPlant(1, 7))
    assert len(of_type(two.when(PassNomination(2)), RenovationCardRemoved)) == 1
    last = buys(auction(PILE[5:]), 0, 20).given(ScrapPlant(0, 3), PassNomination(1))
    assert of_type(last.when(PassNomination(2)), RenovationCardRemoved) == []
    assert last.given(PassNomination(2)).state.modules[0].cards == PILE[5:]


@pytest.mark.rule("RN-PG-06", "DEC-PG-44")
def test_only_closings_forced_by_the_limit_count_on_the_board_in_phase_2():
    """The third plant closes nothing, a plant that leaves the market neither; mines on Australia neither."""
    third = buys(auction(plants={0: (3, 4)}), 0, 20)
    assert third.state.scrap is None
    first_pass = auction().when(PassNomination(0))
    assert "PlantRemoved" in names(first_pass)
    assert of_type(first_pass, CompensationPaid) == []
    mine = buys(auction(map_name="australia", market=(23, 24, 25, 26, 27, 29, 30, 31), plants={0: (3, 4, 5)}), 0, 23)
    assert mine.state.scrap is None


@pytest.mark.rule("RN-PG-07")
@pytest.mark.parametrize("map_name", MAPS)
def test_it_may_be_played_on_every_map_and_changes_nothing_else(map_name):
    with_it, without = power_grid(map_name, 3, renovation="on"), power_grid(map_name, 3)
    assert with_it.state.market == without.state.market
    assert [part for part in with_it.state.modules if not isinstance(part, RenovationPile)] == list(
        without.state.modules
    )
