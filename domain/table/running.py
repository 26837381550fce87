"""Commands while the game runs: the game's own, and those about its seats, its clocks and what is taken back."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from domain.kernel.decider import Standing
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Event
from domain.kernel.refused import Refused
from domain.table import clock
from domain.table.aggregate import FINISHED, UNDO_MAX, Aggregate, Proposal, UndoPoint, fold, is_detour, played
from domain.table.clock import BOT_TAKES_SEAT, FORFEIT, SeatClock
from domain.table.draws import defaults, propose_no_rounds, without_rounds
from domain.table.lobby import known_bot
from domain.table.messages import (
    SERVER_ACTOR,
    AbandonProposed,
    ClocksSet,
    CommandsUndone,
    GameFinished,
    HandSeat,
    ProposeAbandon,
    ProposeNoRounds,
    ProposeUndo,
    Resign,
    SeatHanded,
    SeatResigned,
    SeatTakenBack,
    SecretRevealed,
    TableCommand,
    TakeSeatBack,
    TakeVacation,
    TimeOut,
    TimeRanOut,
    Undo,
    UndoProposed,
    VacationTaken,
    Vote,
    VoteGiven,
)
from domain.table.pace import check_detours, is_too_long


def play(aggregate: Aggregate, command: Command, actor: str) -> tuple[Sequence[Event], Aggregate]:
    check_player(aggregate, command.player, actor)
    assert aggregate.rules, "the game has begun"
    events, state = aggregate.rules.judge(aggregate.play, command)
    if not events:
        return events, aggregate
    seat = None if aggregate.occupants[command.player].bot else command.player
    detour = is_detour(aggregate, seat)
    if detour:
        check_detours(aggregate, actor)
    return events, played(aggregate, events, state, seat, detour)


def check_player(aggregate: Aggregate, seat: Seat, actor: str) -> None:
    """TB-PLAY-01: the seat obeys the actor."""
    if not 0 <= seat < len(aggregate.occupants) or actor != aggregate.occupants[seat].actor:
        check_owner(aggregate, seat, actor)
        raise _not_played_by_its_owner(aggregate, seat)


def check_owner(aggregate: Aggregate, seat: Seat, account: str) -> None:
    """TB-PLAY-01: the seat is the account's, even while a bot plays it."""
    if not 0 <= seat < len(aggregate.occupants):
        raise Refused("UNKNOWN_PLAYER", "TB-PLAY-01", player=seat, seats=len(aggregate.occupants))
    own = aggregate.seat_of(account)
    if own != seat:
        raise Refused("NOT_A_PLAYER" if own is None else "NOT_YOUR_SEAT", "TB-PLAY-01", player=seat)


def concluded(
    before: Aggregate, events: Sequence[Event], after: Aggregate, now_ms: int
) -> tuple[tuple[Event, ...], Aggregate]:
    """Return the events with all events that follow from them (agreements, the end of the game, the clocks), and the
    state after them."""
    if after.proposal and set(after.voters) <= set(after.proposal.agreed):
        if after.proposal.no_rounds:
            made = without_rounds(after, now_ms)
            following, end = concluded(made.after, made.following, fold(made.following, made.after), now_ms)
            return (*events, *made.events, *following), end
        agreed = _agreed(after, after.proposal, now_ms)
        events, after = (*events, *agreed), fold(agreed, after)
    closing = () if after.status == FINISHED else _end(after)
    if not closing and after.clocks:
        closing = _clocks(before, after, events, now_ms)
    if closing:
        events, after = (*events, *closing), fold(closing, after)
    return tuple(events), after


def _end(aggregate: Aggregate) -> tuple[Event, ...]:
    """TB-END-01, TB-LEAVE-02, TB-PACE-02."""
    assert aggregate.rules, "the game has begun"
    outcome = aggregate.rules.outcome(aggregate.play)
    if outcome:
        return finish(
            aggregate, outcome.reason, resigned_last(outcome.standings, aggregate.resigned, aggregate.lost_at)
        )
    return _end_of_who_is_left(aggregate) or (finish(aggregate, "TOO_LONG", ()) if is_too_long(aggregate) else ())


