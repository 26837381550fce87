"""Folds events into the state. Copies what they say; refuses nothing, knows no rule of any map."""

from collections.abc import Callable
from typing import TypeVar

from msgspec import UnsetType
from msgspec.structs import replace

from domain.kernel.decision import Folds
from domain.kernel.ids import Seat
from domain.kernel.messages import Event
from domain.power_grid.messages import (
    AUCTION,
    BUILDING,
    BUREAUCRACY,
    FUELS,
    RESOURCES,
    BidPassed,
    BidPlaced,
    BlackoutDeclared,
    BuildingFinished,
    BuildingOrdered,
    CarbonTaxIntroduced,
    CitiesPowered,
    CityBarred,
    CityConnected,
    CityNamed,
    CityNamingBegan,
    CompensationPaid,
    DeckShuffled,
    GameEnded,
    GameEndTriggered,
    GameStarted,
    IncomePaid,
    NamingPaid,
    NamingPassed,
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
    RegionChosen,
    RenovationCardRemoved,
    ResourceBuyingFinished,
    ResourceBuyingPassed,
    ResourcesBought,
    ResourcesResupplied,
    Robot,
    RobotBuilt,
    RobotDrew,
    RobotRegionDrawn,
    RoundBegan,
    Stage3CardDrawn,
    Stage3CardRemoved,
    StageBegan,
    TurnOrderDetermined,
    UraniumExported,
    UraniumSaleDeclined,
    UraniumSold,
)  # fmt: skip
from domain.power_grid.modules.renovation_pile import RenovationPile
from domain.power_grid.modules.robot_choices import CityBarring, CityNaming
from domain.power_grid.modules.robot_seats import RobotSeats
from domain.power_grid.modules.uranium_track import UraniumTrack
from domain.power_grid.state import ROBOT_CHOICES, Holding, Lot, Module, Scrap, State

M = TypeVar("M", bound=Module)
NO_FUEL = dict.fromkeys(FUELS, 0)


def evolve(state: State | None, event: Event) -> State:
    return FOLDS[type(event)](state, event)


def started(_: None, event: GameStarted) -> State:
    modules: tuple[Module, ...] = ()
    if event.uranium_track:
        modules += (UraniumTrack(event.uranium_track, event.uranium_store),)
    if event.renovation_pile:
        modules += (RenovationPile(event.renovation_pile),)
    return State(
        regions=event.regions,
        colours=tuple(player.colour for player in event.players),
        seed=event.seed,
        holdings=tuple(Holding(event.cash, NO_FUEL) for _ in event.players),
        current=event.plant_market.current,
        future=event.plant_market.future,
        deck=event.deck,
        removed_blind=event.removed_blind,
        market=event.resource_market,
        reserve=event.reserve,
        modules=modules,
    )


def seated(holdings: tuple[Holding, ...], seat: Seat, holding: Holding) -> tuple[Holding, ...]:
    return (*holdings[:seat], holding, *holdings[seat + 1 :])


def without(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in seats if other != seat)


def with_module(state: State, kind: type[M], change: Callable[[M], M]) -> State:
    return replace(state, modules=changed(state, kind, change))


def changed(state: State, kind: type[M], change: Callable[[M], M]) -> tuple[Module, ...]:
    return tuple([change(part) if isinstance(part, kind) else part for part in state.modules])


def same(state: State, _: Event) -> State:
    return state


def robot_built(state: State, event: RobotBuilt) -> State:
    robot = Robot(
        event.player, event.plant, event.order, event.fuel, event.building, event.power, event.first_city, event.ability
    )
    if not isinstance(event.cash, UnsetType):
        state = with_cash(state, event.player, event.cash, state.holdings[event.player].cash - event.cash)
    if not any(isinstance(part, RobotSeats) for part in state.modules):
        return replace(state, modules=(*state.modules, RobotSeats((robot,))))
    return with_module(state, RobotSeats, lambda part: part.joined_by(robot))


def robot_region_drawn(state: State, event: RobotRegionDrawn) -> State:
    barring = CityBarring(event.player, event.asked, event.region, event.cities, event.until)
    return replace(state, modules=(*state.modules, barring))


def city_barred(state: State, event: CityBarred) -> State:
    return with_module(state, CityBarring, lambda part: part.without(event.city))


def city_naming_began(state: State, event: CityNamingBegan) -> State:
    return replace(state, modules=(*state.modules, CityNaming(event.player, event.asked, event.cities, event.bids)))


def city_named(state: State, event: CityNamed) -> State:
    return with_module(state, CityNaming, lambda part: part.with_name(event.player, event.city, event.bid))


def naming_passed(state: State, _: NamingPassed) -> State:
    return with_module(state, CityNaming, CityNaming.passed)


def naming_paid(state: State, event: NamingPaid) -> State:
    return with_module(with_cash(state, event.player, event.cash_after, event.bid), CityNaming, CityNaming.paid)


