"""Draws that wait for a round of the table's beacon (TB-DRAW): no card exists before it is drawn.

A command that draws is decided twice. First on the game as it is: if that reveals a card, its events are thrown away,
and the command is stored with a round that is not yet known. With the round's signature, everything that no viewer can
know is shuffled again, and the same command is decided on that. So the order that the store has between two draws says
nothing about the next card.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Union

import msgspec
from msgspec import UNSET
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
    OpenTable,
    ProposeAbandon,
    Resign,
    TableCommand,
    TimeRanOut,
    Vote,
)
from domain.table.running import concluded, defaults

BEACON = "beacon"
LEAD_MS = 1_000
"""A draw takes the first round that comes so long after it was asked for: servers' clocks are less than that apart."""
WHILE_IT_WAITS: tuple[type[TableCommand], ...] = (Begin, Resign, ProposeAbandon, Vote)


def check_draws(rules: AnyDecider, command: OpenTable) -> None:
    """TB-DRAW-01, as a term of a table."""
    if not command.terms or command.terms.draws is UNSET:
        return
    if command.terms.draws != BEACON:
        raise Refused("MALFORMED_COMMAND", "TB-DRAW-01", field="draws", known=(BEACON,))
    if not command.beacon:
        raise Refused("DRAWS_NEED_BEACON", "TB-DRAW-01")
    if not rules.public_draws:
        raise Refused("DRAWS_NOT_PUBLIC", "TB-DRAW-01")


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


def drawn(
    aggregate: Aggregate, waiting: AwaitedDraw, command: Begin, now_ms: int
) -> tuple[tuple[Event, ...], Aggregate]:
    """Make the draw with the round's signature, from any caller (TB-DRAW-03): the command that waited happens."""
    beacon, asked = aggregate.opened.beacon, waiting.asked
    assert beacon, "a table whose draws wait has a beacon"
    if command.round != asked.round:
        raise Refused("WRONG_ROUND", "TB-DRAW-03", round=command.round, wanted=asked.round)
    if not rounds.is_signed(beacon, command.round, command.signature):
        raise Refused("ROUND_NOT_SIGNED", "TB-DRAW-03", round=command.round)
    first: list[Event] = [DrawMade(command.round, command.signature, _dealt(aggregate, command))]
    if any(each.deadline_ms is not None for each in waiting.clocks):
        first.append(_running_again(aggregate, waiting, now_ms))
    before = fold(first, aggregate)
    events = _carried_out(before, asked)
    events, after = concluded(before, events, fold(events, before), now_ms)
    return (*first, *events), after


def _dealt(aggregate: Aggregate, command: Begin) -> dict[str, Any]:
    assert aggregate.rules, "the game has begun"
    dice = Dice(draw_seed(aggregate.dice.seed, command.round, bytes.fromhex(command.signature)))
    before, after = _json(aggregate.play), _json(aggregate.rules.deal_anew(aggregate.play, None, dice))
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
