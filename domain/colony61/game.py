"""The decider: routes a command to the open step, continues until a seat owes a choice, and answers questions."""

from collections.abc import Callable, Mapping
from functools import cache

from domain.colony61 import collecting, deciding, exchange, laying, start
from domain.colony61.bots import NUMBERS, bots
from domain.colony61.branching import redeal
from domain.colony61.counting import COUNTING
from domain.colony61.editions import EDITIONS
from domain.colony61.evolve import FOLDS, evolve
from domain.colony61.income import basis
from domain.colony61.income_options import income_options
from domain.colony61.invariants import broken_invariants
from domain.colony61.messages import (
    COMMANDS,
    EVENTS,
    ColonyCommand,
    Step,
    StepCommand,
)
from domain.colony61.options import (
    OPTION_TYPES,
    AcceptDefault,
    DecideOption,
    KeepOption,
    LayOption,
    StandingOption,
    StartOption,
    SwapOption,
    accepting,
)
from domain.colony61.orders import ORDERS
from domain.colony61.readings import AS_PRINTED, Readings
from domain.colony61.rules import Decision, Ground, Rules
from domain.colony61.start import Setup
from domain.colony61.state import State
from domain.colony61.steps import HANDLERS, STAGE, check_step, close_step
from domain.colony61.turns import stamped
from domain.colony61.view import ColonyBoard, view
from domain.kernel.decider import Board, Bot, Moment, Outcome, Standing, Table
from domain.kernel.decision import Handler, Procedure
from domain.kernel.dice import Dice
from domain.kernel.ids import Seat, Viewer
from domain.kernel.messages import Event, Option
from domain.kernel.refused import Refused

DRAWN = "drawn"


@cache
def rules_by_colony(edition: str, readings: Readings) -> Mapping[str, Rules]:
    """The compiled edition under the readings, by its colony cards."""
    figures = EDITIONS.figures(edition)
    return {row.id: Rules(figures, row, readings) for row in figures.colonies}


def admit(state: State, command: StepCommand, handler: Handler[Rules, State]) -> None:
    """Checks that come after the command's form. Standing defaults, which belong to no step, may be set at any time."""
    if state.result is not None:
        raise Refused("GAME_OVER", "C61-END-05", reason=state.result.reason)
    if not 0 <= command.player < len(state.corporations):
        raise Refused("UNKNOWN_PLAYER", "C61-GEN-02", player=command.player)
    if handler.phase:
        check_step(state, command, handler.phase)


def go_on(decision: Decision) -> None:
    """Close every step in which no seat owes a choice any more."""
    while decision.state.step is not None and not decision.state.waiting:
        close_step(decision, decision.state.step)


PROCEDURE = Procedure(HANDLERS, FOLDS, admit, go_on, stamped)


