"""Players of the house. They see a board and options, never the state."""

from collections.abc import Mapping
from typing import Final

from domain.card_game.expert import TRIES, Search
from domain.card_game.figures import FUELS, KINDS
from domain.card_game.fuel import room
from domain.card_game.options import (
    BidPass,
    Bids,
    BuyingEnd,
    Demolition,
    NominationPass,
    Nominations,
    Production,
    ResourcePurchase,
)
from domain.card_game.picking import CARDS_DRAWN_A_ROUND, UNIT_COST, best_plan, of_type, only
from domain.card_game.planner import planner
from domain.card_game.rules import Rules
from domain.card_game.state import AUCTION, RESOURCES
from domain.card_game.view import CardGameBoard, Owner, PlantFace
from domain.kernel import search
from domain.kernel.decider import Bot
from domain.kernel.dice import Roll
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Option
from domain.kernel.simulation import random_bot

PLANTS_MAX: Final = 3
ELEKTRO_A_POINT: Final = 10
PATIENCE: Final = 4
"""Rounds beyond which the greedy bot does not count on a plant: it will be outdone by then."""


def careful(options: tuple[Option, ...]) -> Command:
    """The move of a late seat (CG-GEN-04): the cheapest legal one, except that its plants produce."""
    for kind in (NominationPass, BidPass, BuyingEnd):
        for option in of_type(options, kind):
            return option.nth(0)
    for production in of_type(options, Production):
        return best_plan(production)
    demolitions = of_type(options, Demolition)
    if demolitions:
        return min(demolitions, key=lambda option: option.number).nth(0)
    return min(of_type(options, Nominations), key=lambda option: option.bid_min).nth(0)


def greedy(board: CardGameBoard, options: tuple[Option, ...], seat: Seat, _roll: Roll) -> Command:
    """Buys what earns most for its price, fuels one production, runs it all."""
    me = board.players[seat]
    if board.phase == AUCTION:
        return _in_auction(board, me, options)
    if board.phase == RESOURCES:
        return _at_market(me, options)
    return best_plan(only(options, Production))


def _in_auction(board: CardGameBoard, me: Owner, options: tuple[Option, ...]) -> Command:
    demolitions = of_type(options, Demolition)
    if demolitions:
        net = {plant.card: _net(plant) for plant in me.plants}
        return min(demolitions, key=lambda option: net[option.card]).nth(0)
    faces = {offered.plant.card: offered.plant for offered in board.offer}
    for bids in of_type(options, Bids):
        if bids.amount_min <= _limit(board, me, faces[bids.card]):
            return bids.nth(0)
    for dropping_out in of_type(options, BidPass):
        return dropping_out.nth(0)
    nominations = of_type(options, Nominations)
    gains = {option.card: _limit(board, me, faces[option.card]) - option.bid_min for option in nominations}
    best = max(nominations, key=lambda option: gains[option.card], default=None)
    for passing in of_type(options, NominationPass):
        if best is None or gains[best.card] < 0:
            return passing.nth(0)
    assert best, "who may not pass has a plant to nominate"
    return best.nth(0)


def _net(plant: PlantFace) -> float:
    return plant.profit - plant.need * UNIT_COST[plant.fuel]


def _limit(board: CardGameBoard, me: Owner, plant: PlantFace) -> float:
    """E that the plant is worth: what it earns more than the one it replaces while the game lasts, and at the end."""
    worst = min(me.plants, key=_net) if len(me.plants) == PLANTS_MAX else None
    more_income = _net(plant) - (_net(worst) if worst else 0)
    more_points = plant.profit - (worst.profit if worst else 0)
    rounds = 0 if board.last_round else board.deck_size / CARDS_DRAWN_A_ROUND[len(board.players)]
    at_the_end = ELEKTRO_A_POINT * more_points if rounds < PATIENCE else 0
    fuel = sum(other.need * UNIT_COST[other.fuel] for other in me.plants if other is not worst)
    affordable = me.cash - fuel - plant.need * UNIT_COST[plant.fuel] if board.round > 1 else me.cash
    return min(more_income * min(rounds, PATIENCE) + at_the_end, affordable)


def _at_market(me: Owner, options: tuple[Option, ...]) -> Command:
    norms = dict.fromkeys(KINDS, 0)
    for plant in me.plants:
        norms[plant.fuel] += plant.need
    short = {fuel: room(norms, me.fuel, fuel, 1) for fuel in FUELS}
    wanted = [option for option in of_type(options, ResourcePurchase) if short[option.fuel]]
    if wanted:
        return min(wanted, key=lambda option: option.price / min(option.units_kept, short[option.fuel])).nth(0)
    return only(options, BuyingEnd).nth(0)


NUMBERS: Final[Mapping[str, int]] = {"random": 1, "planner": 1, "expert": 3, "greedy": 1}


TRY_MS = 45
"""The cost of one try of `expert` (bench/tries.py)."""


def bots(rules: Rules, game: search.Rules) -> Mapping[str, Bot]:
    """The bots; the last one stands in where the table names no other (TB-OPEN-02)."""
    expert = search.Expert(lambda: Search(rules, game), TRIES, TRY_MS)
    return {"random": random_bot, "planner": planner, "expert": expert, "greedy": greedy}
