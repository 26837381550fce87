"""Phase 2: buying resource cards, last of the row first."""

from domain.card_game.fuel import burns, norms_of, room, units_of
from domain.card_game.market import leftovers_placed
from domain.card_game.messages import (
    BuyResourceCard,
    FinishBuying,
    PhaseBegan,
    ResourceBuyingFinished,
    ResourceCardBought,
    Row,
)
from domain.card_game.options import BuyingEnd, ResourcePurchase
from domain.card_game.rules import Decision, Rules
from domain.card_game.state import RESOURCES, State
from domain.kernel.ids import Seat
from domain.kernel.messages import Option
from domain.kernel.refused import Refused


def begin(decision: Decision) -> None:
    decision.record(PhaseBegan(RESOURCES))


def check_turn(state: State, seat: Seat) -> None:
    if state.waiting[0] != seat:
        raise Refused("NOT_YOUR_TURN", "CG-RES-01", to_act=state.waiting[0])


def times_held(rules: Rules, state: State) -> int:
    """The number of norms that a purchase may fill: the storage, in the last round one production (CG-RES-08)."""
    return 1 if state.last_round else rules.cards.tables.storage_multiplier


def column_of(columns: tuple[Row, ...], card: str) -> int:
    """Its price on the price cards, 0 when it does not lie there."""
    for column, lying in enumerate(columns, 1):
        if card in lying:
            return column
    return 0


def buy(decision: Decision, command: BuyResourceCard) -> None:
    rules, state = decision.rules, decision.state
    seat, card = command.player, command.card
    check_turn(state, seat)
    column = column_of(state.fuel.columns, card)
    if not column:
        raise Refused("CARD_NOT_ON_MARKET", "CG-RES-02", card=card)
    owner, resource = state.players[seat], rules.cards.resources[card]
    norms = norms_of(rules.cards, owner.plants)
    fitting = room(norms, units_of(rules.cards, owner.stock), resource.fuel, times_held(rules, state))
    if not fitting:
        if not burns(norms, resource.fuel):
            raise Refused("RESOURCE_NOT_USABLE", "CG-RES-03", type=resource.fuel)
        if state.last_round:
            raise Refused("NOT_NEEDED_FOR_FINAL_PRODUCTION", "CG-RES-08", type=resource.fuel)
        raise Refused("STORAGE_FULL", "CG-RES-04", type=resource.fuel)
    price = rules.cards.tables.prices[column - 1]
    if price > owner.cash:
        raise Refused("INSUFFICIENT_FUNDS", "CG-GEN-03", price=price, cash=owner.cash)
    kept = min(fitting, resource.amount)
    decision.record(ResourceCardBought(seat, card, resource.fuel, column, price, kept, owner.cash - price))
    if kept < resource.amount:
        pile, excess = state.fuel.leftovers, resource.amount - kept
        decision.record(leftovers_placed(rules.cards, pile, resource.fuel, excess, seat))


def finish(decision: Decision, command: FinishBuying) -> None:
    check_turn(decision.state, command.player)
    decision.record(ResourceBuyingFinished(command.player))
    decision.record_all(decision.rules.company.resource_turn(decision.state))


def options(rules: Rules, state: State, seat: Seat) -> tuple[Option, ...]:
    cards, owner = rules.cards, state.players[seat]
    norms, stock = norms_of(cards, owner.plants), units_of(cards, owner.stock)
    times = times_held(rules, state)
    rooms = {fuel: room(norms, stock, fuel, times) for fuel in stock}
    purchases = []
    for column, (price, lying) in enumerate(zip(cards.tables.prices, state.fuel.columns, strict=True), 1):
        for card in cards.sorted_column(lying):
            resource = cards.resources[card]
            fitting = rooms[resource.fuel]
            if fitting and price <= owner.cash:
                kept = min(fitting, resource.amount)
                purchases.append(ResourcePurchase(seat, card, resource.fuel, column, price, resource.amount, kept))
    return (*purchases, BuyingEnd(seat))
