"""Decides commands to a table or its game. Checks run in a fixed order, so the first failing rule determines the
refusal."""

from collections.abc import Sequence

import msgspec
from msgspec import UNSET, Struct

from domain import catalogue
from domain.kernel.decider import AnyDecider
from domain.kernel.dice import SEED_BYTES, commitment
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Event, Option
from domain.kernel.refused import Refused
from domain.table import clock
from domain.table.aggregate import CLOSED, FINISHED, OPEN, RUNNING, STARTING, Aggregate, fold, options, position_state
from domain.table.beacon import beacon_of, begin_with_round, check_beacon, check_waiting, starting
from domain.table.draws import awaited, check_draws, check_meanwhile, drawn, reveal
from domain.table.forced import forced
from domain.table.hints import check_hints, take_hint
from domain.table.lobby import BEFORE_THE_START, COLOURS, IN_FORCE, Pinned, begin, fills_up, given_setup, known_bot
from domain.table.messages import (
    Begin,
    FollowOrder,
    GameOpened,
    OpenTable,
    PlayForced,
    Position,
    PutOut,
    StartGame,
    StopTable,
    TableCommand,
    TakeHint,
    Terms,
    TimeOut,
)  # fmt: skip
from domain.table.operate import put_out, stop
from domain.table.reliability import check_least_finished
from domain.table.running import WHILE_IT_RUNS, check_player, concluded, play
from domain.table.standing_orders import followed
from domain.table.tries import check_tries


class Ruling(Struct, frozen=True, gc=False):
    """The events of a command and the state after them. No events: the state was already so."""

    events: tuple[Event, ...]
    aggregate: Aggregate


def open_table(command: OpenTable, actor: str, game_id: str, secret: bytes) -> Ruling:
    """TB-OPEN: refuses a variant, options or player count that do not exist. `secret`: 32 bytes from the operating
    system's randomness; its commitment is public from now on."""
    assert len(secret) == SEED_BYTES
    if command.rated and (command.seed or command.setup is not None or command.position):
        raise Refused("SEED_NEEDS_UNRATED", "TB-DICE-04")
    variant, position = catalogue.find(command.variant), command.position
    pinned = (position.editions, position.begun_under) if position else (None, None)
    decider = variant.decider(command.options, command.seats, *pinned)
    if command.setup is not None:
        decider.begin(given_setup(decider, command.setup))
    if command.position:
        _check_position(decider, command.position, command.seats)
    if command.terms:
        _check_terms(decider, command.terms, command.rated)
    check_beacon(command)
    if command.terms:
        check_draws(decider, command.terms.draws, bool(command.beacon), "TB-DRAW-01")
    opened = GameOpened(
        game_id=game_id,
        variant=command.variant,
        options=command.options,
        seats=command.seats,
        host=actor,
        private=command.private,
        rated=command.rated,
        commitment=commitment(secret),
        secret=secret.hex(),
        seed=command.seed,
        setup=command.setup,
        position=command.position,
        terms=command.terms,
        beacon=command.beacon,
    )
    return Ruling((opened,), fold([opened]))


def decide(
    aggregate: Aggregate, command: TableCommand | Command, actor: str, now_ms: int, pinned: Pinned = IN_FORCE
) -> Ruling:
    """Refuses, or says what happens. Any actor may ask; the rules say who is heard. `now_ms`: the moment of the
    decision, milliseconds since 1970 UTC. `pinned`: what to start with, when an old start is adjudicated again, or
    while older programs take part."""
    if isinstance(command, Command | FollowOrder | PlayForced):
        events, after = _move(aggregate, command, actor, now_ms)
    elif isinstance(command, StopTable | PutOut):
        return Ruling(*_by_an_operator(aggregate, command, actor, now_ms))
    elif isinstance(command, Begin) and aggregate.awaited:
        made = drawn(aggregate, aggregate.awaited, command, now_ms)
        following, after = concluded(made.after, made.following, fold(made.following, made.after), now_ms)
        return Ruling((*made.events, *following), after)
    elif isinstance(command, Begin):
        begun = begin_with_round(aggregate, command)
        return Ruling(*concluded(aggregate, begun, fold(begun, aggregate), now_ms))
    elif isinstance(command, TakeHint) or type(command) in WHILE_IT_RUNS:
        events = _about_the_seats(aggregate, command, actor, now_ms)
        after = fold(events, aggregate, actor)
    else:
        return Ruling(*_before_the_start(aggregate, command, actor, now_ms, pinned))
    return Ruling(*concluded(aggregate, events, after, now_ms)) if events else Ruling((), aggregate)


