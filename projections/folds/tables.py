"""The public form of a table."""

from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.beacon import Beacon
from domain.kernel.decider import Moment, Outcome
from domain.kernel.ids import Seat
from domain.table.aggregate import AwaitedRound, Proposal
from domain.table.clock import SeatClock
from domain.table.messages import Terms
from projections.folds.transitions import Transition, moment


class Sitter(Struct, frozen=True):
    """The holder of a seat: an account, or a bot by the name of its strategy; both, while a bot plays for the account.
    Seats are numbered from 0 by their order. `guest`: the account was a guest's when it sat down. `device_keys`: what
    it may sign with. `program`: it is a program's account."""

    colour: str
    account: str = ""
    bot: str = ""
    guest: bool = False
    device_keys: tuple[str, ...] = ()
    program: bool = False


class TableView(Struct, frozen=True):
    """All public data of a table at a version of its game. Times are UTC.

    `status`: OPEN, STARTING, RUNNING, FINISHED or CLOSED. `places`: the number of seats. `commitment`: SHA-256 of the
    dice's secret, in hex. `given`: the host gave seed, set-up or position. `to_act`: seats that the game waits for.
    `ready`: accounts that reported ready before the start. `resigned`: seats, first to last. `timed_out`: seats that
    were lost on time and not taken back. `proposal`: the open question to all players. `terms`: without the invited
    accounts. `round`: of the beacon, from the start on. `draw`: the draw that the game waits for.
    """

    game_id: str
    version: int
    status: str
    variant: str
    options: dict[str, str]
    places: int
    host: str
    private: bool
    rated: bool
    given: bool
    commitment: str
    opened_at: datetime
    changed_at: datetime
    sitters: tuple[Sitter, ...] = ()
    to_act: tuple[Seat, ...] = ()
    moment: Moment | None = None
    outcome: Outcome | None = None
    terms: Terms = Terms()
    ready: tuple[str, ...] = ()
    clocks: tuple[SeatClock, ...] = ()
    resigned: tuple[int, ...] = ()
    timed_out: tuple[int, ...] = ()
    proposal: Proposal | None = None
    beacon: Beacon | None = None
    round: int | None = None
    draw: AwaitedRound | None = None


def table_view(transition: Transition) -> TableView:
    aggregate, opened = transition.aggregate, transition.aggregate.opened
    return TableView(
        game_id=transition.record.stream_id,
        version=transition.record.version,
        status=aggregate.status,
        variant=opened.variant,
        options=opened.options,
        places=opened.seats,
        host=opened.host,
        private=opened.private,
        rated=opened.rated,
        given=bool(opened.seed or opened.setup or opened.position),
        commitment=opened.commitment,
        opened_at=transition.opened_at,
        changed_at=transition.record.envelope.at,
        sitters=tuple(
            Sitter(each.colour, each.account, each.bot, bool(each.guest), each.device_keys or (), bool(each.program))
            for each in aggregate.occupants
        ),
        to_act=aggregate.to_act if aggregate.play is not None else (),
        moment=moment(aggregate),
        outcome=aggregate.outcome,
        terms=replace(aggregate.terms, invited=()),
        ready=aggregate.ready,
        clocks=aggregate.clocks,
        resigned=aggregate.resigned,
        timed_out=aggregate.timed_out,
        proposal=aggregate.proposal,
        beacon=opened.beacon or None,
        round=aggregate.starting.round if aggregate.starting else None,
        draw=aggregate.awaited_round,
    )
