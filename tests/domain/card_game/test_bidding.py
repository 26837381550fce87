"""Auctions of the card game's expert: the highest bids of others, raises that they outbid, and plants for them."""

from itertools import islice

import pytest
from msgspec.structs import replace

from domain.card_game.bidding import (
    DRAINED,
    bidder,
    last_bid,
    nomination_worth,
    offered_plant,
)
from domain.card_game.messages import NominatePlant, PassBid, PassNomination, PlaceBid
from domain.card_game.options import BidPass, Bids, NominationPass, Nominations
from domain.card_game.planner import planner
from domain.card_game.state import Lot
from domain.card_game.view import OfferedPlant, PlantFace
from domain.card_game.weights import EXPERTS
from domain.kernel.dice import Dice
from tests.kit import decider, whole_game

ME, RIVAL, THIRD = 0, 1, 2
POOR, GOOD = PlantFace("poor", 3, "eco", 0, 6), PlantFace("good", 20, "eco", 0, 11)
OLD = tuple(PlantFace(f"old-{place}", 30, "eco", 0, 9) for place in range(3))
CHANCE = Dice.from_text("bot").roll("bot")


def board_of(cash, plants, offer=((POOR, 3), (GOOD, 20)), bidders=(ME, RIVAL)):
    """A round after the first, in which the seats have so much money and these plants; `GOOD` is auctioned."""
    rules = decider("card_game", 3)
    board = rules.view(next(iter(whole_game(rules, 3, "planner", "offer"))).state, None)
    players = tuple(
        replace(each, cash=money, plants=own) for each, money, own in zip(board.players, cash, plants, strict=True)
    )
    offer = tuple(OfferedPlant(*each) for each in offer)
    return replace(board, round=4, offer=offer, players=players, lot=Lot("good", 20, bidders))


def answer(board, amount):
    """The answer of `expert`, whose own plants are better than the one that is auctioned."""
    return bidder(board, (Bids(ME, "good", amount, 90), BidPass(ME, "good")), ME, CHANCE)


def test_the_last_bid_of_a_seat_is_where_planner_drops_out():
    rules = decider("card_game", 4)
    found = set()
    for turn in islice(whole_game(rules, 4, "planner", "limits"), 400):
        for seat in rules.to_act(turn.state):
            board, options = rules.view(turn.state, seat), rules.options(turn.state, seat)
            for bids in (each for each in options if isinstance(each, Bids)):
                raises = isinstance(planner(board, options, seat, CHANCE), PlaceBid)
                last = last_bid(board, board.players[seat], offered_plant(board, bids.card), bids.amount_min)
                assert (last >= bids.amount_min) == raises
                found.add(raises)
    assert found == {True, False}


@pytest.mark.parametrize(("cash", "last_raise"), [(24, 23), (60, 26)])
def test_it_raises_for_another_bidder_as_far_as_it_can_bear_the_plant(cash, last_raise):
    """It wants the plant for 22 Elektro, and bears it for 4 more. The other bidder pays up to 60, if it has them."""
    board = board_of(cash=(90, cash, 60), plants=(OLD, (POOR,), (POOR,)))
    wanted = [planner(board, (Bids(ME, "good", bid, 90), BidPass(ME, "good")), ME, CHANCE, EXPERTS) for bid in (22, 23)]
    assert wanted == [PlaceBid(ME, 22), PassBid(ME)]
    assert answer(board, last_raise) == PlaceBid(ME, last_raise)
    assert answer(board, last_raise + 1) == PassBid(ME)


def test_only_those_who_still_bid_count_as_bidders():
    board = board_of(cash=(90, 20, 60), plants=(OLD, (POOR,), (POOR,)))
    assert answer(board, 23) == PassBid(ME)
    assert answer(replace(board, lot=Lot("good", 20, (ME, THIRD))), 23) == PlaceBid(ME, 23)


def nominated(board, cash=90):
    """The nomination of `expert`, which may pass."""
    options = [Nominations(ME, each.plant.card, each.plant.number, each.bid_min, cash) for each in board.offer]
    return bidder(board, (*options, NominationPass(ME)), ME, CHANCE)


@pytest.mark.parametrize(("lowest", "command"), [(25, NominatePlant(ME, "good", 25)), (27, PassNomination(ME))])
def test_it_nominates_for_those_who_pay_more_a_plant_that_it_can_bear(lowest, command):
    board = board_of(cash=(90, 60, 60), plants=(OLD, (POOR,), (POOR,)), offer=((POOR, 3), (GOOD, lowest)))
    assert nominated(board) == command
    assert nominated(replace(board, passed=(RIVAL, THIRD))) == PassNomination(ME)


@pytest.mark.parametrize("cash", [20, 21])
def test_a_nomination_counts_the_price_that_the_others_leave(cash):
    """Another player who can raise by one Elektro at most makes the plant dearer, and does not get it."""
    board = board_of(cash=(90, cash, 0), plants=((POOR,), (POOR,), (POOR,)), offer=((GOOD, 20),))
    nomination = Nominations(ME, "good", 20, 20, 90)
    worth = nomination_worth(board, board.players[ME], nomination)
    alone = nomination_worth(replace(board, passed=(RIVAL, THIRD)), board.players[ME], nomination)
    assert alone - worth == cash - 20


def test_money_that_another_player_pays_counts_in_part():
    def worth(cash):
        board = board_of(cash=(90, 60, cash), plants=(OLD, (POOR,), (POOR,)))
        return nomination_worth(board, board.players[ME], Nominations(ME, "good", 20, 20, 90))

    assert worth(23) - worth(0) == pytest.approx(3 * DRAINED)
