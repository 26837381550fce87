"""A whole game in one file: three lots are sold, each to the highest of one secret bid a seat.

`catalogue.register(TITLE)`, and it is stored, served, watched, drawn and verified like any other (docs/new-game.md).

The rules: each seat begins with 20. For each lot all bid at the same time and in secret, from 0 to what they have. The
highest bid is paid and wins the lot's value; of equal ones that of the seat that is first in the order, which moves on
by one seat a lot. The seat with the greatest sum of values and money at the end wins.
"""

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.counting import NOTHING
from domain.kernel.decider import AnyDecider, Board, Bot, Moment, Outcome, Standing, Table
from domain.kernel.decision import Decision, Folds, Handler, Procedure
from domain.kernel.dice import Dice
from domain.kernel.ids import Seat, Viewer
from domain.kernel.messages import Command, Event, Option
from domain.kernel.orders import Orders
from domain.kernel.refused import Refused
from domain.kernel.simulation import random_bot
from domain.kernel.title import Title
from domain.kernel.variant import Edition
from domain.kernel.versions import known_version

LOTS, MONEY, VALUES = 3, 20, (4, 6, 8, 10, 12, 14)


class Setup(Struct, frozen=True):
    seats: int
    lots: tuple[int, ...]


class Bid(Command, frozen=True):
    amount: int


class LotsDrawn(Event, frozen=True):
    rules, reveals = ("TL-1",), True
    public, hidden = ("seats", "first"), ("later",)
    seats: int
    first: int
    later: tuple[int, ...]


class BidMade(Event, frozen=True):
    rules = ("TL-2",)
    public, own = ("player",), ("amount",)
    player: Seat
    amount: int | None


class LotSold(Event, frozen=True):
    """`next_lot`: the value of the lot that is turned up, None after the last."""

    rules, reveals = ("TL-3",), True
    public = ("player", "bids", "value", "next_lot")
    player: Seat
    bids: tuple[int, ...]
    value: int
    next_lot: int | None


class State(Struct, frozen=True):
    lots: tuple[int, ...]
    bids: tuple[int | None, ...]
    money: tuple[int, ...]
    worth: tuple[int, ...]
    sold: int = 0


class SeatBoard(Struct, frozen=True):
    player: Seat
    money: int
    worth: int
    has_chosen: bool


class LotsBoard(Board, frozen=True):
    lot: int | None
    lots_left: int
    seats: tuple[SeatBoard, ...]
    own_bid: int | None


class BidOption(Option, frozen=True):
    player: Seat
    most: int

    def count(self) -> int:
        return self.most + 1

    def nth(self, index: int) -> Bid:
        return Bid(self.player, index)


def drawn(_: None, event: LotsDrawn) -> State:
    everybody = range(event.seats)
    money, worth = tuple(MONEY for _ in everybody), tuple(0 for _ in everybody)
    return State((event.first, *event.later), tuple(None for _ in everybody), money, worth)


def bid_made(state: State, event: BidMade) -> State:
    return replace(state, bids=(*state.bids[: event.player], event.amount, *state.bids[event.player + 1 :]))


def lot_sold(state: State, event: LotSold) -> State:
    won = [seat == event.player for seat in range(len(state.bids))]
    money = tuple(m - event.bids[event.player] if w else m for m, w in zip(state.money, won, strict=True))
    worth = tuple(sum_ + event.value if w else sum_ for sum_, w in zip(state.worth, won, strict=True))
    return replace(state, bids=(None,) * len(won), money=money, worth=worth, sold=state.sold + 1)


def admit(state: State, command: Bid, _: Handler[None, State]) -> None:
    if state.sold == LOTS:
        raise Refused("GAME_OVER", "TL-3")
    if not 0 <= command.player < len(state.bids):
        raise Refused("UNKNOWN_PLAYER", "TL-2", player=command.player)
    if not 0 <= command.amount <= state.money[command.player]:
        raise Refused("BID_OUT_OF_RANGE", "TL-2", bid=command.amount, most=state.money[command.player])


def bid(decision: Decision[None, State], command: Bid) -> None:
    decision.record(BidMade(command.player, command.amount))


def sell(decision: Decision[None, State]) -> None:
    """Once all have bid."""
    state = decision.state
    bids = tuple(amount for amount in state.bids if amount is not None)
    if len(bids) == len(state.bids):
        order = [(state.sold + place) % len(bids) for place in range(len(bids))]
        winner = max(order, key=lambda seat: bids[seat])
        left = state.lots[state.sold + 1 :]
        decision.record(LotSold(Seat(winner), bids, state.lots[state.sold], left[0] if left else None))


FOLDS: Folds[State] = {LotsDrawn: drawn, BidMade: bid_made, LotSold: lot_sold}
PROCEDURE: Procedure[None, State] = Procedure({Bid: Handler(bid)}, FOLDS, admit, sell)


