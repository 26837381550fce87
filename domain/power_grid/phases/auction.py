"""Phase 2: plants are nominated and bid for (PG-AUC-01 to PG-AUC-20)."""

from domain.kernel.ids import Seat
from domain.kernel.messages import Option
from domain.kernel.refused import Refused
from domain.power_grid import plant_market
from domain.power_grid.fuel import Storage, added, fits, returns, subtract
from domain.power_grid.messages import (
    AUCTION,
    STAGE_3,
    Amounts,
    BidPassed,
    BidPlaced,
    Card,
    NominatePlant,
    NominationPassed,
    PassBid,
    PassNomination,
    PhaseSkipped,
    PlaceBid,
    PlantBought,
    PlantNominated,
    PlantScrapped,
    ScrapPlant,
)  # fmt: skip
from domain.power_grid.options import (
    NominateOption,
    PassBidOption,
    PassNominationOption,
    PlaceBidOption,
    ScrapPlantOption,
)  # fmt: skip
from domain.power_grid.phases import turn_order
from domain.power_grid.rules import Decision, Ruleset
from domain.power_grid.state import Lot, State


def is_over(rules: Ruleset, state: State) -> bool:
    return not state.lot and not state.scrap and (not state.waiting or state.market_is_empty)


def end(decision: Decision) -> None:
    """PG-AUC-19, in its order."""
    rules = decision.rules
    if decision.state.waiting:
        decision.record(PhaseSkipped("NO_PLANTS"))
    stale = rules.stale_plants.after_auction(decision.state)
    if stale is not None:
        plant_market.replace(decision, stale, "NO_SALE")
    plant_market.clean_up_stage_3_card(decision)
    for hook in rules.on_auction_end:
        hook(decision)
    if decision.state.round == 1:
        turn_order.determine(decision, "FIRST_ROUND_REDO")


# ---- nominating ----


def check_nominator(state: State, player: Seat) -> None:
    if state.phase != AUCTION:
        raise Refused("WRONG_PHASE", "PG-GEN-01", phase=state.phase, needed=AUCTION)
    check_no_scrap(state)
    if state.lot:
        raise Refused("AUCTION_IN_PROGRESS", "PG-AUC-01", plant=state.lot.plant, to_act=state.lot.bidders[0])
    check_still_in(state, player)
    if player != state.waiting[0]:
        raise Refused("NOT_YOUR_TURN", "PG-AUC-01", to_act=state.waiting[0])


def check_no_scrap(state: State) -> None:
    if state.scrap:
        raise Refused("DECISION_PENDING", "PG-GEN-02", decision="ScrapPlant", to_act=state.scrap.player)


def check_still_in(state: State, player: Seat) -> None:
    if player in state.waiting:
        return
    if player in state.buyers:
        raise Refused("ALREADY_BOUGHT_THIS_ROUND", "PG-AUC-08")
    raise Refused("OUT_OF_AUCTIONS_THIS_ROUND", "PG-AUC-02")


def nominate(decision: Decision, command: NominatePlant) -> None:
    rules, state, player, plant, bid = decision.rules, decision.state, command.player, command.plant, command.bid
    check_nominator(state, player)
    check_on_offer(state, plant)
    floor = rules.cards[plant].bid_min
    if bid < floor:
        raise Refused("BID_BELOW_MINIMUM", "PG-AUC-04", bid=bid, minimum=floor)
    check_cash(state, player, bid)
    bidders = rivals(state, player)
    decision.record(PlantNominated(player, plant, bid, bidders))
    if not bidders:
        sell(decision)


def check_on_offer(state: State, plant: Card) -> None:
    if plant in state.current and plant != STAGE_3:
        return
    if plant not in state.current and plant not in state.future:
        raise Refused("PLANT_NOT_IN_MARKET", "PG-AUC-03", plant=plant, current=state.current)
    if plant == STAGE_3:
        raise Refused("STAGE3_CARD_NOT_FOR_SALE", "PG-AUC-03")
    raise Refused("PLANT_NOT_IN_CURRENT_OFFER", "PG-AUC-03", plant=plant, current=state.current)


