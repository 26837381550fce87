"""How the game stands after each event. Knows no rule: it writes down what the event says."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec.structs import replace

from domain.card_game.messages import (
    TRUST,
    BidPassed,
    BidPlaced,
    CardUnits,
    CompensationPaid,
    DeckShuffled,
    DiscountPlaced,
    DiscountRemoved,
    FinalProductionScored,
    GameEnded,
    GameStarted,
    IncomePaid,
    LastRoundBegan,
    LastRoundCardDrawn,
    LastRoundCardRemoved,
    LeftoverCardsPlaced,
    NominationPassed,
    PhaseBegan,
    PhaseSkipped,
    PlantBought,
    PlantDrawn,
    PlantNominated,
    PlantPutUnderDeck,
    PlantRemoved,
    PlantScrapped,
    PlantsRun,
    RenovationCardRemoved,
    ResourceBuyingFinished,
    ResourceCardBought,
    ResourceCardsChanged,
    ResourceCardsDealt,
    ResourceDeckReshuffled,
    ResourceMarketShifted,
    RoundBegan,
    Row,
    TrustPlantRemoved,
    TrustPlantTaken,
    TrustResourcesDiscarded,
    TrustResourcesTaken,
    TurnOrderDetermined,
)
from domain.card_game.state import AUCTION, RESOURCES, Auction, Fuel, Lot, Plants, Player, State, Trust
from domain.kernel.decider import Event
from domain.kernel.ids import Seat


def evolve(state: State | None, event: Event) -> State:
    """The state after the event; the first event of a game makes the first state."""
    if state is None:
        assert isinstance(event, GameStarted), "a game's first event is GameStarted"
        return started(event)
    return EVOLVE[type(event)](state, event)


def started(event: GameStarted) -> State:
    market = event.plant_market
    return State(
        colours=event.players,
        players=tuple(Player(event.cash) for _ in event.players),
        plants=Plants(market.offer, market.outlook, event.deck, event.removed_blind),
        fuel=Fuel(event.resource_columns, event.resource_deck, event.discard_pile, event.leftover_pile),
        seed=event.seed,
        trust=Trust() if event.trust else None,
        renovation=event.renovation_pile,
        bank=-event.cash * len(event.players),
    )


def with_player(state: State, seat: Seat, player: Player) -> tuple[Player, ...]:
    return (*state.players[:seat], player, *state.players[seat + 1 :])


def without(items: Row, item: str) -> Row:
    place = items.index(item)
    return items[:place] + items[place + 1 :]


def in_order(cards: Iterable[str]) -> Row:
    return tuple(sorted(cards))


# Rounds, phases and the order row


def round_began(state: State, event: RoundBegan) -> State:
    return replace(state, round=event.number)


def last_round_began(state: State, _event: LastRoundBegan) -> State:
    return replace(state, last_round=True)


def phase_began(state: State, event: PhaseBegan) -> State:
    if event.name == AUCTION:
        trust = state.trust and replace(state.trust, acted=False)
        return replace(state, phase=event.name, auction=Auction(), trust=trust)
    return replace(state, phase=event.name, waiting=state.row[::-1] if event.name == RESOURCES else state.row)


def phase_skipped(state: State, _event: PhaseSkipped) -> State:
    return state


def turn_order_determined(state: State, event: TurnOrderDetermined) -> State:
    return replace(state, row=event.order)


# Phase 1


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


# The plant market


def plant_drawn(state: State, event: PlantDrawn) -> State:
    plants = state.plants
    out = plants.out if event.placed else (*plants.out, event.card)
    return replace(
        state, plants=replace(plants, offer=event.offer, outlook=event.outlook, deck=plants.deck[1:], out=out)
    )


def plant_removed(state: State, event: PlantRemoved) -> State:
    plants = state.plants
    out = plants.out if event.card in plants.out else (*plants.out, event.card)
    return replace(state, plants=replace(plants, offer=event.offer, outlook=event.outlook, out=out))


def plant_put_under_deck(state: State, event: PlantPutUnderDeck) -> State:
    plants = state.plants
    deck = (*plants.deck, event.card)
    return replace(state, plants=replace(plants, offer=event.offer, outlook=event.outlook, deck=deck))


def last_round_card_drawn(state: State, event: LastRoundCardDrawn) -> State:
    plants = state.plants
    return replace(
        state,
        plants=replace(plants, offer=event.offer, outlook=event.outlook, deck=plants.deck[1:], last="MARKET"),
    )


def last_round_card_removed(state: State, event: LastRoundCardRemoved) -> State:
    return replace(state, plants=replace(state.plants, offer=event.offer, outlook=event.outlook, last="OUT"))


def deck_shuffled(state: State, event: DeckShuffled) -> State:
    return replace(state, plants=replace(state.plants, deck=event.order))


# Resource cards


def resource_card_bought(state: State, event: ResourceCardBought) -> State:
    buyer = state.players[event.player]
    stock = (*buyer.stock, CardUnits(event.card, event.units_kept))
    return replace(
        state,
        players=with_player(state, event.player, replace(buyer, cash=event.cash_after, stock=stock)),
        fuel=replace(state.fuel, columns=taken_off(state.fuel.columns, ((event.card, event.column),))),
        bank=state.bank + event.price,
    )


def taken_off(columns: tuple[Row, ...], cards: Iterable[tuple[str, int]]) -> tuple[Row, ...]:
    """The columns without the cards, given with the price of their column."""
    left = list(columns)
    for card, column in cards:
        left[column - 1] = without(left[column - 1], card)
    return tuple(left)


def put_on(columns: tuple[Row, ...], cards: Iterable[tuple[str, int]]) -> tuple[Row, ...]:
    grown = list(columns)
    for card, column in cards:
        grown[column - 1] += (card,)
    return tuple(map(in_order, grown))


def leftover_cards_placed(state: State, event: LeftoverCardsPlaced) -> State:
    fuel = state.fuel
    left = tuple(card for card in fuel.leftovers if card not in event.cards)
    return replace(
        state, fuel=replace(fuel, columns=put_on(fuel.columns, [(card, 1) for card in event.cards]), leftovers=left)
    )


def resource_buying_finished(state: State, _event: ResourceBuyingFinished) -> State:
    return replace(state, waiting=state.waiting[1:])


def resource_cards_changed(state: State, event: ResourceCardsChanged) -> State:
    owner = state.players[event.player]
    gone = (*event.discarded, *event.leftovers_returned)
    turned = {card.card: card for card in event.cards}
    stock = tuple(turned.get(card.card, card) for card in owner.stock if card.card not in gone)
    return replace(
        state,
        players=with_player(state, event.player, replace(owner, stock=stock)),
        fuel=thrown_away(state.fuel, event.discarded, event.leftovers_returned),
    )


def thrown_away(fuel: Fuel, discarded: Row, leftovers: Row) -> Fuel:
    return replace(fuel, discard=fuel.discard + discarded, leftovers=in_order(fuel.leftovers + leftovers))


def resource_market_shifted(state: State, event: ResourceMarketShifted) -> State:
    columns = taken_off(state.fuel.columns, [(move.card, move.from_) for move in event.moves])
    columns = put_on(columns, [(move.card, move.to) for move in event.moves])
    return replace(state, fuel=replace(state.fuel, columns=columns))


def resource_cards_dealt(state: State, event: ResourceCardsDealt) -> State:
    fuel = state.fuel
    columns = put_on(fuel.columns, [(dealt.card, dealt.column) for dealt in event.cards])
    return replace(state, fuel=replace(fuel, columns=columns, deck=fuel.deck[len(event.cards) :]))


def resource_deck_reshuffled(state: State, event: ResourceDeckReshuffled) -> State:
    fuel = state.fuel
    return replace(
        state,
        fuel=replace(fuel, deck=event.order, discard=event.discard_pile, reshuffles=fuel.reshuffles + 1),
    )


# Phase 3 and the end


def plants_run(state: State, event: PlantsRun) -> State:
    owner = replace(state.players[event.player], ran=tuple(run.card for run in event.runs))
    return replace(state, players=with_player(state, event.player, owner), waiting=state.waiting[1:])


def income_paid(state: State, event: IncomePaid) -> State:
    owner = replace(state.players[event.player], cash=event.cash_after, ran=None)
    return replace(state, players=with_player(state, event.player, owner), bank=state.bank - event.amount)


def final_production_scored(state: State, _event: FinalProductionScored) -> State:
    return state


def game_ended(state: State, event: GameEnded) -> State:
    return replace(state, ranking=event.ranking)


# The trust company


def trust_of(state: State) -> Trust:
    assert state.trust, f"{TRUST} plays with two players only"
    return state.trust


def trust_plant_taken(state: State, event: TrustPlantTaken) -> State:
    trust = trust_of(state)
    return replace(
        state,
        trust=replace(trust, plants=(*trust.plants, event.card), acted=True),
        plants=replace(state.plants, offer=event.offer, outlook=event.outlook),
    )


def trust_plant_removed(state: State, event: TrustPlantRemoved) -> State:
    trust = trust_of(state)
    return replace(
        state,
        trust=replace(trust, plants=without(trust.plants, event.card)),
        plants=replace(state.plants, out=(*state.plants.out, event.card)),
    )


def trust_resources_taken(state: State, event: TrustResourcesTaken) -> State:
    columns = taken_off(state.fuel.columns, [(card.card, card.column) for card in event.cards])
    stock = tuple([CardUnits(card.card, card.units_kept) for card in event.cards])
    return replace(
        state,
        trust=replace(trust_of(state), stock=stock),
        fuel=replace(state.fuel, columns=columns),
        waiting=state.waiting[1:],
    )


def trust_resources_discarded(state: State, event: TrustResourcesDiscarded) -> State:
    return replace(
        state,
        trust=replace(trust_of(state), stock=()),
        fuel=thrown_away(state.fuel, event.cards, event.leftovers_returned),
        waiting=state.waiting[1:],
    )


EVOLVE: Final[dict[type[Event], Callable[[State, Any], State]]] = {
    RoundBegan: round_began,
    LastRoundBegan: last_round_began,
    PhaseBegan: phase_began,
    PhaseSkipped: phase_skipped,
    TurnOrderDetermined: turn_order_determined,
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
    PlantDrawn: plant_drawn,
    PlantRemoved: plant_removed,
    PlantPutUnderDeck: plant_put_under_deck,
    LastRoundCardDrawn: last_round_card_drawn,
    LastRoundCardRemoved: last_round_card_removed,
    DeckShuffled: deck_shuffled,
    ResourceCardBought: resource_card_bought,
    LeftoverCardsPlaced: leftover_cards_placed,
    ResourceBuyingFinished: resource_buying_finished,
    ResourceCardsChanged: resource_cards_changed,
    PlantsRun: plants_run,
    IncomePaid: income_paid,
    ResourceMarketShifted: resource_market_shifted,
    ResourceCardsDealt: resource_cards_dealt,
    ResourceDeckReshuffled: resource_deck_reshuffled,
    TrustPlantTaken: trust_plant_taken,
    TrustPlantRemoved: trust_plant_removed,
    TrustResourcesTaken: trust_resources_taken,
    TrustResourcesDiscarded: trust_resources_discarded,
    FinalProductionScored: final_production_scored,
    GameEnded: game_ended,
}