class Colony61:
    """The decider of Colony-61 for so many players on one edition. `colony`: the card agreed on, or `drawn`."""

    name = "colony61"
    setup_type = Setup
    state_type = State
    command_types = COMMANDS
    retired_types: tuple[type[ColonyCommand], ...] = ()
    event_types = EVENTS
    option_types = OPTION_TYPES
    board_type: type[Board] = ColonyBoard
    bot_numbers: Mapping[str, int] = NUMBERS
    orders = ORDERS
    counting = COUNTING
    public_draws = False

    def __init__(
        self, edition: str, colony: str, players: int, rules_version: int, readings: Readings = AS_PRINTED
    ) -> None:
        self.edition, self.players, self.rules_version = edition, players, rules_version
        self.rules = rules_by_colony(edition, readings)
        self.bots: Mapping[str, Bot] = bots(self.rules, self)
        assert colony == DRAWN or colony in self.rules, "the variant has checked it"
        self.colony = colony

    # ---- set-up --------------------------------------------------------------------------------------------------

    def draw_setup(self, table: Table, dice: Dice) -> Setup:
        drawn = self.colony == DRAWN
        colony = dice.roll("colony").choice(tuple(self.rules)) if drawn else self.colony
        return start.draw_setup(self.rules[colony], table.seats, drawn, dice)

    def begin(self, setup: Setup) -> list[Event]:
        """Refuses a set-up that cannot be, or is not this table's."""
        start.check_players(setup.players)
        if len(setup.players) != self.players:
            raise Refused("PLAYER_COUNT_INVALID", "C61-SET-01", players=len(setup.players), expected=self.players)
        if setup.colony not in self.rules:
            raise Refused("UNKNOWN_COLONY", "C61-SET-01", colony=setup.colony, known=tuple(self.rules))
        if self.colony not in (DRAWN, setup.colony):
            raise Refused("MALFORMED_COMMAND", "C61-SET-01", field="colony")
        rules = self.rules[setup.colony]
        started = start.began(rules, self.edition, setup)
        decision = PROCEDURE.begun(rules, started)
        start.deal(decision)
        return decision.events

    # ---- deciding ------------------------------------------------------------------------------------------------

    def judge(self, state: State, command: ColonyCommand) -> tuple[list[Event], State]:
        return PROCEDURE.judge(self.rules[state.colony], state, command)

    evolve = staticmethod(evolve)

    # ---- asking --------------------------------------------------------------------------------------------------

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return state.waiting

    def options(self, state: State, seat: Seat) -> tuple[Option, ...]:
        if state.result is not None:
            return ()
        corporation = state.corporations[seat]
        standing = StandingOption(seat, corporation.income_default, corporation.exchange_default)
        if seat not in state.owing or state.step is None:
            return (standing,)
        rules = self.rules[state.colony]
        default = DEFAULT[state.step](rules, state, seat)
        return AcceptDefault(default), *OPTIONS[state.step](rules, state, seat), standing

    def default(self, state: State, seat: Seat) -> ColonyCommand:
        assert state.step is not None, "nothing is owed in a game that is over"
        return accepting(DEFAULT[state.step](self.rules[state.colony], state, seat))

    def view(self, state: State, viewer: Viewer) -> ColonyBoard:
        return view(self.rules[state.colony], state, viewer)

    def redeal(self, state: State, viewer: Viewer, dice: Dice) -> State:
        return redeal(self.rules[state.colony], state, viewer, dice)

    def moment(self, state: State) -> Moment:
        if state.step is None:
            return Moment(state.turn, "END" if state.result else "FOUNDING")
        return Moment(state.turn, state.step, STAGE[state.step])

    def outcome(self, state: State) -> Outcome | None:
        """After a defeat all seats have lost: they share rank 1, and no seat won."""
        result = state.result
        if result is None:
            return None
        if result.reason == "DEFEAT":
            return Outcome("DEFEAT", tuple(Standing(seat, 1, won=False, score=0) for seat in state.seats))
        standings = (
            Standing(row.player, row.rank, row.player in result.winners, row.influence) for row in result.ranking
        )
        return Outcome(result.reason, tuple(standings))

    def broken_invariants(self, state: State) -> tuple[str, ...]:
        return broken_invariants(self.rules[state.colony], state)


# ---- what a step asks for ----------------------------------------------------------------------------------------


def start_options(rules: Rules, state: State, seat: Seat) -> tuple[Option, ...]:
    offer = tuple(sorted(state.corporations[seat].offer))
    return (StartOption(seat, offer, rules.colony.start_hand.pick, start.start_purses(rules, state)),)


def lay_options(rules: Rules, state: State, seat: Seat) -> tuple[Option, ...]:
    return (LayOption(seat, state.turn, laying.layable(rules, state, seat)),)


def decide_options(rules: Rules, state: State, seat: Seat) -> tuple[Option, ...]:
    corporation = state.corporations[seat]
    found = []
    for build, recycle in deciding.decidable(rules, state, seat):
        costs = tuple(rules.cost[card] for card in build)
        together = rules.together(corporation, state.turn, build)
        unpayable = tuple(card for card in sorted(corporation.laid) if card not in (*build, recycle))
        found.append(DecideOption(seat, state.turn, build, recycle, costs, corporation.storage, together, unpayable))
    return tuple(found)


def resolve_options(rules: Rules, state: State, seat: Seat) -> tuple[Option, ...]:
    return income_options(seat, basis(rules, state, seat, Ground(rules, state)))


def swap_options(rules: Rules, state: State, seat: Seat) -> tuple[Option, ...]:
    corporation = state.corporations[seat]
    most = min(rules.view_row(state, corporation).swap, len(corporation.hand))
    return (SwapOption(seat, state.turn, tuple(sorted(corporation.hand)), most),)


def keep_options(_rules: Rules, state: State, seat: Seat) -> tuple[Option, ...]:
    corporation = state.corporations[seat]
    return (KeepOption(seat, state.turn, tuple(sorted(corporation.offer)), corporation.keep_count),)


OPTIONS: dict[Step, Callable[[Rules, State, Seat], tuple[Option, ...]]] = {
    "START": start_options,
    "LAY": lay_options,
    "DECIDE": decide_options,
    "INCOME": resolve_options,
    "SWAP": swap_options,
    "KEEP": keep_options,
}
DEFAULT: dict[Step, Callable[[Rules, State, Seat], ColonyCommand]] = {
    "START": start.default,
    "LAY": laying.default,
    "DECIDE": deciding.default,
    "INCOME": collecting.default,
    "SWAP": exchange.default_swap,
    "KEEP": exchange.default_keep,
}
