"""The card game as a decider: routes a command to its phase and knows the order of the phases."""

from collections.abc import Mapping
from typing import Final

from domain.card_game import bots, branching, setup, shape, view
from domain.card_game.counting import COUNTING
from domain.card_game.evolve import FOLDS, evolve
from domain.card_game.invariants import broken
from domain.card_game.messages import (
    COMMANDS,
    EVENTS,
    TRUST,
    BuyResourceCard,
    FinishBuying,
    LastRoundBegan,
    NominatePlant,
    PassBid,
    PassNomination,
    PlaceBid,
    RoundBegan,
    RunPlants,
    ScrapPlant,
)
from domain.card_game.options import OPTIONS
from domain.card_game.orders import ORDERS
from domain.card_game.phases import auction, bureaucracy, resources, scoring
from domain.card_game.rules import Decision, Rules
from domain.card_game.state import AUCTION, BUREAUCRACY, RESOURCES, Setup, State
from domain.kernel.decider import Board, Bot, Moment, Outcome, Standing, Table
from domain.kernel.decision import Handler, Procedure
from domain.kernel.dice import Dice
from domain.kernel.ids import Seat, Viewer
from domain.kernel.messages import Command, Event, Option
from domain.kernel.refused import Refused

HANDLERS: Final[Mapping[type[Command], Handler[Rules, State]]] = {
    NominatePlant: Handler(auction.nominate, AUCTION, shape.check_nomination),
    PassNomination: Handler(auction.pass_nomination, AUCTION),
    PlaceBid: Handler(auction.place_bid, AUCTION, shape.check_bid),
    PassBid: Handler(auction.pass_bid, AUCTION),
    ScrapPlant: Handler(auction.scrap, AUCTION, shape.check_discard),
    BuyResourceCard: Handler(resources.buy, RESOURCES),
    FinishBuying: Handler(resources.finish, RESOURCES),
    RunPlants: Handler(bureaucracy.run_plants, BUREAUCRACY, shape.check_runs),
}
OPTIONS_OF_PHASE: Final = {AUCTION: auction.options, RESOURCES: resources.options, BUREAUCRACY: bureaucracy.options}


def admit(state: State, command: Command, handler: Handler[Rules, State]) -> None:
    """Checks that come after the command's form, in the order of CG-GEN-02. The phase's own checks follow."""
    if state.ranking:
        raise Refused("GAME_OVER", "CG-END-05")
    if not 0 <= command.player < len(state.players):
        raise Refused("UNKNOWN_PLAYER", "CG-GEN-02", player=command.player)
    if state.phase != handler.phase:
        raise Refused("WRONG_PHASE", "CG-GEN-01", phase=state.phase, expected=handler.phase)


def go_on(decision: Decision) -> None:
    """End finished phases and begin the next ones, until a seat has to act (CG-GEN-01)."""
    while True:
        state = decision.state
        if state.phase == AUCTION:
            if not auction.is_over(state):
                return
            auction.end(decision)
            resources.begin(decision)
        elif state.waiting:
            return
        elif state.phase == RESOURCES:
            if state.last_round:
                scoring.end(decision)
                return
            bureaucracy.begin(decision)
        else:
            bureaucracy.end(decision)
            next_round(decision)


def next_round(decision: Decision) -> None:
    """A round that begins without the last-round card is the last (CG-END-01)."""
    number = decision.state.round + 1
    decision.record(RoundBegan(number))
    if decision.state.plants.last == "OUT":
        decision.record(LastRoundBegan(number))
    auction.begin(decision)


PROCEDURE: Final = Procedure(HANDLERS, FOLDS, admit, go_on)


class CardGame:
    """One table's rules: an edition, a number of players, options."""

    name = "card_game"
    setup_type = Setup
    state_type = State
    command_types = COMMANDS
    retired_types: tuple[type[Command], ...] = ()
    event_types = EVENTS
    option_types = OPTIONS
    board_type: type[Board] = view.CardGameBoard
    bot_numbers: Mapping[str, int] = bots.NUMBERS
    orders = ORDERS
    counting = COUNTING
    public_draws = True

    def __init__(self, rules: Rules, rules_version: int) -> None:
        self.rules, self.rules_version = rules, rules_version
        self.bots: Mapping[str, Bot] = bots.bots(rules, self)

    def draw_setup(self, table: Table, dice: Dice) -> Setup:
        return setup.draw(self.rules, table, dice)

    def begin(self, drawn: Setup) -> list[Event]:
        started, turn_order = setup.opening(self.rules, drawn)
        decision = PROCEDURE.begun(self.rules, started)
        decision.record(turn_order)
        next_round(decision)
        return decision.events

    def judge(self, state: State, command: Command) -> tuple[list[Event], State]:
        return PROCEDURE.judge(self.rules, state, command)

    evolve = staticmethod(evolve)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        if state.ranking:
            return ()
        if state.phase == AUCTION:
            seat = auction.to_act(state)
            assert seat is not None, "an auction phase without a seat to act is over"
            return (seat,)
        place = state.waiting[0]
        assert place != TRUST, "the trust company acts at once"
        return (place,)

    def options(self, state: State, seat: Seat) -> tuple[Option, ...]:
        return OPTIONS_OF_PHASE[state.phase](self.rules, state, seat) if seat in self.to_act(state) else ()

    def default(self, state: State, seat: Seat) -> Command:
        return bots.careful(self.options(state, seat))

    def view(self, state: State, viewer: Viewer) -> Board:
        return view.board(self.rules, state, self.to_act(state))

    def redeal(self, state: State, viewer: Viewer, dice: Dice) -> State:
        return branching.redeal(self.rules, state, dice)

    def moment(self, state: State) -> Moment:
        return Moment(state.round, state.phase)

    def outcome(self, state: State) -> Outcome | None:
        if not state.ranking:
            return None
        return Outcome(
            "LAST_ROUND_PLAYED",
            tuple(Standing(place.player, place.rank, place.rank == 1, place.vp) for place in state.ranking),
        )

    def broken_invariants(self, state: State) -> tuple[str, ...]:
        return broken(self.rules, state)
