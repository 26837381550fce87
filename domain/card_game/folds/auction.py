"""Phase 1."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from domain.card_game.folds.parts import with_player, without
from domain.card_game.messages import (
    BidPassed,
    BidPlaced,
    CompensationPaid,
    DiscountPlaced,
    DiscountRemoved,
    NominationPassed,
    PlantBought,
    PlantNominated,
    PlantScrapped,
    RenovationCardRemoved,
)
from domain.card_game.state import Lot, State
from domain.kernel.decider import Event
from domain.kernel.ids import Seat


def discount_placed(state: State, event: DiscountPlaced) -> State:
    return replace(state, plants=replace(state.plants, discount=event.card))


def discount_removed(state: State, _event: DiscountRemoved) -> State:
    return replace(state, plants=replace(state.plants, discount=None))


def plant_nominated(state: State, event: PlantNominated) -> State:
    auction, count = state.auction, len(state.players)
    clockwise = (Seat((event.player + step) % count) for step in range(1, count + 1))
    bidders = tuple(seat for seat in clockwise if seat not in auction.bought and seat not in auction.passed)
    return replace(state, auction=replace(auction, lot=Lot(event.card, event.bid, bidders)))


def nomination_passed(state: State, event: NominationPassed) -> State:
    return replace(state, auction=replace(state.auction, passed=(*state.auction.passed, event.player)))


def bid_placed(state: State, event: BidPlaced) -> State:
    lot = state.auction.lot
    assert lot, "no lot is open"
    bidders = (*(seat for seat in lot.bidders if seat != event.player), event.player)
    return replace(state, auction=replace(state.auction, lot=Lot(lot.card, event.amount, bidders)))


def bid_passed(state: State, event: BidPassed) -> State:
    lot = state.auction.lot
    assert lot, "no lot is open"
    bidders = tuple(seat for seat in lot.bidders if seat != event.player)
    return replace(state, auction=replace(state.auction, lot=Lot(lot.card, lot.bid, bidders)))


def plant_bought(state: State, event: PlantBought) -> State:
    buyer = state.players[event.player]
    auction = replace(
        state.auction,
        bought=(*state.auction.bought, event.player),
        lot=None,
        scrap=event.player if event.scrap_required else None,
    )
    return replace(
        state,
        players=with_player(
            state, event.player, replace(buyer, cash=event.cash_after, plants=(*buyer.plants, event.card))
        ),
        plants=replace(state.plants, offer=event.offer, outlook=event.outlook),
        auction=auction,
        bank=state.bank + event.price,
    )


def plant_scrapped(state: State, event: PlantScrapped) -> State:
    owner = state.players[event.player]
    return replace(
        state,
        players=with_player(state, event.player, replace(owner, plants=without(owner.plants, event.card))),
        plants=replace(state.plants, out=(*state.plants.out, event.card)),
        auction=replace(state.auction, scrap=None),
    )


def compensation_paid(state: State, event: CompensationPaid) -> State:
    return replace(
        state,
        players=with_player(state, event.player, replace(state.players[event.player], cash=event.cash_after)),
        auction=replace(state.auction, compensated=state.auction.compensated + 1),
        bank=state.bank - event.amount,
    )


def renovation_card_removed(state: State, _event: RenovationCardRemoved) -> State:
    return replace(state, renovation=state.renovation[1:])


FOLDS: Final[dict[type[Event], Callable[[State, Any], State]]] = {
    DiscountPlaced: discount_placed,
    DiscountRemoved: discount_removed,
    PlantNominated: plant_nominated,
    NominationPassed: nomination_passed,
    BidPlaced: bid_placed,
    BidPassed: bid_passed,
    PlantBought: plant_bought,
    PlantScrapped: plant_scrapped,
    CompensationPaid: compensation_paid,
    RenovationCardRemoved: renovation_card_removed,
}
