"""The card game as a decider: routes a command to its phase and knows the order of the phases."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from domain.card_game import board, bots, branching, setup
from domain.card_game.evolve import evolve
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
from domain.card_game.phases import auction, bureaucracy, resources, scoring
from domain.card_game.rules import Rules
from domain.card_game.state import AUCTION, BUREAUCRACY, RESOURCES, Setup, State
from domain.card_game.story import Story
from domain.kernel.decider import Board, Bot, Command, Event, Moment, Option, Outcome, Standing, Table
from domain.kernel.dice import Dice
from domain.kernel.ids import Seat, Viewer
from domain.kernel.refused import Refused


class Order(Struct, frozen=True, gc=False):
    """Where a command belongs: its phase, what it does, and the counts in it, which must be at least 1."""

    phase: str
    carry_out: Callable[[Story, Any], None]
    counts: Callable[[Any], Sequence[int]] | None = None


ORDERS: Final[dict[type[Command], Order]] = {
    NominatePlant: Order(AUCTION, auction.nominate, lambda command: (command.bid,)),
    PassNomination: Order(AUCTION, auction.pass_nomination),
    PlaceBid: Order(AUCTION, auction.place_bid, lambda command: (command.amount,)),
    PassBid: Order(AUCTION, auction.pass_bid),
    ScrapPlant: Order(AUCTION, auction.scrap, lambda command: [*(command.discarded or {}).values()]),
    BuyResourceCard: Order(RESOURCES, resources.buy),
    FinishBuying: Order(RESOURCES, resources.finish),
    RunPlants: Order(
        BUREAUCRACY,
        bureaucracy.run_plants,
        lambda command: [units for run in command.runs for units in run.fuel.values()],
    ),
}
OPTIONS_OF_PHASE: Final = {AUCTION: auction.options, RESOURCES: resources.options, BUREAUCRACY: bureaucracy.options}


def carry_on(story: Story) -> None:
    """Ends the phase that is over and begins the next, until somebody is to act (CG-GEN-01)."""
    while True:
        state = story.state
        if state.phase == AUCTION:
            if not auction.is_over(state):
                return
            auction.end(story)
            resources.begin(story)
        elif state.waiting:
            return
        elif state.phase == RESOURCES:
            if state.last_round:
                scoring.end(story)
                return
            bureaucracy.begin(story)
        else:
            bureaucracy.end(story)
            next_round(story)


def next_round(story: Story) -> None:
    """A round that begins without the last-round card is the last (CG-END-01)."""
    number = story.state.round + 1
    story.tell(RoundBegan(number))
    if story.state.plants.last == "OUT":
        story.tell(LastRoundBegan(number))
    auction.begin(story)


class CardGame:
    """One table's rules: an edition, a number of players, options."""

    name = "card_game"
    setup_type = Setup
    state_type = State
    command_types = COMMANDS
    retired_types: tuple[type[Command], ...] = ()
    event_types = EVENTS
    option_types = OPTIONS
    board_type: type[Board] = board.CardGameBoard
    bots: Mapping[str, Bot] = bots.BOTS

    def __init__(self, rules: Rules, rules_version: int) -> None:
        self.rules, self.rules_version = rules, rules_version

    def draw_setup(self, table: Table, dice: Dice) -> Setup:
        return setup.draw(self.rules, table, dice)

    def begin(self, drawn: Setup) -> list[Event]:
        started, turn_order = setup.opening(self.rules, drawn)
        story = Story(self.rules, evolve(None, started))
        story.events.append(started)
        story.tell(turn_order)
        next_round(story)
        return story.events

    def decide(self, state: State, command: Command) -> list[Event]:
        return self.judge(state, command)[0]

    def judge(self, state: State, command: Command) -> tuple[list[Event], State]:
        """Checks in the order of CG-GEN-02, then the phase's own."""
        order = ORDERS[type(command)]
        if order.counts:
            for count in order.counts(command):
                if count < 1:
                    raise Refused("MALFORMED_COMMAND", "DEC-CG-33", count=count)
        if state.ranking:
            raise Refused("GAME_OVER", "CG-END-05")
        if not 0 <= command.player < len(state.players):
            raise Refused("UNKNOWN_PLAYER", "CG-GEN-02", player=command.player)
        if state.phase != order.phase:
            raise Refused("WRONG_PHASE", "CG-GEN-01", phase=state.phase, expected=order.phase)
        story = Story(self.rules, state)
        order.carry_out(story, command)
        carry_on(story)
        return story.events, story.state

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
        """Everybody sees the same: nothing is hidden about players (CG-VIS-02)."""
        return board.seen(self.rules, state, self.to_act(state))

    def deal_anew(self, state: State, viewer: Viewer, dice: Dice) -> State:
        return branching.deal_anew(self.rules, state, dice)

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
