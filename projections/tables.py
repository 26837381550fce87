"""A table as anybody may see it."""

from datetime import datetime

from msgspec import Struct

from domain.kernel.decider import Moment, Outcome, Standing
from domain.kernel.ids import Seat
from domain.table.messages import GameFinished
from projections.steps import Step, moment


class Sitter(Struct, frozen=True):
    """Who holds a seat: an account, or a bot by the name of its strategy. Seats are numbered from 0 by their order."""

    colour: str
    account: str = ""
    bot: str = ""


class TableView(Struct, frozen=True):
    """Everything public about a table, at a version of its game. Times are UTC.

    `status`: OPEN, RUNNING, FINISHED or CLOSED. `places`: how many may sit. `commitment`: SHA-256 of the dice's secret,
    in hex. `given`: seed or set-up were given by the host. `to_act`: seats the game waits for.
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


def table_view(step: Step) -> TableView:
    session, opened = step.session, step.session.opened
    return TableView(
        game_id=step.record.game_id,
        version=step.record.version,
        status=session.status,
        variant=opened.variant,
        options=opened.options,
        places=opened.seats,
        host=opened.host,
        private=opened.private,
        rated=opened.rated,
        given=bool(opened.seed) or opened.setup is not None,
        commitment=opened.commitment,
        opened_at=step.opened_at,
        changed_at=step.record.envelope.at,
        sitters=tuple(Sitter(each.colour, each.account, each.bot) for each in session.occupants),
        to_act=session.to_act if session.play is not None else (),
        moment=moment(session),
        outcome=session.outcome,
    )


def result(step: Step) -> tuple[Standing, ...]:
    """The standings that this very event recorded."""
    event = step.record.event
    return event.standings if isinstance(event, GameFinished) else ()
