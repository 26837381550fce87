"""Phase 2 by the referee: nominating, bidding, closing plants, Renovation, the end of the phase.

referee.py explains `yield`.
"""

from msgspec import UNSET

from domain.power_grid.messages import (
    STAGE_3,
    BidPassed,
    BidPlaced,
    CompensationPaid,
    NominationPassed,
    PhaseSkipped,
    PlantBought,
    PlantNominated,
    PlantScrapped,
    RenovationCardRemoved,
)  # fmt: skip
from tests.domain.power_grid.referee_plants import draw, remove_cheapest, replace_cheapest, stage_3_card_leaves
from tests.domain.power_grid.referee_table import demand, same


def auction(table):
    """PG-AUC-01 to PG-AUC-19."""
    market, waiting, sold, is_first_decision = table.market, list(table.order), 0, True
    market.closings = 0
    while waiting:
        if not market.plants():
            skipped = yield PhaseSkipped
            same("reason", skipped.reason, "NO_PLANTS")  # PG-AUC-18
            break
        decision = yield (PlantNominated, NominationPassed)
        same("who nominates", decision.player, waiting[0])
        if isinstance(decision, PlantNominated):
            buyer = yield from sale(table, decision, waiting)
            waiting.remove(buyer)
            sold += 1
        else:
            demand(table.round > 1, "nobody passes in round 1 (PG-AUC-11)")
            waiting.pop(0)
            counts = is_first_decision if table.rules_version == 1 else decision.player == table.order[0]  # DEC-PG-04
            spared = (
                table.options.get("first_pass") == "spares_outgrown" and market.cheapest_is_overtaken()
            )  # DEC-PG-02
            if table.map == "russia" and counts and not spared:
                yield from replace_cheapest(table, "FIRST_PLAYER_PASS")  # RU-03
        is_first_decision = False
    yield from end_of_auction(table, sold)


def end_of_auction(table, sold):
    """PG-AUC-19: the no-sale rule, the Stage 3 card, the Renovation card."""
    market = table.market
    if not sold and table.map != "russia" and market.plants():
        yield from replace_cheapest(table, "NO_SALE")  # PG-AUC-15, RU-05
    if STAGE_3 in market.cards:
        if market.plants():
            yield from remove_cheapest(table, "STAGE_3")
        yield from stage_3_card_leaves(table)
    if market.closings and len(market.pile) > 1:
        gone = market.pile.pop(0)  # RN-PG-05
        removed = yield RenovationCardRemoved
        same("Renovation cards", (removed.card, removed.next_card), (gone.card, market.pile[0]))
        same("Renovation cards left", removed.cards_left, len(market.pile))


def sale(table, nominated, waiting):
    """Follow a sale from the nomination to the card drawn (PG-AUC-03 to PG-AUC-14), and return the buyer."""
    market, plant = table.market, nominated.plant
    if nominated.player in table.robots:
        demand(not table.cards[plant].is_mine, "a robot buys no mine (AU-15)")
    demand(plant in market.current() and plant != STAGE_3, f"{plant} may be nominated")
    demand(nominated.bid >= table.cards[plant].bid_min, f"{nominated.bid} is enough for {plant} (PG-AUC-04)")
    buyer, price = yield from bidding(table, nominated, waiting)
    if table.gives(buyer, "half_bid"):
        price = (price + 1) // 2  # RB-12
    bought = yield PlantBought
    same("buyer, plant, price", (bought.player, bought.plant, bought.price), (buyer, plant, price))
    table.pay(buyer, price, bought.cash_after)
    market.cards.remove(plant)
    market.check_rows(bought)
    table.seats[buyer].plants.append(plant)
    too_many = not table.cards[plant].is_mine and len(table.power_plants(buyer)) > table.limit("plant_limit")
    same("a plant must be closed", bought.scrap_required, too_many)  # PG-AUC-12, AU-05
    if too_many:
        yield from closing(table, bought)
    yield from draw(table, "SALE")
    return buyer


def bidding(table, nominated, waiting):
    """Clockwise, until one bidder is left; a bidder goes to the end of the line (PG-AUC-05 to PG-AUC-07)."""
    highest, clockwise = nominated.bid, [(nominated.player + step) % table.players for step in range(1, table.players)]
    line = [player for player in clockwise if player in waiting]
    same("who is asked", list(nominated.bidders), line)
    demand(highest <= table.seats[nominated.player].cash, "the opening bid can be paid")
    line.append(nominated.player)
    while len(line) > 1:
        answer = yield (BidPlaced, BidPassed)
        bidder = line.pop(0)
        same("who bids for what", (answer.player, answer.plant), (bidder, nominated.plant))
        if isinstance(answer, BidPlaced):
            demand(highest < answer.amount <= table.seats[bidder].cash, f"{answer.amount} beats {highest}")
            same("outbid", answer.outbid, line[-1] if table.rules_version > 1 else UNSET)
            highest = answer.amount
            line.append(bidder)
    return line[0], highest


def closing(table, bought):
    """PG-AUC-12, PG-AUC-13, RN-PG-02 to RN-PG-04."""
    seat, market = table.seats[bought.player], table.market
    scrapped = yield PlantScrapped
    same("who closes a plant", scrapped.player, bought.player)
    candidates = [plant for plant in table.power_plants(bought.player) if plant != bought.plant]
    demand(scrapped.plant in candidates, f"one of {candidates} is closed")
    plant, returned = table.cards[scrapped.plant], scrapped.fuel_returned
    demand(set(returned) <= plant.fuels, f"{returned} lay on the closed plant")
    demand(
        sum(returned.values()) <= table.base["storage_factor"] * plant.need, f"{returned} fitted on the closed plant"
    )
    seat.plants.remove(scrapped.plant)
    table.fuels.give_back(bought.player, returned)
    table.fuels.check_after(scrapped)
    market.closings += 1
    if market.pile:
        paid = yield CompensationPaid
        kind, amount = ("FIRST", market.pile[0].first) if market.closings == 1 else ("LATER", market.pile[0].others)
        same("compensation", (paid.player, paid.kind, paid.amount), (bought.player, kind, amount))
        same("Renovation card", paid.card, market.pile[0].card)
        table.pay(bought.player, -amount, paid.cash_after)