def _end_of_who_is_left(aggregate: Aggregate) -> tuple[Event, ...]:
    if not aggregate.resigned:
        return ()
    contenders = tuple(seat for seat in range(len(aggregate.occupants)) if seat not in aggregate.resigned)
    if len(contenders) == 1 or not any(aggregate.occupants[seat].account for seat in contenders):
        equal = tuple(Standing(Seat(seat), 1, True, 0) for seat in contenders)
        out = tuple(Standing(Seat(seat), 0, False, 0) for seat in aggregate.resigned)
        return finish(aggregate, "RESIGNED", resigned_last((*equal, *out), aggregate.resigned, aggregate.lost_at))
    return ()


def finish(aggregate: Aggregate, reason: str, standings: tuple[Standing, ...]) -> tuple[Event, ...]:
    nonces = tuple(occupant.nonce for occupant in aggregate.occupants)
    return (GameFinished(reason, standings), SecretRevealed(aggregate.opened.secret, nonces))


def resigned_last(
    standings: Sequence[Standing], resigned: Sequence[int], lost_at: Sequence[int | None]
) -> tuple[Standing, ...]:
    """Rank the resigned seats behind all others: the first to resign is last, and seats whose time ended at the same
    moment tie. The others keep their order and their ties. The first has won only in a game that has winners."""
    if not resigned:
        return tuple(standings)
    stayed = [each for each in standings if each.player not in resigned]
    ranks = {each.player: 1 + sum(other.rank < each.rank for other in stayed) for each in stayed}
    ahead = len(stayed)
    for place in reversed(range(len(resigned))):
        together = place + 1 < len(resigned) and lost_at[place] is not None and lost_at[place] == lost_at[place + 1]
        ranks[Seat(resigned[place])] = ranks[Seat(resigned[place + 1])] if together else ahead + 1
        ahead += 1
    winners = [each.player for each in stayed if each.won]
    if not winners and any(each.won for each in standings):
        winners = [seat for seat, rank in ranks.items() if rank == 1]
    moved = [replace(each, rank=ranks[each.player], won=each.player in winners) for each in standings]
    return tuple(sorted(moved, key=lambda each: each.rank))


def _clocks(before: Aggregate, after: Aggregate, events: Sequence[Event], now_ms: int) -> tuple[Event, ...]:
    """Time stops while the outside clock is set back (TB-CLOCK-02, TB-CLOCK-03)."""
    if any(isinstance(event, ClocksSet) for event in events):
        return ()
    terms, rules = after.terms.clock, after.rules
    assert terms, "clocks run by the table's terms"
    assert rules, "the game has begun"
    now_ms = max(now_ms, after.time_ms)
    new_moves = before.rules is not None and rules.moment(before.play) != rules.moment(after.play)
    pressed = clock.press(terms, after.clocks, after.to_act, after.thinking, new_moves, now_ms)
    return () if pressed == before.clocks else (ClocksSet(now_ms, pressed),)


def _time_out(aggregate: Aggregate, command: TimeOut, actor: str, now_ms: int) -> tuple[Event, ...]:
    if actor != SERVER_ACTOR:
        raise Refused("NOT_THE_SERVER", "TB-CLOCK-04")
    terms = aggregate.terms.clock
    if terms is None or not 0 <= command.place < len(aggregate.clocks):
        raise Refused("TIME_NOT_UP", "TB-CLOCK-04", place=command.place)
    seat = Seat(command.place)
    deadline_ms = aggregate.clocks[seat].deadline_ms
    if deadline_ms is None or now_ms < deadline_ms:
        raise Refused("TIME_NOT_UP", "TB-CLOCK-04", place=seat, deadline_ms=deadline_ms)
    if aggregate.occupants[seat].bot:
        return ()  # an owner who takes the seat back has no time left
    ran_out = TimeRanOut(seat, terms.on_timeout)
    if terms.on_timeout not in (BOT_TAKES_SEAT, FORFEIT):
        return (ran_out, *defaults(aggregate, seat))
    goes: type[SeatHanded | SeatResigned] = SeatHanded if terms.on_timeout == BOT_TAKES_SEAT else SeatResigned
    if terms.on_timeout == FORFEIT and _all_late(aggregate, now_ms):
        return (ran_out, *finish(aggregate, "ABANDONED", ()))
    empty = replace(aggregate.clocks[seat], bank_ms=0)
    return (
        ran_out,
        goes(seat, _stand_in(aggregate), "TIME"),
        _clock_set(aggregate, seat, empty, max(now_ms, aggregate.time_ms)),
    )


