"""Power Grid as a decider: routes a command to its phase and moves to the next phase when one is over.

Only this file knows the order of phases.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from domain.kernel.decider import Board, Bot, Moment, Outcome, Table
from domain.kernel.decision import Handler, Procedure
from domain.kernel.dice import Dice
from domain.kernel.ids import Seat, Viewer
from domain.kernel.messages import Command, Event, Option
from domain.kernel.refused import Refused
from domain.power_grid import bots, branching, ending, invariants, setup, shape, view
from domain.power_grid.counting import COUNTING
from domain.power_grid.evolve import FOLDS, evolve
from domain.power_grid.messages import (
    AUCTION,
    BUILDING,
    BUREAUCRACY,
    COMMANDS,
    EVENTS,
    PHASES,
    RESOURCES,
    TURN_ORDER,
    BarCity,
    BuyResources,
    ChooseRegion,
    ConnectCity,
    DeclineUraniumSale,
    FinishBuilding,
    FinishBuying,
    NameCity,
    NominatePlant,
    PassBid,
    PassNaming,
    PassNomination,
    PhaseBegan,
    PlaceBid,
    RoundBegan,
    RunPlants,
    ScrapPlant,
    SellUranium,
    StageBegan,
)  # fmt: skip
from domain.power_grid.modules import region_draft, robots, uranium_market
from domain.power_grid.options import (
    OPTIONS,
    BarCityOption,
    ChooseRegionOption,
    NameCityOption,
    NominateOption,
    RunPlantsOption,
    ScrapPlantOption,
)
from domain.power_grid.orders import ORDERS
from domain.power_grid.phases import auction, building, bureaucracy, resources, turn_order
from domain.power_grid.rules import Decision, Ruleset
from domain.power_grid.setup import Setup
from domain.power_grid.state import State
from domain.power_grid.view import PowerGridBoard


def nothing(_decision: Decision) -> None:
    return


@dataclass(frozen=True)
class Phase:
    is_over: Callable[[Ruleset, State], bool]
    options: Callable[[Ruleset, State, Seat], tuple[Option, ...]]
    begin: Callable[[Decision], None] = nothing
    end: Callable[[Decision], None] = nothing


PHASE: Mapping[str, Phase] = {
    TURN_ORDER: Phase(region_draft.is_over, region_draft.options, begin=turn_order.determine_anew),
    AUCTION: Phase(auction.is_over, auction.options, end=auction.end),
    RESOURCES: Phase(resources.is_over, resources.options),
    BUILDING: Phase(building.is_over, building.options, begin=robots.order_builders, end=building.end),
    BUREAUCRACY: Phase(bureaucracy.is_over, bureaucracy.options, end=bureaucracy.end),
}
HANDLERS: Mapping[type[Command], Handler[Ruleset, State]] = {
    ChooseRegion: Handler(region_draft.choose),
    NominatePlant: Handler(auction.nominate, check=shape.check_nomination),
    PassNomination: Handler(auction.pass_nomination),
    PlaceBid: Handler(auction.place_bid, check=shape.check_bid),
    PassBid: Handler(auction.pass_bid),
    ScrapPlant: Handler(auction.scrap_plant, check=shape.check_return),
    BuyResources: Handler(resources.buy, check=shape.check_purchase),
    FinishBuying: Handler(resources.finish),
    ConnectCity: Handler(building.connect, check=shape.check_mode),
    FinishBuilding: Handler(building.finish),
    BarCity: Handler(robots.bar),
    NameCity: Handler(robots.name_city, check=shape.check_naming),
    PassNaming: Handler(robots.pass_naming),
    RunPlants: Handler(bureaucracy.run_plants, check=shape.check_runs),
    SellUranium: Handler(uranium_market.sell),
    DeclineUraniumSale: Handler(uranium_market.decline),
}
AFTER_THE_TRIGGER = (SellUranium, DeclineUraniumSale)


def admit(state: State, command: Command, _handler: Handler[Ruleset, State]) -> None:
    """After the command's form, in the order of PG-GEN-02; a phase makes the checks from the phase on."""
    if state.ending and (state.ranking or type(command) not in AFTER_THE_TRIGGER):
        raise Refused("GAME_OVER", "PG-END-02")
    if not 0 <= command.player < len(state.holdings):
        raise Refused("UNKNOWN_PLAYER", "PG-GEN-02", player=command.player)


