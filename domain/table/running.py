"""Commands while the game runs: the game's own, and those about its seats, its clocks and what is taken back."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from domain.kernel.decider import Command, Event, Standing
from domain.kernel.ids import Seat
from domain.kernel.refused import Refused
from domain.table import clock
from domain.table.clock import BOT_TAKES_SEAT, FORFEIT, SeatClock
from domain.table.lobby import known_bot
from domain.table.messages import (
    SERVER_ACTOR,
    AbandonProposed,
    ClocksSet,
    CommandsUndone,
    GameFinished,
    HandSeat,
    ProposeAbandon,
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
from domain.table.session import FINISHED, STEPS_MAX, Proposal, Session, Step, fold, is_detour, played

DEFAULTS_MAX = 100
"""Default actions for one move that ran out of time; far above any game's. More wait for the next time-out."""


def play(session: Session, command: Command, actor: str) -> tuple[Sequence[Event], Session]:
    check_player(session, command.player, actor)
    assert session.rules, "the game has begun"
    events, state = session.rules.judge(session.play, command)
    place = None if session.occupants[command.player].bot else command.player
    if events and is_detour(session, place):
        check_detours(session, actor)
    return events, played(session, events, state, place)


def check_player(session: Session, seat: Seat, actor: str) -> None:
    """TB-PLAY-01: the seat obeys the actor."""
    if not 0 <= seat < len(session.occupants) or actor != session.occupants[seat].actor:
        check_owner(session, seat, actor)
        raise _not_played_by_its_owner(session, seat)


def check_owner(session: Session, seat: Seat, account: str) -> None:
    """TB-PLAY-01: the seat is the account's, whoever plays it now."""
    if not 0 <= seat < len(session.occupants):
        raise Refused("UNKNOWN_PLAYER", "TB-PLAY-01", player=seat, seats=len(session.occupants))
    own = session.seat_of(account)
    if own != seat:
        raise Refused("NOT_A_PLAYER" if own is None else "NOT_YOUR_SEAT", "TB-PLAY-01", player=seat)


def concluded(
    before: Session, events: Sequence[Event], after: Session, now_ms: int
) -> tuple[tuple[Event, ...], Session]:
    """The events with all that follows from them (what everybody agreed to, the end of the game, the clocks), and how
    things stand afterwards."""
    agreed = _agreed(after, after.proposal, now_ms) if after.proposal else ()
    if agreed:
        events, after = (*events, *agreed), fold(agreed, after)
    closing = () if after.status == FINISHED else _end(after)
    if not closing and after.clocks:
        closing = _clocks(before, after, events, now_ms)
    if closing:
        events, after = (*events, *closing), fold(closing, after)
    return tuple(events), after


def _end(session: Session) -> tuple[Event, ...]:
    """TB-END-01, TB-LEAVE-02, TB-PACE-02."""
    assert session.rules, "the game has begun"
    outcome = session.rules.outcome(session.play)
    if outcome:
        return finish(session, outcome.reason, resigned_last(outcome.standings, session.resigned, session.lost_at))
    return _end_of_who_is_left(session) or (finish(session, "TOO_LONG", ()) if is_too_long(session) else ())


def _end_of_who_is_left(session: Session) -> tuple[Event, ...]:
    if not session.resigned:
        return ()
    contenders = tuple(seat for seat in range(len(session.occupants)) if seat not in session.resigned)
    if len(contenders) == 1 or not any(session.occupants[seat].account for seat in contenders):
        equal = tuple(Standing(Seat(seat), 1, True, 0) for seat in contenders)
        out = tuple(Standing(Seat(seat), 0, False, 0) for seat in session.resigned)
        return finish(session, "RESIGNED", resigned_last((*equal, *out), session.resigned, session.lost_at))
    return ()


def finish(session: Session, reason: str, standings: tuple[Standing, ...]) -> tuple[Event, ...]:
    nonces = tuple(occupant.nonce for occupant in session.occupants)
    return (GameFinished(reason, standings), SecretRevealed(session.opened.secret, nonces))


def resigned_last(
    standings: Sequence[Standing], resigned: Sequence[int], lost_at: Sequence[int | None]
) -> tuple[Standing, ...]:
    """Who resigned stands behind all who did not, the first to go last, those whose time ended at the same moment
    together; the others keep their order and their ties. Who then stands first has won only where the game has a
    winner at all."""
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


def _clocks(before: Session, after: Session, events: Sequence[Event], now_ms: int) -> tuple[Event, ...]:
    """TB-CLOCK-02, TB-CLOCK-03: time stands where it was when the outside clock was set back."""
    if any(isinstance(event, ClocksSet) for event in events):
        return ()
    terms, rules = after.terms.clock, after.rules
    assert terms, "clocks run by the table's terms"
    assert rules, "the game has begun"
    now_ms = max(now_ms, after.time_ms)
    new_moves = before.rules is not None and rules.moment(before.play) != rules.moment(after.play)
    pressed = clock.press(terms, after.clocks, after.to_act, after.thinking, new_moves, now_ms)
    return () if pressed == before.clocks else (ClocksSet(now_ms, pressed),)