def check_cash(state: State, player: Seat, bid: int) -> None:
    cash = state.holdings[player].cash
    if bid > cash:
        raise Refused("BID_EXCEEDS_CASH", "PG-AUC-04", bid=bid, cash=cash)


def rivals(state: State, player: Seat) -> tuple[Seat, ...]:
    """The players who will be asked, clockwise from the nominator (PG-AUC-05)."""
    n = len(state.holdings)
    clockwise = (Seat((player + step) % n) for step in range(1, n))
    return tuple(seat for seat in clockwise if seat in state.waiting)


def pass_nomination(decision: Decision, command: PassNomination) -> None:
    rules, state, player = decision.rules, decision.state, command.player
    check_nominator(state, player)
    if must_buy(rules, state, player):
        raise Refused("MUST_BUY_IN_FIRST_ROUND", "PG-AUC-11", current=state.current)
    decision.record(NominationPassed(player))
    stale = rules.stale_plants.after_pass(rules, state, player)
    if stale is not None:
        plant_market.replace(decision, stale, "FIRST_PLAYER_PASS")


def must_buy(rules: Ruleset, state: State, player: Seat) -> bool:
    cash = state.holdings[player].cash
    return state.round == 1 and any(rules.cards[plant].bid_min <= cash for plant in on_offer(state))


def on_offer(state: State) -> tuple[Card, ...]:
    return tuple(card for card in state.current if card != STAGE_3)


# ---- bidding ----


def open_lot(state: State, player: Seat) -> Lot:
    """The lot on which the player may act now."""
    if state.phase != AUCTION:
        raise Refused("WRONG_PHASE", "PG-GEN-01", phase=state.phase, needed=AUCTION)
    check_no_scrap(state)
    lot = state.lot
    if not lot:
        raise Refused("NO_AUCTION_OPEN", "PG-AUC-05", to_act=state.waiting[0])
    if player != lot.bidders[0]:
        check_still_in(state, player)
        if player not in lot.bidders:
            raise Refused("ALREADY_PASSED_AUCTION", "PG-AUC-06", plant=lot.plant)
    return lot


def check_bidders_turn(lot: Lot, player: Seat) -> None:
    if player != lot.bidders[0]:
        raise Refused("NOT_YOUR_TURN", "PG-AUC-05", to_act=lot.bidders[0])


def place_bid(decision: Decision, command: PlaceBid) -> None:
    state, player, amount = decision.state, command.player, command.amount
    lot = open_lot(state, player)
    check_bidders_turn(lot, player)
    if amount <= lot.bid:
        raise Refused("BID_NOT_HIGHER", "PG-AUC-05", bid=amount, standing=lot.bid)
    check_cash(state, player, amount)
    decision.record(BidPlaced(player, lot.plant, amount, decision.rules.answers.outbid(lot)))


def pass_bid(decision: Decision, command: PassBid) -> None:
    state, player = decision.state, command.player
    lot = open_lot(state, player)
    if player == lot.bidders[-1]:
        raise Refused("HIGH_BIDDER_CANNOT_PASS", "PG-AUC-06", bid=lot.bid)
    check_bidders_turn(lot, player)
    decision.record(BidPassed(player, lot.plant))
    if len(lot.bidders) == 2:
        sell(decision)


def sell(decision: Decision) -> None:
    """The last bidder left pays and takes the plant (PG-AUC-07)."""
    rules, state, lot = decision.rules, decision.state, decision.state.lot
    assert lot, "a sale needs a lot"
    (buyer,) = lot.bidders
    holding = state.holdings[buyer]
    scrap = not rules.cards[lot.plant].is_mine and len(rules.fleet(holding.plants).limited) == rules.limits.plants
    offer = plant_market.rows_without(rules, state, lot.plant)
    price = rules.plant_price(rules, state, buyer, lot.bid)
    decision.record(PlantBought(buyer, lot.plant, price, holding.cash - price, scrap, *offer))
    if not scrap:
        plant_market.draw(decision, "SALE")


# ---- closing a plant ----


