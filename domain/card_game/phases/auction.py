"""Phase 1: each player may get one plant at auction."""

from domain.card_game.burning import cards_changed, cards_to_choose, check_cards
from domain.card_game.figures import LAST
from domain.card_game.fuel import discards, norms_of, units_of
from domain.card_game.market import lying, rows
from domain.card_game.messages import (
    TRUST,
    BidPassed,
    BidPlaced,
    DiscountPlaced,
    DiscountRemoved,
    NominatePlant,
    NominationPassed,
    PassBid,
    PassNomination,
    PhaseBegan,
    PhaseSkipped,
    PlaceBid,
    PlantBought,
    PlantNominated,
    PlantScrapped,
    ScrapPlant,
)
from domain.card_game.options import BidPass, Bids, Demolition, NominationPass, Nominations
from domain.card_game.phases import plants as market
from domain.card_game.phases.order import redone
from domain.card_game.rules import Decision, Rules
from domain.card_game.state import AUCTION, Auction, Lot, State, without
from domain.kernel.ids import Seat
from domain.kernel.messages import Option
from domain.kernel.refused import Refused

FIRST_ROUND = 1


def begin(decision: Decision) -> None:
    decision.record(PhaseBegan(AUCTION))
    row = lying(decision.state.plants)
    if row:
        decision.record(DiscountPlaced(row[0]))


def is_over(state: State) -> bool:
    """Every seat has bought or passed, or no plant is left (CG-AUC-16, CG-AUC-17)."""
    auction = state.auction
    return auction.lot is None and auction.scrap is None and (nominator(state) is None or not state.plants.offer)


def end(decision: Decision) -> None:
    """The steps between the last sale and phase 2, in the order of CG-AUC-16."""
    if nominator(decision.state) is not None:
        decision.record(PhaseSkipped("NO_PLANTS"))
    market.remove_discounted(decision)
    if decision.state.plants.last == "MARKET":
        market.cut(decision)
    decision.record_all(decision.rules.compensation.after_auctions(decision.state))
    if decision.state.round == FIRST_ROUND:
        decision.record(redone(decision.rules, decision.state))


def to_act(state: State) -> Seat | None:
    auction = state.auction
    if auction.scrap is not None:
        return auction.scrap
    return auction.lot.bidders[0] if auction.lot else nominator(state)


def nominator(state: State) -> Seat | None:
    """The first of the row who has neither bought nor passed (CG-AUC-03)."""
    out = state.auction.bought + state.auction.passed
    for place in state.row:
        if place not in out and place != TRUST:
            return place
    return None


def bid_min(rules: Rules, state: State, card: str) -> int:
    """The number, or 1 E with the token (CG-AUC-02)."""
    return rules.cards.tables.discount_bid_min if card == state.plants.discount else rules.cards.number[card]


def must_buy(rules: Rules, state: State, seat: Seat) -> bool:
    """Round 1, unless the cash pays for no plant of the offer (CG-AUC-09, DEC-CG-01)."""
    cash = state.players[seat].cash
    return state.round == FIRST_ROUND and any(bid_min(rules, state, card) <= cash for card in state.plants.offer)


# Commands


def nominate(decision: Decision, command: NominatePlant) -> None:
    rules, state = decision.rules, decision.state
    check_nominator(state, command.player)
    card, bid, cash = command.card, command.bid, state.players[command.player].cash
    if card not in state.plants.offer:
        if card not in state.plants.outlook:
            raise Refused("PLANT_NOT_IN_MARKET", "CG-AUC-04", card=card)
        if card == LAST:
            raise Refused("LAST_ROUND_CARD_NOT_FOR_SALE", "CG-AUC-04")
        raise Refused("PLANT_NOT_IN_CURRENT_OFFER", "CG-AUC-04", card=card, offer=state.plants.offer)
    minimum = bid_min(rules, state, card)
    if bid < minimum:
        raise Refused("BID_BELOW_MINIMUM", "CG-AUC-04", bid=bid, minimum=minimum)
    if bid > cash:
        raise Refused("BID_EXCEEDS_CASH", "CG-AUC-04", bid=bid, cash=cash)
    decision.record(PlantNominated(command.player, card, rules.cards.number[card], bid))
    sell_to_last_bidder(decision)