def _all_late(aggregate: Aggregate, now_ms: int) -> bool:
    """Return whether the time of all remaining players has passed. Then no player wins by being the last one called."""
    left = (each.deadline_ms for seat, each in enumerate(aggregate.clocks) if seat not in aggregate.resigned)
    return all(deadline_ms is not None and deadline_ms <= now_ms for deadline_ms in left)


def _vacation(aggregate: Aggregate, command: TakeVacation, actor: str, now_ms: int) -> tuple[Event, ...]:
    seat = own_seat(aggregate, actor)
    left = aggregate.clocks[seat].vacation_days if aggregate.clocks else 0
    if not 1 <= command.days <= left:
        raise Refused("VACATION_USED_UP", "TB-CLOCK-05", days=command.days, left=left)
    now_ms = max(now_ms, aggregate.time_ms)
    rested = clock.on_vacation(aggregate.clocks[seat], command.days, now_ms)
    return (VacationTaken(seat, command.days), _clock_set(aggregate, seat, rested, now_ms))


def _clock_set(aggregate: Aggregate, seat: Seat, each: SeatClock, now_ms: int) -> ClocksSet:
    """The clocks with one seat's changed."""
    return ClocksSet(now_ms, (*aggregate.clocks[:seat], each, *aggregate.clocks[seat + 1 :]))


def _hand(aggregate: Aggregate, command: HandSeat, actor: str, _: int) -> tuple[Event, ...]:
    seat = own_seat(aggregate, actor)
    bot = _stand_in(aggregate, command.bot)
    check_detours(aggregate, actor)
    return (SeatHanded(seat, bot, "PLAYER"),)


def _take_back(aggregate: Aggregate, _: TakeSeatBack, actor: str, now_ms: int) -> tuple[Event, ...]:
    """Hand a seat back to its player (TB-LEAVE-01). An unfinished move of the bot continues within its own deadline."""
    seat = aggregate.seat_of(actor)
    if seat is None:
        raise Refused("NOT_A_PLAYER", "TB-LEAVE-01")
    if seat in aggregate.resigned:
        raise Refused("RESIGNED", "TB-LEAVE-02")
    if not aggregate.occupants[seat].bot:
        return ()
    deadline_ms = aggregate.clocks[seat].deadline_ms if aggregate.clocks else None
    now_ms = max(now_ms, aggregate.time_ms)
    if deadline_ms is None or deadline_ms > now_ms:
        return (SeatTakenBack(seat),)
    over = replace(aggregate.clocks[seat], deadline_ms=max(now_ms, deadline_ms + 1))  # another one: each is said once
    return (SeatTakenBack(seat), _clock_set(aggregate, seat, over, now_ms))


def _resign(aggregate: Aggregate, _: Resign, actor: str, _now_ms: int) -> tuple[Event, ...]:
    seat = aggregate.seat_of(actor)
    if seat is None:
        raise Refused("NOT_A_PLAYER", "TB-LEAVE-02")
    return resigned(aggregate, seat, "PLAYER")


def resigned(aggregate: Aggregate, seat: Seat, cause: str) -> tuple[Event, ...]:
    """TB-LEAVE-02. Nothing where the seat has resigned before."""
    return () if seat in aggregate.resigned else (SeatResigned(seat, _stand_in(aggregate), cause),)


def _undo(aggregate: Aggregate, command: Undo, actor: str, now_ms: int) -> tuple[Event, ...]:
    seat = own_seat(aggregate, actor)
    step = _step_back(aggregate, command.commands, "TB-UNDO-01")
    if step.version <= aggregate.final_to or any(
        each.seat != seat for each in aggregate.undo_points[-command.commands :]
    ):
        raise Refused("UNDO_NEEDS_CONSENT", "TB-UNDO-01", commands=command.commands)
    now_ms, clocks = max(now_ms, aggregate.time_ms), bool(aggregate.clocks)
    deadline_ms = step.clocks[seat].deadline_ms if clocks else None
    if deadline_ms is not None and deadline_ms <= now_ms:
        raise Refused("UNDO_TOO_LATE", "TB-UNDO-01", deadline_ms=deadline_ms)
    check_detours(aggregate, actor, command.commands)
    undone = CommandsUndone(seat, step.version)
    return (undone, ClocksSet(now_ms, step.clocks)) if clocks else (undone,)