def building_ordered(state: State, event: BuildingOrdered) -> State:
    return replace(state, waiting=event.order)


def without_choice(modules: tuple[Module, ...]) -> tuple[Module, ...]:
    """Return the modules without the choice for a robot's city, which ends when it is connected."""
    return modules[:-1] if modules and isinstance(modules[-1], ROBOT_CHOICES) else modules


def region_chosen(state: State, event: RegionChosen) -> State:
    return replace(state, regions=event.regions)


def round_began(state: State, event: RoundBegan) -> State:
    return replace(state, round=event.number)


def phase_began(state: State, event: PhaseBegan) -> State:
    """Phases 3 and 4 go in reverse order, the others forward (PG-ORD-05)."""
    name = event.name
    modules = state.modules and tuple([part.phase_began(name) for part in state.modules])
    if name == AUCTION:
        return replace(state, phase=name, waiting=state.order, buyers=(), modules=modules)
    if name == BUREAUCRACY:
        return replace(state, phase=name, waiting=state.order, modules=modules)
    if name == RESOURCES:
        return replace(state, phase=name, waiting=state.order[::-1], modules=modules)
    if name == BUILDING:
        return replace(state, phase=name, waiting=state.order[::-1], built=0, built_this_turn=0, modules=modules)
    return replace(state, phase=name, modules=modules)


def phase_skipped(state: State, _: PhaseSkipped) -> State:
    return replace(state, waiting=())


def turn_order_determined(state: State, event: TurnOrderDetermined) -> State:
    return replace(state, order=event.order)


def plant_nominated(state: State, event: PlantNominated) -> State:
    return replace(state, lot=Lot(event.plant, event.bid, (*event.bidders, event.player)))


def nomination_passed(state: State, event: NominationPassed) -> State:
    return replace(state, waiting=without(state.waiting, event.player))


def bid_placed(state: State, event: BidPlaced) -> State:
    lot = state.lot
    assert lot, "bids need a lot"
    return replace(state, lot=Lot(lot.plant, event.amount, (*lot.bidders[1:], event.player)))


def bid_passed(state: State, _: BidPassed) -> State:
    lot = state.lot
    assert lot, "bids need a lot"
    return replace(state, lot=Lot(lot.plant, lot.bid, lot.bidders[1:]))


def plant_bought(state: State, event: PlantBought) -> State:
    seat, plant = event.player, event.plant
    holding = state.holdings[seat]
    holding = replace(holding, cash=event.cash_after, plants=(*holding.plants, plant))
    return replace(
        state,
        holdings=seated(state.holdings, seat, holding),
        waiting=without(state.waiting, seat),
        buyers=(*state.buyers, seat),
        lot=None,
        scrap=Scrap(seat, plant) if event.scrap_required else None,
        current=event.current,
        future=event.future,
        bank=state.bank + event.price,
    )


def plant_scrapped(state: State, event: PlantScrapped) -> State:
    holding = state.holdings[event.player]
    plants = tuple(plant for plant in holding.plants if plant != event.plant)
    return replace(
        state,
        holdings=seated(state.holdings, event.player, replace(holding, plants=plants, fuel=event.fuel_after)),
        scrap=None,
        reserve=event.reserve_after,
        removed=(*state.removed, event.plant),
    )


def compensation_paid(state: State, event: CompensationPaid) -> State:
    state = with_cash(state, event.player, event.cash_after, -event.amount)
    return with_module(state, RenovationPile, RenovationPile.closed)


def renovation_card_removed(state: State, _: RenovationCardRemoved) -> State:
    return with_module(state, RenovationPile, RenovationPile.next_card)


def with_cash(state: State, seat: Seat, cash: int, to_bank: int) -> State:
    holding = replace(state.holdings[seat], cash=cash)
    return replace(state, holdings=seated(state.holdings, seat, holding), bank=state.bank + to_bank)


def plant_drawn(state: State, event: PlantDrawn) -> State:
    return replace(state, current=event.current, future=event.future, deck=state.deck[1:])


def plant_removed(state: State, event: PlantRemoved) -> State:
    return replace(state, current=event.current, future=event.future, removed=(*state.removed, event.plant))


def plant_put_under_deck(state: State, event: PlantPutUnderDeck) -> State:
    return replace(state, current=event.current, future=event.future, deck=(*state.deck, event.plant))


def stage_3_card_drawn(state: State, event: Stage3CardDrawn) -> State:
    return replace(state, current=event.current, future=event.future, deck=state.deck[1:], stage_3_drawn=True)


def stage_3_card_removed(state: State, event: Stage3CardRemoved) -> State:
    return replace(state, current=event.current, future=event.future)


def deck_shuffled(state: State, event: DeckShuffled) -> State:
    return replace(state, deck=event.order)