def _time_out(session: Session, command: TimeOut, actor: str, now_ms: int) -> tuple[Event, ...]:
    if actor != SERVER_ACTOR:
        raise Refused("NOT_THE_SERVER", "TB-CLOCK-04")
    terms = session.terms.clock
    if terms is None or not 0 <= command.place < len(session.clocks):
        raise Refused("TIME_NOT_UP", "TB-CLOCK-04", place=command.place)
    place = Seat(command.place)
    deadline_ms = session.clocks[place].deadline_ms
    if deadline_ms is None or now_ms < deadline_ms:
        raise Refused("TIME_NOT_UP", "TB-CLOCK-04", place=place, deadline_ms=deadline_ms)
    if session.occupants[place].bot:
        return ()  # who takes the seat back has no time left
    ran_out = TimeRanOut(place, terms.on_timeout)
    if terms.on_timeout not in (BOT_TAKES_SEAT, FORFEIT):
        return (ran_out, *_defaults(session, place))
    goes: type[SeatHanded | SeatResigned] = SeatHanded if terms.on_timeout == BOT_TAKES_SEAT else SeatResigned
    if terms.on_timeout == FORFEIT and _all_late(session, now_ms):
        return (ran_out, *finish(session, "ABANDONED", ()))
    empty = replace(session.clocks[place], bank_ms=0)
    return (
        ran_out,
        goes(place, _stand_in(session), "TIME"),
        _clock_set(session, place, empty, max(now_ms, session.time_ms)),
    )


def _all_late(session: Session, now_ms: int) -> bool:
    """Whether the time of all who are left has passed: then nobody wins by being called last."""
    left = (each.deadline_ms for seat, each in enumerate(session.clocks) if seat not in session.resigned)
    return all(deadline_ms is not None and deadline_ms <= now_ms for deadline_ms in left)


def _defaults(session: Session, seat: Seat) -> Sequence[Event]:
    """The game's default actions until the seat's move is over."""
    rules, state, events = session.rules, session.play, list[Event]()
    assert rules, "the game has begun"
    moment = rules.moment(state)
    for _ in range(DEFAULTS_MAX):
        if seat not in rules.to_act(state) or rules.moment(state) != moment:
            break
        done, state = rules.judge(state, rules.default(state, seat))
        events += done
    return events


def _vacation(session: Session, command: TakeVacation, actor: str, now_ms: int) -> tuple[Event, ...]:
    place = _own_seat(session, actor)
    left = session.clocks[place].vacation_days if session.clocks else 0
    if not 1 <= command.days <= left:
        raise Refused("VACATION_USED_UP", "TB-CLOCK-05", days=command.days, left=left)
    now_ms = max(now_ms, session.time_ms)
    rested = clock.on_vacation(session.clocks[place], command.days, now_ms)
    return (VacationTaken(place, command.days), _clock_set(session, place, rested, now_ms))


def _clock_set(session: Session, place: Seat, each: SeatClock, now_ms: int) -> ClocksSet:
    """The clocks with one seat's changed."""
    return ClocksSet(now_ms, (*session.clocks[:place], each, *session.clocks[place + 1 :]))


def _hand(session: Session, command: HandSeat, actor: str, _: int) -> tuple[Event, ...]:
    place = _own_seat(session, actor)
    check_detours(session, actor)
    return (SeatHanded(place, _stand_in(session, command.bot), "PLAYER"),)


def _take_back(session: Session, _: TakeSeatBack, actor: str, now_ms: int) -> tuple[Event, ...]:
    """TB-LEAVE-01. A move that the bot has not ended goes on, within its own deadline."""
    place = session.seat_of(actor)
    if place is None:
        raise Refused("NOT_A_PLAYER", "TB-LEAVE-01")
    if place in session.resigned:
        raise Refused("RESIGNED", "TB-LEAVE-02")
    if not session.occupants[place].bot:
        return ()
    deadline_ms = session.clocks[place].deadline_ms if session.clocks else None
    now_ms = max(now_ms, session.time_ms)
    if deadline_ms is None or deadline_ms > now_ms:
        return (SeatTakenBack(place),)
    over = replace(session.clocks[place], deadline_ms=max(now_ms, deadline_ms + 1))  # another one: each is said once
    return (SeatTakenBack(place), _clock_set(session, place, over, now_ms))


def _resign(session: Session, _: Resign, actor: str, _now_ms: int) -> tuple[Event, ...]:
    place = session.seat_of(actor)
    if place is None:
        raise Refused("NOT_A_PLAYER", "TB-LEAVE-02")
    if place in session.resigned:
        return ()
    return (SeatResigned(place, _stand_in(session), "PLAYER"),)


