"""A viewer's board (PG-VIS-01 to PG-VIS-03). All is public except deck order, cards removed blindly, and the seed."""

from msgspec import UNSET, Struct
from msgspec.structs import replace

from domain.kernel.decider import Board
from domain.kernel.ids import Seat
from domain.power_grid.messages import (
    BUILDING,
    BUREAUCRACY,
    STAGE_3,
    Amounts,
    Card,
    Market,
    Rank,
)  # fmt: skip
from domain.power_grid.rules import Ruleset
from domain.power_grid.state import Lot, Module, Scrap, State


class SeatBoard(Struct, frozen=True):
    player: Seat
    colour: str
    cash: int
    plants: tuple[Card, ...]
    """Cheapest first."""
    fuel: Amounts
    cities: tuple[str, ...]
    """Cities in the order in which they were connected."""
    networks_started: int
    powered: int


class PowerGridBoard(Board, frozen=True):
    """`under_deck`: plants known to lie under the Stage 3 card."""

    same_for_all = True

    variant: str
    regions: tuple[str, ...]
    round: int
    phase: str
    stage: int
    stage_3_drawn: bool
    to_act: tuple[Seat, ...]
    order: tuple[Seat, ...]
    seats: tuple[SeatBoard, ...]
    current: tuple[Card, ...]
    future: tuple[Card, ...]
    deck_left: int
    under_deck: tuple[Card, ...]
    removed: tuple[Card, ...]
    removed_blind: int
    lot: Lot | None
    scrap: Scrap | None
    resource_market: Market
    reserve: Amounts
    houses: dict[str, tuple[Seat, ...]]
    """Owners of the houses in a city, in the order of its slots."""
    houses_built: int
    """This round, by all."""
    modules: tuple[Module, ...]
    ending: bool
    ranking: tuple[Rank, ...]
    editions: tuple[str, ...]

    def digested(self) -> Board:
        """The board without `editions`, which the header of a file names."""
        return replace(self, editions=UNSET)


def board(rules: Ruleset, state: State, to_act: tuple[Seat, ...]) -> PowerGridBoard:
    return PowerGridBoard(
        variant=rules.name,
        regions=state.regions,
        round=state.round,
        phase=state.phase,
        stage=state.stage,
        stage_3_drawn=state.stage_3_drawn,
        to_act=to_act,
        order=state.order,
        seats=tuple(seat_board(rules, state, Seat(seat)) for seat in range(len(state.holdings))),
        current=state.current,
        future=state.future,
        deck_left=len(state.deck),
        under_deck=under_deck(state),
        removed=state.removed,
        removed_blind=len(state.removed_blind),
        lot=state.lot,
        scrap=state.scrap,
        resource_market=state.market,
        reserve=state.reserve,
        houses=dict(state.houses),
        houses_built=state.built if state.phase in (BUILDING, BUREAUCRACY) else 0,
        modules=state.modules,
        ending=state.ending,
        ranking=state.ranking,
        editions=tuple(edition.id for edition in rules.editions),
    )


def seat_board(rules: Ruleset, state: State, seat: Seat) -> SeatBoard:
    holding = state.holdings[seat]
    return SeatBoard(
        player=seat,
        colour=state.colours[seat],
        cash=holding.cash,
        plants=rules.fleet(holding.plants).cards,
        fuel=holding.fuel,
        cities=holding.cities,
        networks_started=holding.networks_started,
        powered=holding.powered,
    )


def under_deck(state: State) -> tuple[Card, ...]:
    return state.deck[state.deck.index(STAGE_3) + 1 :] if STAGE_3 in state.deck else ()