def _propose_undo(aggregate: Aggregate, command: ProposeUndo, actor: str, _: int) -> tuple[Event, ...]:
    seat = own_seat(aggregate, actor)
    _may_propose(aggregate, "TB-UNDO-02")
    step = _step_back(aggregate, command.commands, "TB-UNDO-02")
    check_detours(aggregate, actor, command.commands)
    return (UndoProposed(seat, step.version),)


def _propose_abandon(aggregate: Aggregate, _: ProposeAbandon, actor: str, _now_ms: int) -> tuple[Event, ...]:
    seat = own_seat(aggregate, actor)
    _may_propose(aggregate, "TB-LEAVE-03")
    check_detours(aggregate, actor)
    return (AbandonProposed(seat),)


def _propose_no_rounds(aggregate: Aggregate, _: ProposeNoRounds, actor: str, now_ms: int) -> tuple[Event, ...]:
    seat = own_seat(aggregate, actor)
    _may_propose(aggregate, "TB-DRAW-07")
    check_detours(aggregate, actor)
    return propose_no_rounds(aggregate, seat, now_ms)


def _vote(aggregate: Aggregate, command: Vote, actor: str, _: int) -> tuple[Event, ...]:
    seat = own_seat(aggregate, actor)
    if aggregate.proposal is None:
        raise Refused("NO_PROPOSAL", "TB-UNDO-02")
    if command.agree and seat in aggregate.proposal.agreed:
        return ()
    return (VoteGiven(seat, command.agree),)


def _agreed(aggregate: Aggregate, proposal: Proposal, now_ms: int) -> tuple[Event, ...]:
    """Carry out a proposal to which all players agree (TB-UNDO-02, TB-LEAVE-03)."""
    if proposal.to_version is None:
        return finish(aggregate, "ABANDONED", ())
    undone = CommandsUndone(Seat(proposal.agreed[0]), proposal.to_version)
    if aggregate.terms.clock is None:
        return (undone,)
    now_ms = max(now_ms, aggregate.time_ms)
    step = next(each for each in aggregate.undo_points if each.version == proposal.to_version)
    back = fold((undone,), aggregate)
    clocks = clock.rewound(step.clocks, aggregate.clocks)
    seats = clock.press(aggregate.terms.clock, clocks, back.to_act, back.thinking, False, now_ms)
    return (undone, ClocksSet(now_ms, seats))


def _stand_in(aggregate: Aggregate, wanted: str = "") -> str:
    assert aggregate.rules, "the game has begun"
    return known_bot(aggregate.rules, wanted or aggregate.terms.stand_in, "TB-LEAVE-01")


def _step_back(aggregate: Aggregate, commands: int, rule: str) -> UndoPoint:
    if not 1 <= commands <= len(aggregate.undo_points):
        raise Refused("UNDO_TOO_FAR", rule, commands=commands, commands_max=min(len(aggregate.undo_points), UNDO_MAX))
    return aggregate.undo_points[-commands]


def _may_propose(aggregate: Aggregate, rule: str) -> None:
    """At a rated table one player alone cannot take a result back: bots have no vote."""
    if aggregate.proposal:
        raise Refused("PROPOSAL_PENDING", rule)
    if aggregate.opened.rated and len(aggregate.voters) < 2:
        raise Refused("NOBODY_TO_AGREE", rule)


def own_seat(aggregate: Aggregate, actor: str) -> Seat:
    """The seat that the actor plays."""
    seat = aggregate.seat_of(actor)
    if seat is None:
        raise Refused("NOT_A_PLAYER", "TB-PLAY-01")
    if aggregate.occupants[seat].bot:
        raise _not_played_by_its_owner(aggregate, seat)
    return seat


def _not_played_by_its_owner(aggregate: Aggregate, seat: Seat) -> Refused:
    if seat in aggregate.resigned:
        return Refused("RESIGNED", "TB-LEAVE-02", player=seat)
    return Refused("SEAT_IS_HANDED", "TB-PLAY-01", player=seat)


WHILE_IT_RUNS: Mapping[type[TableCommand], Callable[[Aggregate, Any, str, int], tuple[Event, ...]]] = {
    TimeOut: _time_out,
    TakeVacation: _vacation,
    HandSeat: _hand,
    TakeSeatBack: _take_back,
    Resign: _resign,
    Undo: _undo,
    ProposeUndo: _propose_undo,
    ProposeAbandon: _propose_abandon,
    ProposeNoRounds: _propose_no_rounds,
    Vote: _vote,
}
