"""A standing order followed along the history: what it has done, and whether something ended it (TB-ORD)."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec import Struct

from domain.history.record import Recorded
from domain.history.replay import advance
from domain.kernel.ids import Seat
from domain.kernel.messages import Event
from domain.kernel.orders import Stop
from domain.table.aggregate import Aggregate
from domain.table.messages import DrawMade, FollowOrder, RoundsGivenUp, StandingOrder
from domain.table.standing_orders import ORDER, PLAYER, SOMEBODY, Progress, next_step, progressed, stopped_by


class Followed(Struct, frozen=True):
    """An order at a version of its game. `stop`: what ended it."""

    aggregate: Aggregate
    progress: Progress = Progress()
    stop: Stop | None = None
    draws: bool = False
    """The order's own last command waits for its draw (TB-DRAW): the draw belongs to it."""


def follow_on(followed: Followed, seat: Seat, standing: StandingOrder, records: Iterable[Recorded]) -> Followed:
    """Follow the order over the next whole commands. `followed`: at first the game at the version `standing.after`."""
    for command in _commands(records):
        before, progress = followed.aggregate, followed.progress
        given = command[0].envelope
        ordered = _ordered(given.command, seat, standing)
        if ordered:
            progress = progressed(before, ordered, progress)
        own = given.actor == before.occupants[seat].account and not given.command.startswith(_FORCED)
        drawn = followed.draws and any(isinstance(each.event, DrawMade | RoundsGivenUp) for each in command)
        by = ORDER if ordered or drawn else PLAYER if own else SOMEBODY
        stop = followed.stop or stopped_by(before, seat, standing, progress, [each.event for each in command], by)
        after: Aggregate = before
        for record in command:
            after = advance(after, record)
        waits = bool(ordered) and after.awaited is not None
        followed = Followed(after, progress, stop, waits or (followed.draws and not drawn))
    return followed


def done(
    followed: Followed,
    seat: Seat,
    standing: StandingOrder,
    command: FollowOrder,
    events: Sequence[Event],
    now: Aggregate,
) -> Followed:
    """Return the progress after a command of the order itself, and the state then."""
    before = followed.aggregate
    progress = progressed(before, command, followed.progress)
    stop = stopped_by(before, seat, standing, progress, events, ORDER)
    return Followed(now, progress, stop, draws=now.awaited is not None)


def due(followed: Followed, seat: Seat, standing: StandingOrder) -> FollowOrder | Stop | None:
    """Return the next step: a command, the end, or nothing yet."""
    return followed.stop or next_step(followed.aggregate, seat, standing, followed.progress)


def _commands(records: Iterable[Recorded]) -> Iterator[Sequence[Recorded]]:
    command: list[Recorded] = []
    for record in records:
        if record.envelope.command and command:
            yield command
            command = []
        command.append(record)
    if command:
        yield command


def _ordered(command: bytes, seat: Seat, standing: StandingOrder) -> FollowOrder | None:
    """The command, if it is this order's."""
    if not command.startswith(_TAG):
        return None
    ordered = msgspec.json.decode(command, type=FollowOrder)
    return ordered if ordered.place == seat and ordered.order == standing else None


_TAG, _FORCED = b'{"type":"FollowOrder"', b'{"type":"PlayForced"'