def scrap_plant(decision: Decision, command: ScrapPlant) -> None:
    rules, state, player, plant = decision.rules, decision.state, command.player, command.plant
    check_scrap(state, player)
    check_scrappable(rules, state, player, plant)
    holding, scrapped, room = state.holdings[player], rules.cards[plant], room_without(rules, state, player, plant)
    back = command.returned
    if back is None:
        back = chosen_return(returns(scrapped, room, holding.fuel))
    if any(n > holding.fuel.get(fuel, 0) for fuel, n in back.items()):
        raise Refused("FUEL_RETURN_NOT_HELD", "PG-AUC-13", held=holding.fuel)
    if sum(back.values()) > scrapped.stores or any(fuel not in scrapped.fuels for fuel in back):
        raise Refused("FUEL_RETURN_NOT_ON_PLANT", "PG-AUC-13", fuels=scrapped.fuels, stores=scrapped.stores)
    fuel_after = subtract(holding.fuel, back)
    if not fits(room, fuel_after):
        fewest = returns(scrapped, room, holding.fuel)[0]
        raise Refused("FUEL_EXCEEDS_STORAGE", "PG-AUC-13", fewest=sum(fewest.values()))
    decision.record(PlantScrapped(player, plant, back, fuel_after, added(state.reserve, back)))
    for hook in rules.on_closing:
        hook(decision, player)
    plant_market.draw(decision, "SALE")


def check_scrap(state: State, player: Seat) -> None:
    if state.phase != AUCTION:
        raise Refused("WRONG_PHASE", "PG-GEN-01", phase=state.phase, needed=AUCTION)
    if not state.scrap:
        raise Refused("NO_SCRAP_PENDING", "PG-AUC-12")
    if player != state.scrap.player:
        raise Refused("DECISION_PENDING", "PG-GEN-02", decision="ScrapPlant", to_act=state.scrap.player)


def check_scrappable(rules: Ruleset, state: State, player: Seat, plant: Card) -> None:
    if plant not in state.holdings[player].plants:
        raise Refused("PLANT_NOT_OWNED", "PG-AUC-12", plant=plant)
    if state.scrap and plant == state.scrap.bought:
        raise Refused("CANNOT_SCRAP_NEW_PLANT", "PG-AUC-12", plant=plant)
    if rules.cards[plant].is_mine:
        raise Refused("MINE_NOT_SCRAPPABLE", "AU-05", plant=plant)


def room_without(rules: Ruleset, state: State, player: Seat, plant: Card) -> Storage:
    """Room for fuel on the seat's other plants."""
    others = tuple([card for card in state.holdings[player].plants if card != plant])
    return rules.fleet(others).storage


def chosen_return(legal: tuple[Amounts, ...]) -> Amounts:
    """The smallest return, if there is only one (PG-AUC-13)."""
    fewest = sum(legal[0].values())
    if len(legal) > 1 and sum(legal[1].values()) == fewest:
        raise Refused("FUEL_CHOICE_REQUIRED", "PG-AUC-13", fewest=fewest)
    return legal[0]


# ---- options ----


def options(rules: Ruleset, state: State, seat: Seat) -> tuple[Option, ...]:
    cash, fuel = state.holdings[seat].cash, state.holdings[seat].fuel
    if state.scrap:
        return tuple(
            ScrapPlantOption(seat, plant, returns(rules.cards[plant], room_without(rules, state, seat, plant), fuel))
            for plant in rules.fleet(state.holdings[seat].plants).limited
            if plant != state.scrap.bought
        )
    if state.lot:
        plant, least = state.lot.plant, state.lot.bid + 1
        raises = (PlaceBidOption(seat, plant, least, cash),) if least <= cash else ()
        return (*raises, PassBidOption(seat, plant))
    nominations = tuple(
        NominateOption(seat, plant, rules.cards[plant].bid_min, cash)
        for plant in on_offer(state)
        if rules.cards[plant].bid_min <= cash
    )
    return nominations if must_buy(rules, state, seat) else (*nominations, PassNominationOption(seat))