def pass_nomination(decision: Decision, command: PassNomination) -> None:
    rules, state = decision.rules, decision.state
    check_nominator(state, command.player)
    if must_buy(rules, state, command.player):
        raise Refused("MUST_BUY_IN_FIRST_ROUND", "CG-AUC-09")
    decision.record(NominationPassed(command.player))
    company_turn(decision)


def place_bid(decision: Decision, command: PlaceBid) -> None:
    state = decision.state
    lot = check_bidder(state, command.player)
    if command.player != lot.bidders[0]:
        raise Refused("NOT_YOUR_TURN", "CG-AUC-05", to_act=lot.bidders[0])
    cash = state.players[command.player].cash
    if command.amount <= lot.bid:
        raise Refused("BID_NOT_HIGHER", "CG-AUC-05", bid=command.amount, standing=lot.bid)
    if command.amount > cash:
        raise Refused("BID_EXCEEDS_CASH", "CG-AUC-05", bid=command.amount, cash=cash)
    decision.record(BidPlaced(command.player, lot.card, command.amount))


def pass_bid(decision: Decision, command: PassBid) -> None:
    state = decision.state
    lot = check_bidder(state, command.player)
    if command.player == lot.bidders[-1]:
        raise Refused("HIGH_BIDDER_CANNOT_PASS", "CG-AUC-05", bid=lot.bid)
    if command.player != lot.bidders[0]:
        raise Refused("NOT_YOUR_TURN", "CG-AUC-05", to_act=lot.bidders[0])
    decision.record(BidPassed(command.player, lot.card))
    sell_to_last_bidder(decision)


def scrap(decision: Decision, command: ScrapPlant) -> None:
    rules, state = decision.rules, decision.state
    auction, seat, card = state.auction, command.player, command.card
    if auction.scrap is None:
        raise Refused("NO_SCRAP_PENDING", "CG-PLT-07")
    if auction.scrap != seat:
        raise Refused("DECISION_PENDING", "DEC-CG-32", player=auction.scrap)
    owner = state.players[seat]
    if card not in owner.plants:
        raise Refused("PLANT_NOT_OWNED", "CG-PLT-07", card=card)
    if card == owner.plants[-1]:
        raise Refused("CANNOT_SCRAP_NEW_PLANT", "CG-PLT-07", card=card)
    chosen = chosen_discard(ways_to_discard(rules, state, seat, card), command.discarded)
    check_cards(rules, owner.stock, chosen, command.cards)
    decision.record(PlantScrapped(seat, card, chosen))
    if chosen:
        decision.record(cards_changed(rules, seat, owner.stock, chosen, command.cards))
    decision.record_all(rules.compensation.paid(decision.state, seat))
    after_sale(decision)


def ways_to_discard(rules: Rules, state: State, seat: Seat, card: str) -> tuple[dict[str, int], ...]:
    owner = state.players[seat]
    norms = norms_of(rules.cards, tuple(plant for plant in owner.plants if plant != card))
    return discards(norms, units_of(rules.cards, owner.stock), rules.cards.tables.storage_multiplier)


def chosen_discard(ways: tuple[dict[str, int], ...], wanted: dict[str, int] | None) -> dict[str, int]:
    """The owner's choice; it may be absent if there is only one possibility (CG-PLT-08, DEC-CG-31)."""
    if wanted is None:
        if len(ways) > 1:
            raise Refused("FUEL_CHOICE_REQUIRED", "CG-PLT-08", ways=ways)
        return ways[0]
    if wanted not in ways:
        least = sum(ways[0].values())
        code = "FUEL_DISCARD_NOT_MINIMAL" if sum(wanted.values()) > least else "FUEL_EXCEEDS_STORAGE"
        raise Refused(code, "CG-PLT-08", discarded=wanted, ways=ways)
    return wanted


# Checks


