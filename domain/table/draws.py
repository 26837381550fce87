"""Draws that wait for a round of the table's beacon (TB-DRAW): no card exists before it is drawn.

A command that draws is decided twice. First on the game as it is: if that reveals a card, its events are thrown away,
and the command is stored with a round that is not yet known. With the round's signature, everything that no viewer can
know is shuffled again, and the same command is decided on that. So the order that the store has between two draws says
nothing about the next card.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Union

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.kernel import beacon as rounds
from domain.kernel.decider import AnyDecider
from domain.kernel.dice import Dice, draw_seed
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Event
from domain.kernel.refused import Refused
from domain.table.aggregate import Aggregate, AwaitedDraw, fold
from domain.table.clock import DEFAULT_ACTION
from domain.table.messages import (
    TABLE_EVENTS,
    Begin,
    ClocksSet,
    DrawAwaited,
    DrawMade,
    NoRoundsProposed,
    ProposeAbandon,
    ProposeNoRounds,
    Resign,
    RoundsGivenUp,
    TableCommand,
    TimeRanOut,
    Vote,
)

BEACON = "beacon"
LEAD_MS = 1_000
"""A draw takes the first round that comes so long after it was asked for: servers' clocks are less than that apart."""
OVERDUE_MS = 600_000
"""A round that did not come so long after its moment is overdue."""
WHILE_IT_WAITS: tuple[type[TableCommand], ...] = (Begin, Resign, ProposeAbandon, ProposeNoRounds, Vote)
DEFAULTS_MAX = 100
"""Default actions for one move that ran out of time; far above any game's. More wait for the next time-out."""


class DrawOutcome(NamedTuple):
    """A draw that was made: its own events, the table after them, and the events of the command that waited."""

    events: Sequence[Event]
    after: Aggregate
    following: Sequence[Event]


def check_draws(rules: AnyDecider, draws: str | UnsetType, has_beacon: bool, rule: str) -> None:
    """TB-DRAW-01, as a term of a table. `rule`: of the command that states it."""
    if draws is UNSET:
        return
    if draws != BEACON:
        raise Refused("MALFORMED_COMMAND", rule, field="draws", known=(BEACON,))
    if not has_beacon:
        raise Refused("DRAWS_NEED_BEACON", rule)
    if not rules.public_draws:
        raise Refused("DRAWS_NOT_PUBLIC", rule)


def check_meanwhile(awaited: AwaitedDraw, command: TableCommand | Command) -> None:
    """TB-DRAW-04: while a draw is awaited, players may leave the game, and nothing else happens in it."""
    if not isinstance(command, WHILE_IT_WAITS):
        raise Refused("DRAW_AWAITED", "TB-DRAW-04", round=awaited.asked.round)


def reveal(events: Iterable[Event]) -> bool:
    """Return whether the events of a command take something from chance."""
    return any(event.reveals for event in events if not isinstance(event, TABLE_EVENTS))


def awaited(aggregate: Aggregate, place: Seat, command: Command | None, now_ms: int) -> tuple[Event, ...]:
    """Return the events of a command that draws: it waits, and no clock runs. `command`: None where the time of the
    seat ran out."""
    beacon, named = aggregate.opened.beacon, aggregate.starting
    assert beacon, "a table whose draws wait has a beacon"
    assert named, "and waited for a round before it began"
    number = max(beacon.first_from(now_ms + LEAD_MS), named.round + 1, aggregate.drawn_round + 1)
    asked = DrawAwaited(place, number, UNSET if command is None else _json(command))
    if not any(each.deadline_ms is not None for each in aggregate.clocks):
        return (asked,)
    stopped = tuple(replace(each, deadline_ms=None) for each in aggregate.clocks)
    return (asked, ClocksSet(max(now_ms, aggregate.time_ms), stopped))