def go_on(decision: Decision) -> None:
    """Until somebody is asked: phases end and begin (PG-GEN-01), robots do what they do (RB-03)."""
    phases_go_on(decision)
    while robot := robots.waiting(decision.state):
        robots.move(decision, robot)
        phases_go_on(decision)


def phases_go_on(decision: Decision) -> None:
    """Closes every phase that is over and begins the next."""
    if decision.state.ending:
        ending.end_if_nothing_is_left(decision)
        return
    while (phase := PHASE[decision.state.phase]).is_over(decision.rules, decision.state):
        phase.end(decision)
        closed = decision.state
        if closed.ending:
            ending.power_finally(decision)
            return
        begin_next_phase(decision)


def begin_next_phase(decision: Decision) -> None:
    place = (PHASES.index(decision.state.phase) + 1) % len(PHASES)
    if place == 0:
        decision.record(RoundBegan(decision.state.round + 1))
    if decision.state.stage_3_drawn and decision.state.stage < 3:
        decision.record(StageBegan(3, decision.state.stage, "STAGE_3_CARD"))
        for hook in decision.rules.on_stage:
            hook(decision)
    decision.record(PhaseBegan(PHASES[place]))
    PHASE[PHASES[place]].begin(decision)


PROCEDURE = Procedure(HANDLERS, FOLDS, admit, go_on)


class PowerGrid:
    """The decider of one ruleset."""

    name = "power_grid"
    setup_type = Setup
    state_type = State
    command_types = COMMANDS
    retired_types: tuple[type[Command], ...] = ()
    event_types = EVENTS
    option_types = OPTIONS
    board_type: type[Board] = PowerGridBoard
    orders = ORDERS
    counting = COUNTING
    public_draws = True

    def __init__(self, rules: Ruleset, rules_version: int) -> None:
        self.rules, self.rules_version = rules, rules_version
        self.bots: Mapping[str, Bot] = bots.bots(rules, self)
        numbers = bots.numbers(rules)
        self.bot_numbers: Mapping[str, int] = {name: numbers[name] for name in self.bots}

    def draw_setup(self, table: Table, dice: Dice) -> Setup:
        return setup.draw(self.rules, table, dice)

    def begin(self, setup_: Setup) -> list[Event]:
        decision = PROCEDURE.begun(self.rules, setup.started(self.rules, setup_))
        setup.begin_first_round(decision, setup_)
        if setup_.robots:
            go_on(decision)
        return decision.events

    def judge(self, state: State, command: Command) -> tuple[list[Event], State]:
        return PROCEDURE.judge(self.rules, state, command)

    evolve = staticmethod(evolve)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        if state.over:
            return ()
        seat = state.next_seat if not state.ending else None
        if seat is None:
            seat = region_draft.chooser(self.rules, state)
        if seat is None:
            seat = self.rules.sale.next_seller(self.rules, state)
        return () if seat is None else (seat,)

    def options(self, state: State, seat: Seat) -> tuple[Option, ...]:
        if seat not in self.to_act(state):
            return ()
        if uranium_market.selling(state):
            return uranium_market.options(self.rules, state, seat)
        if choice := state.robot_choice:
            return robots.options(state, choice)
        return PHASE[state.phase].options(self.rules, state, seat)

    def default(self, state: State, seat: Seat) -> Command:
        """PG-GEN-06. Options end with the one that passes or finishes, unless a plant must be bought or closed."""
        options = self.options(state, seat)
        assert options, "a default is asked of a seat that has to act"
        match options[-1]:
            case NominateOption() | ScrapPlantOption() | ChooseRegionOption() | BarCityOption() | NameCityOption():
                return options[0].nth(0)
            case RunPlantsOption() as plans:
                return plans.thriftiest()
            case passing:
                return passing.nth(0)

    def view(self, state: State, viewer: Viewer) -> PowerGridBoard:
        return view.board(self.rules, state, self.to_act(state))

    def redeal(self, state: State, viewer: Viewer, dice: Dice) -> State:
        return branching.redeal(self.rules, state, dice)

    def moment(self, state: State) -> Moment:
        return Moment(state.round, state.phase, state.stage)

    def outcome(self, state: State) -> Outcome | None:
        return ending.outcome(state)

    def broken_invariants(self, state: State) -> tuple[str, ...]:
        return invariants.broken(self.rules, state)
