"""Power Grid as a decider: routes a command to its phase and goes on to the next phase when one is over.

The only file that knows the order of phases.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from domain.kernel.decider import Board, Bot, Command, Event, Moment, Option, Outcome, Table
from domain.kernel.dice import Dice
from domain.kernel.ids import Seat, Viewer
from domain.kernel.refused import Refused
from domain.power_grid import bots, branching, ending, invariants, setup, view
from domain.power_grid.evolve import evolve
from domain.power_grid.messages import (
    AUCTION,
    BUILDING,
    BUREAUCRACY,
    COMMANDS,
    EVENTS,
    PHASES,
    RESOURCES,
    TURN_ORDER,
    BuyResources,
    ConnectCity,
    DeclineUraniumSale,
    FinishBuilding,
    FinishBuying,
    NominatePlant,
    PassBid,
    PassNomination,
    PhaseBegan,
    PlaceBid,
    RoundBegan,
    RunPlants,
    ScrapPlant,
    SellUranium,
    StageBegan,
)  # fmt: skip
from domain.power_grid.modules import uranium_market
from domain.power_grid.options import OPTIONS, NominateOption, RunPlantsOption, ScrapPlantOption
from domain.power_grid.phases import auction, building, bureaucracy, resources, turn_order
from domain.power_grid.rules import Ruleset
from domain.power_grid.setup import Setup
from domain.power_grid.shape import is_well_formed
from domain.power_grid.state import State
from domain.power_grid.story import Story
from domain.power_grid.view import PowerGridBoard


def nothing(_rules: Ruleset, _story: Story) -> None:
    return


@dataclass(frozen=True)
class Phase:
    is_over: Callable[[Ruleset, State], bool]
    options: Callable[[Ruleset, State, Seat], tuple[Option, ...]]
    begin: Callable[[Ruleset, Story], None] = nothing
    end: Callable[[Ruleset, Story], None] = nothing


PHASE: Mapping[str, Phase] = {
    TURN_ORDER: Phase(lambda rules, state: True, lambda rules, state, seat: (), begin=turn_order.determine_anew),
    AUCTION: Phase(auction.is_over, auction.options, end=auction.end),
    RESOURCES: Phase(resources.is_over, resources.options),
    BUILDING: Phase(building.is_over, building.options, end=building.end),
    BUREAUCRACY: Phase(bureaucracy.is_over, bureaucracy.options, end=bureaucracy.end),
}
HANDLERS: Mapping[type[Command], Callable[[Ruleset, Story, Any], None]] = {
    NominatePlant: auction.nominate,
    PassNomination: auction.pass_nomination,
    PlaceBid: auction.place_bid,
    PassBid: auction.pass_bid,
    ScrapPlant: auction.scrap_plant,
    BuyResources: resources.buy,
    FinishBuying: resources.finish,
    ConnectCity: building.connect,
    FinishBuilding: building.finish,
    RunPlants: bureaucracy.run_plants,
    SellUranium: uranium_market.sell,
    DeclineUraniumSale: uranium_market.decline,
}
AFTER_THE_TRIGGER = (SellUranium, DeclineUraniumSale)


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

    def __init__(self, rules: Ruleset, rules_version: int) -> None:
        self.rules, self.rules_version = rules, rules_version
        self.bots: Mapping[str, Bot] = bots.bots(rules)

    def draw_setup(self, table: Table, dice: Dice) -> Setup:
        return setup.draw(self.rules, table, dice)

    def begin(self, setup_: Setup) -> list[Event]:
        return setup.begin(self.rules, setup_).events

    def decide(self, state: State, command: Command) -> list[Event]:
        return self.judge(state, command)[0]

    def judge(self, state: State, command: Command) -> tuple[list[Event], State]:
        """Checks in the order of PG-GEN-02; a phase makes those from the phase on."""
        if not is_well_formed(command):
            raise Refused("MALFORMED_COMMAND", "PG-GEN-02", command=type(command).__name__)
        if state.ending and (state.ranking or type(command) not in AFTER_THE_TRIGGER):
            raise Refused("GAME_OVER", "PG-END-02")
        if not 0 <= command.player < len(state.holdings):
            raise Refused("UNKNOWN_PLAYER", "PG-GEN-02", player=command.player)
        story = Story(state)
        HANDLERS[type(command)](self.rules, story, command)
        go_on(self.rules, story)
        return story.events, story.state

    def evolve(self, state: State | None, event: Event) -> State:
        return evolve(state, event)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        if state.over:
            return ()
        seat = state.next_seat if not state.ending else None
        if seat is None:
            seat = self.rules.sale.next_seller(self.rules, state)
        return () if seat is None else (seat,)

    def options(self, state: State, seat: Seat) -> tuple[Option, ...]:
        if seat not in self.to_act(state):
            return ()
        if uranium_market.selling(state):
            return uranium_market.options(self.rules, state, seat)
        return PHASE[state.phase].options(self.rules, state, seat)

    def default(self, state: State, seat: Seat) -> Command:
        """PG-GEN-06. Options end with the one that passes or finishes, unless a plant must be bought or closed."""
        options = self.options(state, seat)
        assert options, "a default is asked of a seat that has to act"
        match options[-1]:
            case NominateOption() | ScrapPlantOption():
                return options[0].nth(0)
            case RunPlantsOption() as plans:
                return plans.thriftiest()
            case passing:
                return passing.nth(0)

    def view(self, state: State, viewer: Viewer) -> PowerGridBoard:
        return view.board(self.rules, state, self.to_act(state))

    def deal_anew(self, state: State, viewer: Viewer, dice: Dice) -> State:
        return branching.deal_anew(self.rules, state, dice)

    def moment(self, state: State) -> Moment:
        return Moment(state.round, state.phase, state.stage)

    def outcome(self, state: State) -> Outcome | None:
        return ending.outcome(state)

    def broken_invariants(self, state: State) -> tuple[str, ...]:
        return invariants.broken(self.rules, state)


def go_on(rules: Ruleset, story: Story) -> None:
    """Closes every phase that is over and begins the next (PG-GEN-01)."""
    if story.state.ending:
        ending.end_if_nothing_is_left(rules, story)
        return
    while (phase := PHASE[story.state.phase]).is_over(rules, story.state):
        phase.end(rules, story)
        closed = story.state
        if closed.ending:
            ending.power_finally(rules, story)
            return
        begin_next_phase(rules, story)


def begin_next_phase(rules: Ruleset, story: Story) -> None:
    place = (PHASES.index(story.state.phase) + 1) % len(PHASES)
    if place == 0:
        story.add(RoundBegan(story.state.round + 1))
    if story.state.stage_3_drawn and story.state.stage < 3:
        story.add(StageBegan(3, story.state.stage, "STAGE_3_CARD"))
        for hook in rules.on_stage:
            hook(rules, story)
    story.add(PhaseBegan(PHASES[place]))
    PHASE[PHASES[place]].begin(rules, story)
