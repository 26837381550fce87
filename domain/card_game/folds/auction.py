"""Phase 1."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from domain.card_game.folds.parts import with_player
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
from domain.card_game.state import SEATS, Lot, State, without
from domain.kernel.messages import Event


def discount_placed(state: State, event: DiscountPlaced) -> State:
    return replace(state, plants=replace(state.plants, discount=event.card))


def discount_removed(state: State, _event: DiscountRemoved) -> State:
    return replace(state, plants=replace(state.plants, discount=None))


def plant_nominated(state: State, event: PlantNominated) -> State:
    auction, first, count = state.auction, event.player + 1, len(state.players)
    out = auction.bought + auction.passed
    bidders = tuple([seat for seat in SEATS[first:count] + SEATS[:first] if seat not in out])
    return replace(state, auction=replace(auction, lot=Lot(event.card, event.bid, bidders)))


def nomination_passed(state: State, event: NominationPassed) -> State:
    return replace(state, auction=replace(state.auction, passed=(*state.auction.passed, event.player)))


def bid_placed(state: State, event: BidPlaced) -> State:
    lot = state.auction.lot
    assert lot, "no lot is open"
    bidders = (*[seat for seat in lot.bidders if seat != event.player], event.player)
    return replace(state, auction=replace(state.auction, lot=Lot(lot.card, event.amount, bidders)))


def bid_passed(state: State, event: BidPassed) -> State:
    lot = state.auction.lot
    assert lot, "no lot is open"
    bidders = tuple([seat for seat in lot.bidders if seat != event.player])
    return replace(state, auction=replace(state.auction, lot=Lot(lot.card, lot.bid, bidders)))


def plant_bought(state: State, event: PlantBought) -> State:
    seat, auction = event.player, state.auction
    buyer = state.players[seat]
    scrap = seat if event.scrap_required else None
    return replace(
        state,
        players=with_player(state, seat, replace(buyer, cash=event.cash_after, plants=(*buyer.plants, event.card))),
        plants=replace(state.plants, offer=event.offer, outlook=event.outlook),
        auction=replace(auction, bought=(*auction.bought, seat), lot=None, scrap=scrap),
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
