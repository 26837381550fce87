"""The notices that follow from a command for the players of its table. Pure: the same log always gives the same
notices."""

from collections.abc import Iterator, Sequence
from uuid import UUID, uuid5

from msgspec import UNSET, Struct
from msgspec.structs import replace

from domain.history.record import milliseconds
from domain.table.aggregate import OPEN, RUNNING, Aggregate
from domain.table.clock import is_slow
from domain.table.messages import ClocksSet, GameFinished, GameOpened, SeatHanded, SeatResigned
from projections.folds.transitions import Transition, moment

YOUR_TURN, TIME_IS_SHORT, GAME_OVER, SEAT_LOST = "YOUR_TURN", "TIME_IS_SHORT", "GAME_OVER", "SEAT_LOST"
ORDER_ENDED = "ORDER_ENDED"
"""A standing order has ended; Play.GetOrders tells its player why."""
CHALLENGE, TEST, RECOVERY = "CHALLENGE", "TEST", "RECOVERY"
"""The challenge of a target, a test notice that its owner requests, and account recovery: they belong to no game and
cannot be switched off."""
INVITED, MENTIONED, REPORT_ANSWERED = "INVITED", "MENTIONED", "REPORT_ANSWERED"
ADMITTED, ROUND_BEGAN, TOURNAMENT_OVER = "ADMITTED", "ROUND_BEGAN", "TOURNAMENT_OVER"
"""Notices of a tournament, which belong to no game."""
KINDS = (
    *(YOUR_TURN, TIME_IS_SHORT, GAME_OVER, SEAT_LOST, INVITED, MENTIONED, REPORT_ANSWERED, ORDER_ENDED),
    *(ADMITTED, ROUND_BEGAN, TOURNAMENT_OVER),
)
NO_SEAT = -1
SHORT = 4
"""Time is short when this part of it is left: a quarter."""
SHORT_FROM_MS = 10 * 60 * 1000
"""There are no notices for shorter deadlines: a live player sees the clock."""
_IDS = UUID("7f5b0f4e-0f5f-5f0a-9d0c-51b7d2f1c9aa")


class Notice(Struct, frozen=True, rename={"tournament_id": "event_id"}):
    """`notice_id` is the same however often it is made or sent. `due_ms`: not to be sent before. `deadline_ms`: when
    the seat's time is up, 0 for no clock. `slow`: the game is played over days. Of a tournament `tournament_id`, its
    name as `title`, and what there is to say of `round`, `place` and `ending`; nothing of a game.
    `inviter`: the account that invites."""

    notice_id: str
    account: str
    kind: str
    game_id: str
    variant: str
    version: int
    seat: int
    due_ms: int
    deadline_ms: int = 0
    slow: bool = True
    tournament_id: str = ""
    title: str = ""
    round: int = 0
    place: int = 0
    ending: str = ""
    inviter: str = ""

    @property
    def about(self) -> str:
        """The same for notices of which only the newest is worth sending."""
        return f"{self.kind}/{self.tournament_id or self.game_id}/{self.seat}"


def news(command: Sequence[Transition]) -> Iterator[Notice]:
    """The notices of one command's transitions."""
    before, last = command[0].before, command[-1]
    if isinstance(opened := command[0].record.event, GameOpened):
        yield from _invited(opened, command[0])
        return
    aggregate, at_ms = last.aggregate, milliseconds(last.record.envelope.at)
    if any(isinstance(transition.record.event, GameFinished) for transition in command):
        for seat, occupant in enumerate(aggregate.occupants):
            if occupant.account:
                yield _notice(GAME_OVER, last, seat, at_ms)
        return
    for transition in command:
        event = transition.record.event
        if isinstance(event, SeatHanded | SeatResigned) and event.cause == "TIME":
            yield _notice(SEAT_LOST, last, event.place, at_ms)
    for seat in aggregate.thinking:
        if _turn_begins(command, seat):
            yield _notice(YOUR_TURN, last, seat, at_ms, _deadline_ms(aggregate, seat))
    if any(isinstance(transition.record.event, ClocksSet) for transition in command):
        yield from _short(before, last, at_ms)