def _move(
    aggregate: Aggregate, command: Command | FollowOrder | PlayForced, actor: str, now_ms: int
) -> tuple[Sequence[Event], Aggregate]:
    """Decide a command of the game. One that draws waits where the terms demand it."""
    if aggregate.status != RUNNING:
        raise _not_running(aggregate)
    if aggregate.awaited:
        check_meanwhile(aggregate.awaited, command)
    move = command if isinstance(command, Command) else _for_the_seat(aggregate, command, actor)
    events, after = play(aggregate, move, actor)
    if not (aggregate.draws_wait and reveal(events)):
        return events, after
    events = awaited(aggregate, move.player, move, now_ms)
    return events, fold(events, aggregate, actor)


def _about_the_seats(aggregate: Aggregate, command: TableCommand, actor: str, now_ms: int) -> tuple[Event, ...]:
    if aggregate.status != RUNNING:
        raise _not_running(aggregate)
    if aggregate.awaited:
        check_meanwhile(aggregate.awaited, command)
    if isinstance(command, TakeHint):
        return take_hint(aggregate, actor)
    events = WHILE_IT_RUNS[type(command)](aggregate, command, actor, now_ms)
    if isinstance(command, TimeOut) and aggregate.draws_wait and reveal(events):
        return awaited(aggregate, Seat(command.place), None, now_ms)
    return events


def offered(aggregate: Aggregate, seat: Seat, actor: str) -> tuple[Option, ...]:
    """Return the options of a seat, at least one, for the account that plays it. Raises the refusal of any command
    instead of an empty list."""
    if aggregate.status != RUNNING:
        raise _not_running(aggregate)
    check_player(aggregate, seat, actor)
    if aggregate.awaited:
        raise Refused("DRAW_AWAITED", "TB-DRAW-04", round=aggregate.awaited.asked.round)
    listed = options(aggregate, seat)
    if not listed:
        raise Refused("NOT_YOUR_TURN", "TB-PLAY-01", player=seat, to_act=aggregate.to_act)
    return listed


def _before_the_start(
    aggregate: Aggregate, command: TableCommand, actor: str, now_ms: int, pinned: Pinned
) -> tuple[tuple[Event, ...], Aggregate]:
    if aggregate.status == CLOSED:
        raise Refused("TABLE_CLOSED", "TB-CLOSE-01")
    if aggregate.status == STARTING:
        check_waiting(command, actor)
    elif aggregate.status != OPEN:
        raise Refused("GAME_ALREADY_STARTED", "TB-START-01")
    events = BEFORE_THE_START[type(command)](aggregate, command, actor)
    after = fold(events, aggregate, actor)
    if isinstance(command, StartGame) or fills_up(after):
        if beacon := beacon_of(after):
            named = starting(after, beacon, pinned, now_ms)
            return (*events, named), fold((named,), after)
        begun = begin(after, pinned)
        return concluded(aggregate, (*events, *begun), fold(begun, after), now_ms)
    return events, after


def _by_an_operator(
    aggregate: Aggregate, command: StopTable | PutOut, actor: str, now_ms: int
) -> tuple[tuple[Event, ...], Aggregate]:
    events = stop(aggregate, actor) if isinstance(command, StopTable) else put_out(aggregate, command, actor)
    after = fold(events, aggregate)
    goes_on = bool(events) and after.status == RUNNING
    return concluded(aggregate, events, after, now_ms) if goes_on else (events, after)


def _for_the_seat(aggregate: Aggregate, command: FollowOrder | PlayForced, actor: str) -> Command:
    """Return the command that the server gives for the seat."""
    if isinstance(command, FollowOrder):
        return followed(aggregate, command, actor)
    return forced(aggregate, command, actor)


def _not_running(aggregate: Aggregate) -> Refused:
    if aggregate.status == FINISHED:
        return Refused("GAME_OVER", "TB-END-01")
    return Refused("GAME_NOT_STARTED", "TB-START-01")


def _check_terms(rules: AnyDecider, terms: Terms, rated: bool) -> None:
    """TB-OPEN-02."""
    if terms.clock:
        clock.check(terms.clock)
    if terms.least_finished:
        check_least_finished(terms.least_finished)
    known_bot(rules, terms.stand_in, "TB-OPEN-02")
    if terms.hints is not UNSET:
        check_hints(rules, terms.hints, rated)
    if terms.tries is not UNSET:
        check_tries(rules, terms.tries)


def _check_position(rules: AnyDecider, position: Position, seats: int) -> None:
    """Check a starting position: it must be valid by the rules, and a seat must be to act (TB-BRANCH-01)."""
    try:
        state = position_state(rules, position.state)
    except msgspec.ValidationError as error:
        raise Refused("MALFORMED_COMMAND", "TB-BRANCH-01", field="position", problem=str(error)) from error
    wrong = rules.broken_invariants(state)
    if wrong or len(set(position.colours)) != seats or not set(position.colours) <= set(COLOURS):
        raise Refused("MALFORMED_COMMAND", "TB-BRANCH-01", field="position", problem="; ".join(wrong) or "colours")
    if not rules.to_act(state):
        raise Refused("GAME_OVER", "TB-BRANCH-01")
