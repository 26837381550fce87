"""The factors of the card game's planner: alternatives, and plants that the trust company will have taken."""

import pytest
from msgspec.structs import replace

from domain.card_game.forecast import fed_lines
from domain.card_game.messages import PassBid, PlaceBid, PlantBought
from domain.card_game.options import BidPass, Bids
from domain.card_game.planner import planner, takes_next
from domain.card_game.view import Column, FuelCard, OfferedPlant, PlantFace
from domain.kernel.dice import Dice
from tests.kit import decider, whole_game


@pytest.mark.parametrize(("players", "has_trust"), [(2, True), (3, False)])
def test_the_trust_company_is_expected_to_take_a_plant_until_it_has(players, has_trust):
    rules = decider("card_game", players)
    told = {False: set(), True: set()}
    sold = False
    for turn in whole_game(rules, players, "planner", "trust"):
        if turn.state.phase != "AUCTION":
            break
        sold = sold or any(isinstance(event, PlantBought) for event in turn.events)
        told[sold].add(takes_next(rules.view(turn.state, None)))
    assert told == {False: {has_trust}, True: {False}}


def coal(number, need=3):
    return PlantFace(f"coal-{number}", number, "coal", need, 9)


ECO = PlantFace("eco", 12, "eco", 0, 7)


def profits(units, faces, others=()):
    """The forecast for these plants of seat 0, with so many units of coal on the market."""
    rules = decider("card_game", 3)
    state = next(iter(whole_game(rules, 3, "planner", "coal"))).state
    board = rules.view(state, None)
    columns = (Column(1, ()), Column(2, (FuelCard("a", "coal", units),)))
    players = [replace(each, plants=tuple(others) if each.seat else ()) for each in board.players]
    board = replace(board, columns=columns, players=tuple(players), row=(0, 1, 2))
    return [round(line.profit, 1) for line in fed_lines(board, board.players[0], faces)]


def test_plants_that_burn_the_same_share_the_fuel_that_there_is():
    assert profits(9, [coal(12), coal(20), coal(24), ECO]) == [9, 9, 9, 7]
    assert profits(6, [coal(12), coal(20), coal(24), ECO]) == [6, 6, 6, 7]
    assert profits(0, [coal(12), ECO]) == [0, 7]


def test_fuel_that_others_want_is_counted_as_gone():
    alone, contested = profits(6, [coal(12)]), profits(6, [coal(12)], others=[coal(20)])
    assert alone == [9]
    assert contested[0] < 9


@pytest.mark.parametrize(("cash", "bids"), [(12, True), (13, False), (14, False)])
def test_a_better_plant_is_waited_for_if_one_elektro_above_its_lowest_bid_can_be_paid(cash, bids):
    rules = decider("card_game", 3)
    board = rules.view(next(iter(whole_game(rules, 3, "planner", "offer"))).state, None)
    poor, good = PlantFace("poor", 3, "eco", 0, 6), PlantFace("good", 12, "eco", 0, 20)
    players = (replace(board.players[0], cash=cash, plants=()), *board.players[1:])
    board = replace(board, offer=(OfferedPlant(poor, 3), OfferedPlant(good, 12)), players=players)
    options = (Bids(0, "poor", 3, cash), BidPass(0, "poor"))
    command = planner(board, options, 0, Dice.from_text("bot").roll("bot"))
    assert command == (PlaceBid(0, 3) if bids else PassBid(0))
