"""The views of a game: boards built from an allow-list, events with private fields emptied (C61-VIS)."""

from msgspec import UNSET, Struct
from msgspec.structs import replace

from domain.colony61.cubes import Cubes
from domain.colony61.ending import scored_now
from domain.colony61.messages import (
    CardFace,
    PlayerScored,
    Step,
)
from domain.colony61.rules import Ground, Rules
from domain.colony61.state import BuildChoice, CardsChoice, Corporation, Module, Result, StartChoice, State
from domain.kernel.decider import Board
from domain.kernel.ids import Seat, Viewer


class CorporationBoard(Struct, frozen=True):
    """The public data of a seat. `laid` and `recycled` are face up; the seat `looks_at` cards of which `keeps` stay."""

    player: Seat
    storage: Cubes
    cells: int
    modules: tuple[Module, ...]
    hand_count: int
    looks_at: int
    keeps: int
    laid: tuple[CardFace, ...]
    recycled: str | None
    view: int
    swap: int
    look: int
    income_default: bool
    exchange_default: bool
    owes: bool
    has_chosen: bool
    influence: int
    """The score if the game ended now."""


class OwnBoard(Struct, frozen=True):
    """The private data of a seat. `offer`: start cards offered, or cards looked at. `cost`: of every card here."""

    hand: tuple[str, ...]
    offer: tuple[str, ...]
    choice: StartChoice | CardsChoice | BuildChoice | None
    by_default: bool
    cost: dict[str, int]


class ColonyBoard(Board, frozen=True):
    """`owing`: the seats of the open step, `waiting`: those that have not chosen yet. `own` is None for a spectator."""

    edition: str
    colony: str
    turn: int
    step: Step | None
    slots: int
    capital: int
    hand_target: int
    markers: dict[str, int]
    prices: dict[str, int]
    state_modules: tuple[Module, ...]
    draw_left: int
    discard: tuple[str, ...]
    last_turn: bool
    owing: tuple[Seat, ...]
    waiting: tuple[Seat, ...]
    corporations: tuple[CorporationBoard, ...]
    scores: tuple[PlayerScored, ...]
    result: Result | None
    own: OwnBoard | None

    def digested(self) -> Board:
        """The board without `influence`, which follows from the rest."""
        return replace(self, corporations=tuple(replace(each, influence=UNSET) for each in self.corporations))


def view(rules: Rules, state: State, viewer: Viewer) -> ColonyBoard:
    ground = Ground(rules, state)
    return ColonyBoard(
        edition=state.edition,
        colony=state.colony,
        turn=state.turn,
        step=state.step,
        slots=state.slots,
        capital=state.capital,
        hand_target=state.hand_target,
        markers=state.markers,
        prices={name: ground.price(name) for name in state.markers},
        state_modules=state.state_modules,
        draw_left=len(state.draw),
        discard=tuple(sorted(state.discard)),
        last_turn=state.last_turn,
        owing=state.owing,
        waiting=state.waiting,
        corporations=tuple(corporation_board(rules, state, scored) for scored in scored_now(rules, state)),
        scores=state.scores,
        result=state.result,
        own=None if viewer is None else own_board(rules, state.corporations[viewer]),
    )


def corporation_board(rules: Rules, state: State, scored: PlayerScored) -> CorporationBoard:
    seat = scored.player
    corporation = state.corporations[seat]
    row = rules.view_row(state, corporation)
    return CorporationBoard(
        player=seat,
        storage=corporation.storage,
        cells=rules.cells(corporation.modules),
        modules=corporation.modules,
        hand_count=len(corporation.hand),
        looks_at=len(corporation.offer),
        keeps=corporation.keep_count,
        laid=tuple(CardFace(card, rules.kind_of[card].id) for card in corporation.laid),
        recycled=corporation.recycled,
        view=rules.view(state, corporation),
        swap=row.swap,
        look=row.look,
        income_default=corporation.income_default,
        exchange_default=corporation.exchange_default,
        owes=seat in state.waiting,
        has_chosen=seat in state.owing and seat not in state.waiting,
        influence=scored.influence,
    )


def own_board(rules: Rules, corporation: Corporation) -> OwnBoard:
    known = (*corporation.hand, *corporation.offer, *corporation.laid)
    return OwnBoard(
        hand=corporation.hand,
        offer=corporation.offer,
        choice=corporation.choice,
        by_default=corporation.by_default,
        cost={card: rules.cost[card] for card in known},
    )
