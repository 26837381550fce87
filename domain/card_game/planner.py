"""A bot that plans to the last round: it values a plant by its earnings and score until then, against the alternatives.

Like every bot it sees its seat's board and options only, and knows the printed rules and figures.
"""

from collections.abc import Sequence
from itertools import combinations
from math import fsum

from domain.card_game.figures import FUELS, KINDS
from domain.card_game.forecast import with_plant, without_plant, worth
from domain.card_game.fuel import Plan, room
from domain.card_game.messages import TRUST
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
from domain.card_game.picking import UNIT_COST, of_type, only
from domain.card_game.state import AUCTION, RESOURCES
from domain.card_game.view import CardGameBoard, Owner, PlantFace
from domain.card_game.weights import PLANNERS, Weights
from domain.kernel.dice import Roll
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Option


def planner(
    board: CardGameBoard, options: tuple[Option, ...], seat: Seat, _roll: Roll, weights: Weights = PLANNERS
) -> Command:
    me = board.players[seat]
    if board.phase == AUCTION:
        return _in_auction(board, me, options, weights)
    if board.phase == RESOURCES:
        return _at_market(board, me, options, weights)
    return _most_left(board, only(options, Production))


# ---- auction ----


def _in_auction(board: CardGameBoard, me: Owner, options: tuple[Option, ...], weights: Weights) -> Command:
    demolitions = of_type(options, Demolition)
    if demolitions:

        def worth_after(option: Demolition) -> float:
            return worth(board, me, me.cash, [each for each in me.plants if each.card != option.card], weights)

        return max(demolitions, key=worth_after).nth(0)
    faces = {offered.plant.card: offered.plant for offered in board.offer}
    for bids in of_type(options, Bids):
        with_it = with_plant(board, me, faces[bids.card], bids.amount_min, weights)
        if with_it >= otherwise(board, me, bids.card, weights):
            return bids.nth(0)
    for dropping_out in of_type(options, BidPass):
        return dropping_out.nth(0)
    nominations = of_type(options, Nominations)
    gains = {option.card: with_plant(board, me, faces[option.card], option.bid_min, weights) for option in nominations}
    best = max(nominations, key=lambda option: gains[option.card], default=None)
    for passing in of_type(options, NominationPass):
        if best is None or gains[best.card] <= without_plant(board, me, weights):
            return passing.nth(0)
    assert best, "who may not pass has a plant to nominate"
    return best.nth(0)


def otherwise(board: CardGameBoard, me: Owner, card: str, weights: Weights) -> float:
    """Return the player's forecast with each plant of the offer, and with none where it may pass."""
    offer = [offered for offered in board.offer if offered.plant.card != card]
    if offer and takes_next(board):
        offer = offer[:-1]
    others = [
        with_plant(board, me, each.plant, each.bid_min + weights.elsewhere, weights)
        for each in offer
        if each.bid_min + weights.elsewhere <= me.cash
    ]
    return max([*others, *([without_plant(board, me, weights)] if board.round > 1 or not others else [])])


def takes_next(board: CardGameBoard) -> bool:
    """Return whether the trust company will take the highest plant of the offer after this sale (CG2-04)."""
    return TRUST in board.row and not board.bought and not board.passed


# ---- fuel and production ----


def _at_market(board: CardGameBoard, me: Owner, options: tuple[Option, ...], weights: Weights) -> Command:
    """Fuel for the production that leaves most, the cheapest units first; then a stock, while fuel is cheap."""
    offers = of_type(options, ResourcePurchase)
    best, wanted = 0.0, list[ResourcePurchase]()
    for count in range(1, len(me.plants) + 1):
        for plants in combinations(me.plants, count):
            cards = _cards_for(me, plants, offers)
            if cards is None:
                continue
            gain = sum([plant.profit for plant in plants]) * (weights.elektro_a_point if board.last_round else 1)
            left = gain - sum([card.price for card in cards])
            if left > best:
                best, wanted = left, cards
    if wanted:
        return wanted[0].nth(0)
    if not board.last_round and me.cash >= weights.stock_cash:
        cheap = [card for card in offers if card.price <= weights.stock_price * UNIT_COST[card.fuel] * card.units_kept]
        if cheap:
            return min(cheap, key=lambda card: card.price / card.units_kept).nth(0)
    return only(options, BuyingEnd).nth(0)


def _cards_for(
    me: Owner, plants: Sequence[PlantFace], offers: Sequence[ResourcePurchase]
) -> list[ResourcePurchase] | None:
    """The cards to buy so that all these plants run, cheapest a unit first; None where there are too few or it costs
    too much."""
    norms = dict.fromkeys(KINDS, 0)
    for plant in plants:
        norms[plant.fuel] += plant.need
    held, cash, left, found = dict(me.fuel), me.cash, list(offers), list[ResourcePurchase]()
    while True:
        short = {fuel: room(norms, held, fuel, 1) for fuel in FUELS}
        if not any(short.values()):
            return found
        fitting = [card for card in left if short[card.fuel] and card.price <= cash]
        if not fitting:
            return None
        card = min(fitting, key=lambda card: card.price / min(card.units, short[card.fuel]))
        found.append(card)
        left.remove(card)
        held[card.fuel] += card.units
        cash -= card.price


def _most_left(board: CardGameBoard, production: Production) -> Command:
    """Most profit less what its fuel costs again."""

    def gain(plan: Plan) -> float:
        return plan.profit - fsum([UNIT_COST[fuel] * n for run in plan.runs for fuel, n in run.fuel.items()])

    return production.by_plan(max(production.plans, key=gain))