def told_by(kind: str, account: str, game_id: str, aggregate: Aggregate, number: int, at_ms: int) -> Notice:
    """Notices that are in no log: MENTIONED or REPORT_ANSWERED, by the message's or the report's number."""
    return Notice(
        str(uuid5(_IDS, f"{kind}/{game_id}/{number}/{account}")),
        account,
        kind,
        game_id,
        aggregate.opened.variant,
        aggregate.version,
        NO_SEAT,
        at_ms,
        slow=is_slow(aggregate.terms.clock),
    )


def order_ended(aggregate: Aggregate, seat: int, number: int, at_ms: int) -> Notice:
    """The notice about a seat's order, by its number."""
    game_id = aggregate.opened.game_id
    return Notice(
        str(uuid5(_IDS, f"{ORDER_ENDED}/{game_id}/{number}/{seat}")),
        aggregate.occupants[seat].account,
        ORDER_ENDED,
        game_id,
        aggregate.opened.variant,
        aggregate.version,
        seat,
        at_ms,
        slow=is_slow(aggregate.terms.clock),
    )


def still_true(notice: Notice, aggregate: Aggregate) -> bool:
    """Return whether the notice is still relevant in the current state of the game."""
    if notice.kind in (GAME_OVER, MENTIONED, REPORT_ANSWERED):
        return True
    if notice.kind == INVITED:
        return aggregate.status == OPEN and aggregate.seat_of(notice.account) is None
    if notice.kind == SEAT_LOST:
        return bool(aggregate.occupants[notice.seat].bot) and aggregate.status == RUNNING
    if notice.kind == ORDER_ENDED:
        return aggregate.status == RUNNING
    waits = notice.seat in aggregate.thinking
    return waits and (notice.kind == YOUR_TURN or notice.deadline_ms == _deadline_ms(aggregate, notice.seat))


def _turn_begins(command: Sequence[Transition], seat: int) -> bool:
    """TB-CLOCK-02. A player whose own command leads to another phase knows it already."""
    before, aggregate = command[0].before, command[-1].aggregate
    if before and before.awaited:
        asked = before.awaited.asked
        return seat != asked.place or asked.command is UNSET  # a player who drew is still at the move
    if before is None or seat not in before.thinking:
        return True
    own = aggregate.occupants[seat].account == command[0].record.envelope.actor
    return not own and moment(before) != moment(aggregate)


def _invited(opened: GameOpened, transition: Transition) -> Iterator[Notice]:
    """TB-OPEN-02: by name, also to a rematch. Not who opened the table."""
    for account in dict.fromkeys(opened.terms.invited if opened.terms else ()):
        if account != opened.host:
            notice = _notice(INVITED, transition, NO_SEAT, milliseconds(transition.record.envelope.at))
            notice_id = str(uuid5(_IDS, f"{INVITED}/{opened.game_id}/{account}"))
            yield replace(notice, account=account, notice_id=notice_id, inviter=opened.host)


def _short(before: Aggregate | None, last: Transition, at_ms: int) -> Iterator[Notice]:
    for seat in last.aggregate.thinking:
        deadline_ms = _deadline_ms(last.aggregate, seat)
        known = before is not None and deadline_ms == _deadline_ms(before, seat)
        left_ms = deadline_ms - max(at_ms, last.aggregate.clocks[seat].vacation_until_ms)
        if not known and left_ms >= SHORT_FROM_MS:
            yield _notice(TIME_IS_SHORT, last, seat, deadline_ms - left_ms // SHORT, deadline_ms)


def _deadline_ms(aggregate: Aggregate, seat: int) -> int:
    return (aggregate.clocks[seat].deadline_ms or 0) if aggregate.clocks else 0


def _notice(kind: str, transition: Transition, seat: int, due_ms: int, deadline_ms: int = 0) -> Notice:
    game_id, version = transition.record.stream_id, transition.record.version
    return Notice(
        str(uuid5(_IDS, f"{kind}/{game_id}/{version}/{seat}")),
        transition.aggregate.occupants[seat].account if seat != NO_SEAT else "",
        kind,
        game_id,
        transition.aggregate.opened.variant,
        version,
        seat,
        due_ms,
        deadline_ms,
        is_slow(transition.aggregate.terms.clock),
    )