def _undo(session: Session, command: Undo, actor: str, now_ms: int) -> tuple[Event, ...]:
    place = _own_seat(session, actor)
    step = _step_back(session, command.commands, "TB-UNDO-01")
    if step.version <= session.final_to or any(each.place != place for each in session.steps[-command.commands :]):
        raise Refused("UNDO_NEEDS_CONSENT", "TB-UNDO-01", commands=command.commands)
    now_ms, clocks = max(now_ms, session.time_ms), bool(session.clocks)
    deadline_ms = step.clocks[place].deadline_ms if clocks else None
    if deadline_ms is not None and deadline_ms <= now_ms:
        raise Refused("UNDO_TOO_LATE", "TB-UNDO-01", deadline_ms=deadline_ms)
    check_detours(session, actor, command.commands)
    undone = CommandsUndone(place, step.version)
    return (undone, ClocksSet(now_ms, step.clocks)) if clocks else (undone,)


def _propose_undo(session: Session, command: ProposeUndo, actor: str, _: int) -> tuple[Event, ...]:
    place = _own_seat(session, actor)
    _may_propose(session, "TB-UNDO-02")
    step = _step_back(session, command.commands, "TB-UNDO-02")
    check_detours(session, actor, command.commands)
    return (UndoProposed(place, step.version),)


def _propose_abandon(session: Session, _: ProposeAbandon, actor: str, _now_ms: int) -> tuple[Event, ...]:
    place = _own_seat(session, actor)
    _may_propose(session, "TB-LEAVE-03")
    check_detours(session, actor)
    return (AbandonProposed(place),)


def _vote(session: Session, command: Vote, actor: str, _: int) -> tuple[Event, ...]:
    place = _own_seat(session, actor)
    if session.proposal is None:
        raise Refused("NO_PROPOSAL", "TB-UNDO-02")
    if command.agree and place in session.proposal.agreed:
        return ()
    return (VoteGiven(place, command.agree),)


def _agreed(session: Session, proposal: Proposal, now_ms: int) -> tuple[Event, ...]:
    """TB-UNDO-02, TB-LEAVE-03: everybody who plays agrees."""
    if not set(session.voters) <= set(proposal.agreed):
        return ()
    if proposal.to_version is None:
        return finish(session, "ABANDONED", ())
    undone = CommandsUndone(Seat(proposal.agreed[0]), proposal.to_version)
    if session.terms.clock is None:
        return (undone,)
    now_ms = max(now_ms, session.time_ms)
    step = next(each for each in session.steps if each.version == proposal.to_version)
    back = fold((undone,), session)
    clocks = clock.rewound(step.clocks, session.clocks)
    seats = clock.press(session.terms.clock, clocks, back.to_act, back.thinking, False, now_ms)
    return (undone, ClocksSet(now_ms, seats))


def _stand_in(session: Session, wanted: str = "") -> str:
    assert session.rules, "the game has begun"
    return known_bot(session.rules, wanted or session.terms.stand_in, "TB-LEAVE-01")


def _step_back(session: Session, commands: int, rule: str) -> Step:
    if not 1 <= commands <= len(session.steps):
        raise Refused("UNDO_TOO_FAR", rule, commands=commands, commands_max=min(len(session.steps), STEPS_MAX))
    return session.steps[-commands]


def _may_propose(session: Session, rule: str) -> None:
    """Nobody takes a rated result back alone: bots have no voice."""
    if session.proposal:
        raise Refused("PROPOSAL_PENDING", rule)
    if session.opened.rated and len(session.voters) < 2:
        raise Refused("NOBODY_TO_AGREE", rule)


def _own_seat(session: Session, actor: str) -> Seat:
    """The seat that the actor plays."""
    place = session.seat_of(actor)
    if place is None:
        raise Refused("NOT_A_PLAYER", "TB-PLAY-01")
    if session.occupants[place].bot:
        raise _not_played_by_its_owner(session, place)
    return place


def _not_played_by_its_owner(session: Session, place: Seat) -> Refused:
    if place in session.resigned:
        return Refused("RESIGNED", "TB-LEAVE-02", player=place)
    return Refused("SEAT_IS_HANDED", "TB-PLAY-01", player=place)


WHILE_IT_RUNS: Mapping[type[TableCommand], Callable[[Session, Any, str, int], tuple[Event, ...]]] = {
    TimeOut: _time_out,
    TakeVacation: _vacation,
    HandSeat: _hand,
    TakeSeatBack: _take_back,
    Resign: _resign,
    Undo: _undo,
    ProposeUndo: _propose_undo,
    ProposeAbandon: _propose_abandon,
    Vote: _vote,
}