def drawn(aggregate: Aggregate, waiting: AwaitedDraw, command: Begin, now_ms: int) -> DrawOutcome:
    """Make the draw with the round's signature, from any caller (TB-DRAW-03): the command that waited happens."""
    beacon, asked = aggregate.opened.beacon, waiting.asked
    assert beacon, "a table whose draws wait has a beacon"
    if command.round != asked.round:
        raise Refused("WRONG_ROUND", "TB-DRAW-03", round=command.round, wanted=asked.round)
    if not rounds.is_signed(beacon, command.round, command.signature):
        raise Refused("ROUND_NOT_SIGNED", "TB-DRAW-03", round=command.round)
    dealt = _dealt(aggregate, command.round, command.signature)
    return _outcome(aggregate, waiting, DrawMade(command.round, command.signature, dealt), now_ms)


def propose_no_rounds(aggregate: Aggregate, seat: Seat, now_ms: int) -> tuple[Event, ...]:
    """Ask all players to continue without rounds (TB-DRAW-07). Every relay has a round that is overdue: each player can
    look at it, hand it in, and refuse the vote."""
    due = aggregate.awaited_round
    if due is None:
        raise Refused("NO_DRAW_AWAITED", "TB-DRAW-07")
    if now_ms < due.round_ms + OVERDUE_MS:
        raise Refused("ROUND_NOT_OVERDUE", "TB-DRAW-07", round=due.round, overdue_ms=due.round_ms + OVERDUE_MS)
    return (NoRoundsProposed(seat),)


def without_rounds(aggregate: Aggregate, now_ms: int) -> DrawOutcome:
    """Make the draw that waits, once all players agree to continue without rounds: from the game's seed alone."""
    waiting = aggregate.awaited
    assert waiting, "a proposal to continue without rounds lapses with the draw"
    number = waiting.asked.round
    return _outcome(aggregate, waiting, RoundsGivenUp(number, _dealt(aggregate, number, "")), now_ms)


def _outcome(aggregate: Aggregate, waiting: AwaitedDraw, made: DrawMade | RoundsGivenUp, now_ms: int) -> DrawOutcome:
    first: list[Event] = [made]
    if any(each.deadline_ms is not None for each in waiting.clocks):
        first.append(_running_again(aggregate, waiting, now_ms))
    after = fold(first, aggregate)
    return DrawOutcome(first, after, _carried_out(after, waiting.asked))


def _dealt(aggregate: Aggregate, number: int, signature: str) -> dict[str, Any]:
    assert aggregate.rules, "the game has begun"
    dice = Dice(draw_seed(aggregate.dice.seed, number, bytes.fromhex(signature)))
    before, after = _json(aggregate.play), _json(aggregate.rules.redeal(aggregate.play, None, dice))
    return {name: value for name, value in after.items() if before[name] != value}


def _json(value: object) -> dict[str, Any]:
    """Return a value as it is read from a stored event."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(value))
    return found


def _running_again(aggregate: Aggregate, waiting: AwaitedDraw, now_ms: int) -> ClocksSet:
    """Return the clocks as they ran when the draw was asked for: the wait costs no player time."""
    now_ms = max(now_ms, aggregate.time_ms)
    waited_ms = now_ms - aggregate.time_ms
    return ClocksSet(
        now_ms,
        tuple(
            each if each.deadline_ms is None else replace(each, deadline_ms=each.deadline_ms + waited_ms)
            for each in waiting.clocks
        ),
    )


def _carried_out(aggregate: Aggregate, asked: DrawAwaited) -> Sequence[Event]:
    rules = aggregate.rules
    assert rules, "the game has begun"
    if asked.command is UNSET:
        return (TimeRanOut(asked.place, DEFAULT_ACTION), *defaults(aggregate, asked.place))
    kinds: Any = Union[(*rules.command_types, *rules.retired_types)]
    return rules.judge(aggregate.play, msgspec.convert(asked.command, kinds))[0]


def defaults(aggregate: Aggregate, seat: Seat) -> Sequence[Event]:
    """The game's default actions until the seat's move is over."""
    rules, state, events = aggregate.rules, aggregate.play, list[Event]()
    assert rules, "the game has begun"
    moment = rules.moment(state)
    for _ in range(DEFAULTS_MAX):
        if seat not in rules.to_act(state) or rules.moment(state) != moment:
            break
        done, state = rules.judge(state, rules.default(state, seat))
        events += done
    return events
