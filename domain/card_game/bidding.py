"""Auctions of `expert`: it takes the others for `planner`, makes them pay, and leaves them what they value more.

The last bid of `planner` follows from the board, which is open. Other players may bid less, so `expert` only bids where
the plant would cost it little.
"""

from collections.abc import Sequence
from typing import Final

from domain.card_game.forecast import with_plant, without_plant
from domain.card_game.options import Bids, NominationPass, Nominations
from domain.card_game.picking import of_type
from domain.card_game.planner import otherwise, planner
from domain.card_game.view import CardGameBoard, OfferedPlant, Owner
from domain.card_game.weights import EXPERTS, PLANNERS
from domain.kernel.dice import Roll
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Option

DRAINED: Final = 0.3
"""The value of an Elektro that another player pays for a plant."""
RISK: Final = 4.0
"""The loss by its forecast that it bears, at most, if the others let it have a plant that it does not want."""


def bidder(board: CardGameBoard, options: tuple[Option, ...], seat: Seat, roll: Roll) -> Command:
    """Play as `planner` does with the weights of `expert`, but nominate and raise with an eye on the other bidders."""
    me = board.players[seat]
    nominations = of_type(options, Nominations)
    if nominations:
        return nominated(board, me, nominations, of_type(options, NominationPass))
    for bids in of_type(options, Bids):
        if raises_anyway(board, me, bids):
            return bids.nth(0)
    return planner(board, options, seat, roll, EXPERTS)


def nominated(
    board: CardGameBoard, me: Owner, nominations: Sequence[Nominations], passing: Sequence[NominationPass]
) -> Command:
    worths = [nomination_worth(board, me, each) for each in nominations]
    best = worths.index(max(worths))
    if passing and worths[best] <= without_plant(board, me, EXPERTS):
        return passing[0].nth(0)
    return nominations[best].nth(0)


def nomination_worth(board: CardGameBoard, me: Owner, nomination: Nominations) -> float:
    """Return the forecast with the plant at the price that the others leave, or without it where they pay more."""
    offered, lowest = offered_plant(board, nomination.card), nomination.bid_min
    bids = sorted([last_bid(board, each, offered, lowest + 1) for each in rivals(board, me)], reverse=True)
    price, paid = [*bids, lowest, lowest][:2]
    without = otherwise(board, me, nomination.card, EXPERTS)
    own = with_plant(board, me, offered.plant, price, EXPERTS) if price <= me.cash else 0.0
    if price == lowest or own >= without:
        return own
    if is_bearable(board, me, offered, lowest):
        return without + DRAINED * paid
    return with_plant(board, me, offered.plant, lowest, EXPERTS)


def raises_anyway(board: CardGameBoard, me: Owner, bids: Bids) -> bool:
    """Return whether another bidder will raise the next bid, which this seat can bear if not."""
    assert board.lot, "bids are for the plant that is auctioned"
    offered, least = offered_plant(board, bids.card), bids.amount_min + 1
    others = [board.players[seat] for seat in board.lot.bidders if seat != me.seat]
    return is_bearable(board, me, offered, bids.amount_min) and any(
        last_bid(board, each, offered, least) >= least for each in others
    )


def rivals(board: CardGameBoard, me: Owner) -> list[Owner]:
    out = {me.seat, *board.bought, *board.passed}
    return [other for other in board.players if other.seat not in out]


def offered_plant(board: CardGameBoard, card: str) -> OfferedPlant:
    return next(each for each in board.offer if each.plant.card == card)


def is_bearable(board: CardGameBoard, me: Owner, offered: OfferedPlant, price: int) -> bool:
    """Return whether the plant at that price costs little, should the others let this seat have it."""
    if price > me.cash:
        return False
    without = otherwise(board, me, offered.plant.card, EXPERTS)
    return with_plant(board, me, offered.plant, price, EXPERTS) >= without - RISK


def last_bid(board: CardGameBoard, owner: Owner, offered: OfferedPlant, least: int) -> int:
    """Return the last bid that `planner` would place at that seat, if it is asked for `least` first; one less than that
    where it would drop out at once."""
    alternative = otherwise(board, owner, offered.plant.card, PLANNERS)
    bid = least
    while bid <= owner.cash and with_plant(board, owner, offered.plant, bid, PLANNERS) >= alternative:
        bid += 1
    return bid - 1
