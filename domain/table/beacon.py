"""The start of a table with a beacon, in two steps: everything is fixed, then an unknown round decides.

The first step names a future round. Any caller with its signature may then begin the game. Nothing in between changes
the draws, and there is no second round: a second round would be a second draw.
"""

from msgspec import UNSET
from msgspec.structs import replace

from domain.kernel import beacon as rounds
from domain.kernel.beacon import SIGNATURE_DIGITS, Beacon
from domain.kernel.messages import Event
from domain.kernel.refused import Refused
from domain.table.aggregate import CLOSED, OPEN, RUNNING, STARTING, Aggregate
from domain.table.lobby import Pinned, begin
from domain.table.messages import SERVER_ACTOR, Begin, ExpireTable, GameBegan, GameStarting, OpenTable, TableCommand

_TRIAL = "0" * SIGNATURE_DIGITS


def check_beacon(command: OpenTable) -> None:
    """TB-BEACON-01."""
    if not command.beacon:
        return
    wrong = rounds.what_is_wrong(command.beacon)
    if command.seed or command.setup is not None:
        wrong = "seed" if command.seed else "setup"
    if wrong:
        raise Refused("BEACON_INVALID", "TB-BEACON-01", field=wrong)


def starting(aggregate: Aggregate, beacon: Beacon, pinned: Pinned, now_ms: int) -> GameStarting:
    """Refuse every start that the beginning would refuse, because it cannot be refused later (TB-BEACON-02)."""
    number = beacon.round_after(now_ms)
    trial = replace(aggregate, starting=GameStarting(number, (), 0), signature=_TRIAL)
    began = begin(trial, pinned)[0]
    assert isinstance(began, GameBegan), "a game begins with its beginning"
    return GameStarting(number, began.editions, began.rules_version, began.bots)


def begin_with_round(aggregate: Aggregate, command: Begin) -> tuple[Event, ...]:
    """Begin the game with the round's signature. Any caller may do so, because a signature proves itself
    (TB-BEACON-03)."""
    beacon, named = aggregate.opened.beacon, aggregate.starting
    if aggregate.status == CLOSED:
        raise Refused("TABLE_CLOSED", "TB-CLOSE-01")
    if aggregate.status == OPEN or (aggregate.status == RUNNING and aggregate.terms.draws):
        raise Refused("NOT_STARTING", "TB-BEACON-03")
    if aggregate.status != STARTING or not beacon or not named:
        raise Refused("GAME_ALREADY_STARTED", "TB-START-01")
    if command.round != named.round:
        raise Refused("WRONG_ROUND", "TB-BEACON-03", round=command.round, wanted=named.round)
    if not rounds.is_signed(beacon, command.round, command.signature):
        raise Refused("ROUND_NOT_SIGNED", "TB-BEACON-03", round=command.round)
    pinned = Pinned(named.editions, named.rules_version, named.bots)
    return begin(replace(aggregate, signature=command.signature), pinned)


def check_waiting(command: TableCommand, actor: str) -> None:
    """TB-BEACON-04: of what is said before a start only the server's expiry is heard at a table that waits."""
    if not isinstance(command, ExpireTable):
        raise Refused("GAME_ALREADY_STARTED", "TB-START-01")
    if actor != SERVER_ACTOR:
        raise Refused("NOT_THE_SERVER", "TB-CLOSE-02")


def beacon_of(aggregate: Aggregate) -> Beacon | None:
    return None if aggregate.opened.beacon is UNSET else aggregate.opened.beacon