def stage_began(state: State, event: StageBegan) -> State:
    return replace(state, stage=event.stage)


def carbon_tax_introduced(state: State, event: CarbonTaxIntroduced) -> State:
    return replace(state, market=event.resource_market)


def resources_bought(state: State, event: ResourcesBought) -> State:
    seat = event.player
    holding = replace(state.holdings[seat], cash=event.cash_after, fuel=event.fuel_after)
    waiting = state.waiting
    return replace(
        state,
        holdings=seated(state.holdings, seat, holding),
        waiting=(*waiting[1:], seat) if event.turn_over else waiting,
        market={**state.market, **event.market_after},
        bank=state.bank + event.total,
    )


def turn_finished(state: State, _: ResourceBuyingFinished | ResourceBuyingPassed) -> State:
    return replace(state, waiting=state.waiting[1:])


def city_connected(state: State, event: CityConnected) -> State:
    seat, city = event.player, event.city
    holding = state.holdings[seat]
    holding = replace(
        holding,
        cash=event.cash_after,
        cities=(*holding.cities, city),
        networks_started=event.starts_network or holding.networks_started,
    )
    return replace(
        state,
        holdings=seated(state.holdings, seat, holding),
        houses={**state.houses, city: (*state.houses.get(city, ()), seat)},
        built=state.built + 1,
        built_this_turn=state.built_this_turn + 1,
        bank=state.bank + event.total,
        modules=without_choice(state.modules),
    )


def building_finished(state: State, _: BuildingFinished) -> State:
    return replace(state, waiting=state.waiting[1:], built_this_turn=0)


def plants_run(state: State, event: PlantsRun) -> State:
    holding = replace(state.holdings[event.player], fuel=event.fuel_after)
    return replace(
        state,
        holdings=seated(state.holdings, event.player, holding),
        waiting=state.waiting[1:],
        reserve=event.reserve_after,
    )


def cities_powered(state: State, event: CitiesPowered) -> State:
    holding = replace(state.holdings[event.player], powered=event.cities)
    return replace(state, holdings=seated(state.holdings, event.player, holding))


def income_paid(state: State, event: IncomePaid) -> State:
    return with_cash(state, event.player, event.cash_after, -event.net)


def uranium_sold(state: State, event: UraniumSold) -> State:
    seat = event.player
    holding = replace(state.holdings[seat], cash=event.cash_after)
    return replace(
        state,
        holdings=seated(state.holdings, seat, holding),
        bank=state.bank - event.income,
        modules=changed(state, UraniumTrack, lambda part: part.sold_by(seat, event.track_after, event.store_after)),
    )


def uranium_sale_declined(state: State, event: UraniumSaleDeclined) -> State:
    return with_module(state, UraniumTrack, lambda part: part.decided_by(event.player))


def uranium_exported(state: State, event: UraniumExported) -> State:
    return with_module(state, UraniumTrack, lambda part: part.filled(event.track_after, event.store_after))


def resources_resupplied(state: State, event: ResourcesResupplied) -> State:
    return replace(state, market={**state.market, **event.market_after}, reserve=event.reserve_after)


def game_end_triggered(state: State, _: GameEndTriggered) -> State:
    return replace(state, ending=True)


def game_ended(state: State, event: GameEnded) -> State:
    return replace(state, ranking=event.ranking)


FOLDS: Folds[State] = {
    GameStarted: started,
    RoundBegan: round_began,
    PhaseBegan: phase_began,
    PhaseSkipped: phase_skipped,
    TurnOrderDetermined: turn_order_determined,
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
    Stage3CardDrawn: stage_3_card_drawn,
    Stage3CardRemoved: stage_3_card_removed,
    DeckShuffled: deck_shuffled,
    StageBegan: stage_began,
    CarbonTaxIntroduced: carbon_tax_introduced,
    ResourcesBought: resources_bought,
    ResourceBuyingFinished: turn_finished,
    ResourceBuyingPassed: turn_finished,
    CityConnected: city_connected,
    BuildingFinished: building_finished,
    BlackoutDeclared: same,
    PlantsRun: plants_run,
    CitiesPowered: cities_powered,
    IncomePaid: income_paid,
    UraniumSold: uranium_sold,
    UraniumSaleDeclined: uranium_sale_declined,
    UraniumExported: uranium_exported,
    ResourcesResupplied: resources_resupplied,
    GameEndTriggered: game_end_triggered,
    GameEnded: game_ended,
    RobotBuilt: robot_built,
    RobotDrew: same,
    RobotRegionDrawn: robot_region_drawn,
    CityBarred: city_barred,
    CityNamingBegan: city_naming_began,
    CityNamed: city_named,
    NamingPassed: naming_passed,
    NamingPaid: naming_paid,
    BuildingOrdered: building_ordered,
    RegionChosen: region_chosen,
}