def check_nominator(state: State, seat: Seat) -> None:
    auction, nominating = state.auction, nominator(state)
    if auction.scrap is not None:
        raise Refused("DECISION_PENDING", "CG-PLT-07", player=auction.scrap)
    if auction.lot:
        raise Refused("AUCTION_IN_PROGRESS", "CG-AUC-03", card=auction.lot.card)
    if seat != nominating:
        check_standing(auction, seat)
        raise Refused("NOT_YOUR_TURN", "CG-AUC-03", to_act=nominating)


def check_bidder(state: State, seat: Seat) -> Lot:
    auction = state.auction
    if auction.scrap is not None:
        raise Refused("DECISION_PENDING", "CG-PLT-07", player=auction.scrap)
    if not auction.lot:
        raise Refused("NO_AUCTION_OPEN", "CG-AUC-05")
    if seat not in auction.lot.bidders:
        check_standing(auction, seat)
        raise Refused("ALREADY_PASSED_AUCTION", "CG-AUC-05", card=auction.lot.card)
    return auction.lot


def check_standing(auction: Auction, seat: Seat) -> None:
    if seat in auction.bought:
        raise Refused("ALREADY_BOUGHT_THIS_ROUND", "CG-AUC-01")
    if seat in auction.passed:
        raise Refused("OUT_OF_AUCTIONS_THIS_ROUND", "CG-AUC-08")


# Automatic consequences


def sell_to_last_bidder(decision: Decision) -> None:
    """One bidder left buys at the standing bid; without rivals the opening bid wins at once (CG-AUC-06, CG-AUC-10)."""
    state, cards = decision.state, decision.rules.cards
    lot = state.auction.lot
    assert lot, "a lot is open"
    if len(lot.bidders) > 1:
        return
    (buyer,) = lot.bidders
    owner = state.players[buyer]
    offer, outlook = rows(cards.tables, without(lying(state.plants), lot.card), state.plants.last)
    decision.record(
        PlantBought(
            player=buyer,
            card=lot.card,
            number=cards.number[lot.card],
            price=lot.bid,
            cash_after=owner.cash - lot.bid,
            scrap_required=len(owner.plants) == cards.tables.plants_max,
            offer=offer,
            outlook=outlook,
        )
    )
    if lot.card == state.plants.discount:
        decision.record(DiscountRemoved(lot.card, "SOLD"))
    if decision.state.auction.scrap is None:
        after_sale(decision)


def after_sale(decision: Decision) -> None:
    """The sold plant is replaced, then the company acts (DEC-CG-11), or the other way round (DEC-CG-16)."""
    if decision.rules.options["trust_takes"] == "before_replacement":
        takes = company_takes(decision)
        market.draw(decision, "SALE")
        if takes:
            market.draw(decision, "TRUST")
    else:
        market.draw(decision, "SALE")
        company_turn(decision)


def company_turn(decision: Decision) -> None:
    if company_takes(decision):
        market.draw(decision, "TRUST")


def company_takes(decision: Decision) -> bool:
    """Return whether the company has taken a plant, which is then to be replaced."""
    taken = decision.rules.company.plant_turn(decision.state)
    decision.record_all(taken)
    return bool(taken)


# Options


def options(rules: Rules, state: State, seat: Seat) -> tuple[Option, ...]:
    auction, cash = state.auction, state.players[seat].cash
    if auction.scrap is not None:
        stock = cards_to_choose(rules, state.players[seat].stock)
        return tuple(
            Demolition(seat, card, rules.cards.number[card], ways_to_discard(rules, state, seat, card), stock)
            for card in state.players[seat].plants[:-1]
        )
    if auction.lot:
        raises = (Bids(seat, auction.lot.card, auction.lot.bid + 1, cash),) if cash > auction.lot.bid else ()
        return (*raises, BidPass(seat, auction.lot.card))
    nominations = (
        Nominations(seat, card, rules.cards.number[card], minimum, cash)
        for card in state.plants.offer
        if (minimum := bid_min(rules, state, card)) <= cash
    )
    passing = () if must_buy(rules, state, seat) else (NominationPass(seat),)
    return (*nominations, *passing)