class ThreeLots:
    name, rules_version = "three_lots", 1
    setup_type, state_type = Setup, State
    board_type: type[Board] = LotsBoard
    command_types: tuple[type[Command], ...] = (Bid,)
    retired_types: tuple[type[Command], ...] = ()
    event_types: tuple[type[Event], ...] = (LotsDrawn, BidMade, LotSold)
    option_types: tuple[type[Option], ...] = (BidOption,)
    bots: Mapping[str, Bot] = MappingProxyType({"random": random_bot})
    bot_numbers: Mapping[str, int] = MappingProxyType({"random": 1})
    orders = Orders()
    counting = NOTHING
    public_draws = False

    def draw_setup(self, table: Table, dice: Dice) -> Setup:
        return Setup(len(table.seats), dice.roll("lots").shuffle(VALUES)[:LOTS])

    def begin(self, setup: Setup) -> list[Event]:
        return PROCEDURE.begun(None, LotsDrawn(setup.seats, setup.lots[0], setup.lots[1:])).events

    def judge(self, state: State, command: Command) -> tuple[list[Event], State]:
        return PROCEDURE.judge(None, state, command)

    def evolve(self, state: State | None, event: Event) -> State:
        return FOLDS[type(event)](state, event)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        waiting = [seat for seat, amount in enumerate(state.bids) if amount is None]
        return tuple(map(Seat, waiting)) if state.sold < LOTS else ()

    def options(self, state: State, seat: Seat) -> tuple[Option, ...]:
        return (BidOption(seat, state.money[seat]),) if seat in self.to_act(state) else ()

    def default(self, state: State, seat: Seat) -> Bid:
        return Bid(seat, 0)

    def view(self, state: State, viewer: Viewer) -> LotsBoard:
        lot = state.lots[state.sold] if state.sold < LOTS else None
        seats = [
            SeatBoard(Seat(seat), state.money[seat], state.worth[seat], amount is not None)
            for seat, amount in enumerate(state.bids)
        ]
        return LotsBoard(lot, LOTS - state.sold, tuple(seats), None if viewer is None else state.bids[viewer])

    def redeal(self, state: State, viewer: Viewer, dice: Dice) -> State:
        known = state.lots[: state.sold + 1]
        later = dice.roll("lots").shuffle([value for value in VALUES if value not in known])
        bids = tuple(amount if seat == viewer else None for seat, amount in enumerate(state.bids))
        return replace(state, lots=(*known, *later)[:LOTS], bids=bids)

    def moment(self, state: State) -> Moment:
        return Moment(min(state.sold + 1, LOTS), "bidding")

    def outcome(self, state: State) -> Outcome | None:
        if state.sold < LOTS:
            return None
        scores = [money + worth for money, worth in zip(state.money, state.worth, strict=True)]
        ranks = [1 + sum(other > score for other in scores) for score in scores]
        rows = sorted(zip(ranks, range(len(ranks)), scores, strict=True))
        return Outcome("LOTS_SOLD", tuple(Standing(Seat(seat), rank, rank == 1, score) for rank, seat, score in rows))

    def broken_invariants(self, state: State) -> tuple[str, ...]:
        return () if len(set(state.lots)) == LOTS and min(state.money) >= 0 else ("lots or money",)


FIGURES = b"{}"


class NoFigures:
    """The editions of a game whose rules hold all its figures."""

    ids = ("three_lots-1",)

    def edition(self, edition_id: str) -> Edition:
        if edition_id not in self.ids:
            raise Refused("UNKNOWN_EDITION", "TL-1", edition=edition_id, known=self.ids)
        return Edition(edition_id, sha256(FIGURES).hexdigest())

    def content(self, edition_id: str) -> bytes:
        return FIGURES

    def problems(self, data: bytes) -> tuple[str, ...]:
        return ()

    def reconstructed(self, data: bytes) -> tuple[str, ...]:
        return ()

    def takes(self, head: Mapping[str, object]) -> bool:
        return False


EDITIONS = NoFigures()


class Variant(Struct, frozen=True):
    name: str = "three_lots"
    players_min: int = 2
    players_max: int = 4
    options: tuple[()] = ()
    rules_versions: tuple[int, ...] = (1,)

    def editions(self) -> tuple[Edition, ...]:
        return (EDITIONS.edition("three_lots-1"),)

    def decider(
        self,
        options: Mapping[str, str],
        players: int,
        editions: tuple[Edition, ...] | None = None,
        rules_version: int | None = None,
    ) -> AnyDecider:
        if options:
            raise Refused("UNKNOWN_OPTION", "TL-1", option=next(iter(options)))
        if not self.players_min <= players <= self.players_max:
            raise Refused("PLAYER_COUNT_INVALID", "TL-1", players=players)
        if editions not in (None, self.editions()):
            raise Refused("UNKNOWN_EDITION", "TL-1", editions=tuple(each.id for each in editions or ()))
        known_version(self.rules_versions, rules_version, self.name)
        return decider()


@cache
def decider() -> ThreeLots:
    return ThreeLots()


TITLE = Title("three_lots", (Variant(),), EDITIONS)
