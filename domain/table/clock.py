"""Thinking time of players. Moments are milliseconds since 1970 UTC and are passed in: the rules have no clock.

Each move has `move_s` of its own and then the rest of the seat's bank. After the move the bank grows by `increment_s`.
So `move_s` alone is a limit per move, `bank_s` with `increment_s` is a chess clock, and all together are a bank with a
delay. A deadline is absolute: neither a restart nor an absent player changes it.
"""

from collections.abc import Collection, Sequence

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.refused import Refused

DEFAULT_ACTION, BOT_TAKES_SEAT, FORFEIT = "DEFAULT", "BOT", "FORFEIT"
TIME_OUTS = (DEFAULT_ACTION, BOT_TAKES_SEAT, FORFEIT)
SECOND_MS = 1_000
DAY_MS = 86_400 * SECOND_MS
SECONDS_MAX = 30 * 86_400
VACATION_DAYS_MAX = 60
SLOW_MOVE_S, SLOW_BANK_S = 60 * 60, 12 * 60 * 60
"""A game is slow where a move brings so much time, or a bank has so much, or there is no clock; else it is live."""


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """The table's choice. `on_timeout`: DEFAULT plays the game's default action, BOT hands the seat to the table's
    stand-in, FORFEIT resigns it."""

    public = ("move_s", "bank_s", "increment_s", "vacation_days", "on_timeout")

    move_s: int = 0
    bank_s: int = 0
    increment_s: int = 0
    vacation_days: int = 0
    on_timeout: str = DEFAULT_ACTION


class SeatClock(Struct, frozen=True):
    """One seat's clock. `deadline_ms` is set while the game waits for the seat's player, and while a bot ends the move
    that the player began."""

    public = ("bank_ms", "vacation_days", "vacation_until_ms", "deadline_ms")

    bank_ms: int
    vacation_days: int
    vacation_until_ms: int = 0
    deadline_ms: int | None = None


def check(clock: Clock) -> None:
    """TB-CLOCK-01."""
    seconds = (clock.move_s, clock.bank_s, clock.increment_s)
    possible = (
        all(0 <= each <= SECONDS_MAX for each in seconds)
        and 0 <= clock.vacation_days <= VACATION_DAYS_MAX
        and clock.on_timeout in TIME_OUTS
    )
    # Default actions continue after the bank is empty: without time of its own, every later move would end at once.
    goes_on = clock.move_s + clock.increment_s > 0 or (clock.bank_s > 0 and clock.on_timeout != DEFAULT_ACTION)
    if not possible or not goes_on:
        raise Refused(
            "CLOCK_INVALID",
            "TB-CLOCK-01",
            seconds_max=SECONDS_MAX,
            vacation_days_max=VACATION_DAYS_MAX,
            on_timeout=TIME_OUTS,
        )


def is_slow(clock: Clock | None) -> bool:
    """Return whether a game with this clock is played over days."""
    return clock is None or clock.move_s + clock.increment_s >= SLOW_MOVE_S or clock.bank_s >= SLOW_BANK_S


def wound_up(clock: Clock, seats: int) -> tuple[SeatClock, ...]:
    """The clocks before the first move."""
    return (SeatClock(clock.bank_s * SECOND_MS, clock.vacation_days),) * seats


def press(
    clock: Clock,
    clocks: Sequence[SeatClock],
    to_act: Collection[int],
    thinking: Collection[int],
    new_moves: bool,
    now_ms: int,
) -> tuple[SeatClock, ...]:
    """Return the clocks after a command. Clocks of seats that need not act stop; clocks of people (`thinking`) run.
    With `new_moves` (the game moved to another phase) a seat that still has to act begins a new move."""
    pressed = []
    for seat, each in enumerate(clocks):
        if each.deadline_ms is not None and (new_moves or seat not in to_act):
            each = _stopped(clock, each, each.deadline_ms - now_ms)
        if seat in thinking and each.deadline_ms is None:
            each = _running(clock, each, now_ms)
        pressed.append(each)
    return tuple(pressed)


def rewound(then: Sequence[SeatClock], now: Sequence[SeatClock]) -> tuple[SeatClock, ...]:
    """Return the banks of an earlier moment with no clock running. Vacation that was taken stays taken."""
    return tuple(replace(each, bank_ms=old.bank_ms, deadline_ms=None) for old, each in zip(then, now, strict=True))


def on_vacation(each: SeatClock, days: int, now_ms: int) -> SeatClock:
    """TB-CLOCK-05: no time runs for so many days."""
    return replace(
        each,
        vacation_days=each.vacation_days - days,
        vacation_until_ms=max(now_ms, each.vacation_until_ms) + days * DAY_MS,
        deadline_ms=None if each.deadline_ms is None else each.deadline_ms + days * DAY_MS,
    )


def _stopped(clock: Clock, each: SeatClock, left_ms: int) -> SeatClock:
    """The move's own time went first; the bank loses only what went beyond it, and never gains from a clock that was
    set back."""
    bank_ms = min(each.bank_ms, max(0, left_ms)) + clock.increment_s * SECOND_MS
    return replace(each, bank_ms=bank_ms, deadline_ms=None)


def _running(clock: Clock, each: SeatClock, now_ms: int) -> SeatClock:
    start_ms = max(now_ms, each.vacation_until_ms)
    return replace(each, deadline_ms=start_ms + clock.move_s * SECOND_MS + each.bank_ms)
