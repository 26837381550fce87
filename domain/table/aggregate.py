"""The aggregate of one stream: the state of the table and of the game that is played at it."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from domain import catalogue
from domain.kernel import counting, privacy
from domain.kernel.decider import AnyDecider, Outcome
from domain.kernel.dice import Dice, beacon_seed, game_seed
from domain.kernel.ids import Seat, Viewer
from domain.kernel.messages import Event, Option
from domain.kernel.variant import Edition
from domain.table import clock
from domain.table.clock import SeatClock
from domain.table.messages import (
    AbandonProposed,
    BotSeated,
    ClocksSet,
    ColourChosen,
    CommandsUndone,
    DrawAwaited,
    DrawMade,
    GameBegan,
    GameFinished,
    GameOpened,
    GameStarting,
    HintTaken,
    InvitationDeclined,
    NoRoundsProposed,
    Occupant,
    PlayerSeated,
    ReadinessChanged,
    RoundsGivenUp,
    SeatCleared,
    SeatHanded,
    SeatResigned,
    SeatsArranged,
    SeatTakenBack,
    SecretRevealed,
    TableClosed,
    Terms,
    TimeRanOut,
    UndoProposed,
    VacationTaken,
    VoteGiven,
)

OPEN, RUNNING, FINISHED, CLOSED = "OPEN", "RUNNING", "FINISHED", "CLOSED"
STARTING = "STARTING"
"""Between start and beginning: the table waits for a round of its beacon."""
UNDO_MAX = 16
"""The number of commands that can be taken back. It may grow but never shrink, because a stored undo must find its
point."""


_NO_TERMS = Terms()


class UndoPoint(Struct, frozen=True, gc=False):
    """The game as it was before a command. `seat`: who gave it, None for a bot or the clock."""

    version: int
    seat: Viewer
    play: Any
    clocks: tuple[SeatClock, ...]


class Proposal(Struct, frozen=True):
    """A question to all players: undo back to a version, or (None) continue without rounds (`no_rounds`) or abandon the
    game."""

    to_version: int | None
    agreed: tuple[int, ...]
    no_rounds: bool = False


class AwaitedDraw(Struct, frozen=True):
    """A draw that waits for a round (TB-DRAW). `clocks`: as they ran when it was asked for."""

    asked: DrawAwaited
    clocks: tuple[SeatClock, ...]


class AwaitedRound(Struct, frozen=True):
    """The round that a draw of a seat waits for, and the moment at which it is published."""

    seat: Seat
    round: int
    round_ms: int


class Aggregate(Struct, frozen=True, gc=False):
    """The state of a table and of the game played at it.

    `opened` is the table as it was opened. `editions`, `rules` and `play` are set when the game begins, `outcome` when
    it is over. `ready`: accounts that reported ready. `removed`: accounts that the host removed. `resigned`: seats,
    first to last. `undo_points`: points of the last commands that can be taken back; those up to version `final_to`
    need the agreement of all players, because something was revealed or another player acted after them.
    """

    opened: GameOpened
    version: int = 1
    status: str = OPEN
    occupants: tuple[Occupant, ...] = ()
    ready: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    editions: tuple[Edition, ...] = ()
    rules: AnyDecider | None = None
    play: Any = None
    outcome: Outcome | None = None
    clocks: tuple[SeatClock, ...] = ()
    time_ms: int = 0
    """The latest moment that a clock was set. Time in a history never runs back."""
    moved: tuple[Seat, ...] = ()
    """Seats whose players have given a command of the game, in the order of their first ones."""
    resigned: tuple[int, ...] = ()
    lost_at: tuple[int | None, ...] = ()
    """The deadlines by which the resigned seats were lost; None for a player who resigned."""
    not_behind: tuple[tuple[int, ...], ...] = ()
    """For each resigned seat: the seats still in the game that ranked at least as well at that moment."""
    timed_out: tuple[Seat, ...] = ()
    """Seats that their players lost with the time and have not taken back, whether a bot plays on or they resigned."""
    proposal: Proposal | None = None
    undo_points: tuple[UndoPoint, ...] = ()
    final_to: int = 0
    detours: dict[str, int] = {}
    """Detours per account (TB-PACE-01). The dict is never changed, only replaced."""
    starting: GameStarting | None = None
    """The start of a table with a beacon, once it has started."""
    signature: str = ""
    """The signature of the beacon round, once the game began."""
    hints: tuple[Seat, ...] = ()
    """A seat for each hint that was taken."""
    declined: tuple[str, ...] = ()
    """Programs that declined their invitation."""
    hinted: tuple[tuple[Seat, int], ...] = ()
    """Seats with a hint for what they are asked now, and the versions of these."""
    awaited: AwaitedDraw | None = None
    """The draw that the game waits for. Until it is made, no seat is to act."""
    drawn_round: int = 0
    """The round of the last draw that waited for one."""
    gave_up_rounds: bool = False
    """The players agreed to continue without rounds."""

    @property
    def terms(self) -> Terms:
        return self.opened.terms or _NO_TERMS

    @property
    def secret(self) -> bytes:
        return bytes.fromhex(self.opened.secret)

    @property
    def rules_version(self) -> int | None:
        """The rules version of the game, None before the start."""
        return self.rules.rules_version if self.rules else None

    @property
    def dice(self) -> Dice:
        """The game's own dice: from the table's seed if it has one, else from the secret and all players' nonces."""
        if self.opened.seed:
            return Dice.from_text(self.opened.seed)
        nonces = [bytes.fromhex(occupant.nonce) for occupant in self.occupants]
        beacon, starting = self.opened.beacon, self.starting
        if not beacon:
            return Dice(game_seed(self.secret, self.opened.game_id, nonces))
        assert starting, "nothing is drawn before the start"
        assert self.signature, "nor before the round is there"
        chain, signature = bytes.fromhex(beacon.chain), bytes.fromhex(self.signature)
        return Dice(beacon_seed(self.secret, self.opened.game_id, nonces, chain, starting.round, signature))

    @property
    def bots_seed(self) -> bytes:
        """The seed of the bots' chance: of the last draw that waited, else of the game with a beacon, else the
        secret."""
        if self.drawn_round:
            return bytes.fromhex(self.play.seed)
        return self.dice.seed if self.opened.beacon else self.secret

    @property
    def to_act(self) -> tuple[Seat, ...]:
        if self.rules is None or self.status != RUNNING or self.awaited:
            return ()
        return self.rules.to_act(self.play)

    @property
    def draws_wait(self) -> bool:
        """Return whether each draw waits for a round of its own (TB-DRAW)."""
        return self.terms.draws is not UNSET and not self.gave_up_rounds

    @property
    def awaited_round(self) -> AwaitedRound | None:
        beacon, awaited = self.opened.beacon, self.awaited
        if not beacon or not awaited:
            return None
        asked = awaited.asked
        return AwaitedRound(asked.place, asked.round, beacon.time_ms(asked.round))

    @property
    def thinking(self) -> tuple[Seat, ...]:
        """Seats that the game waits for and people play: theirs is the time that runs."""
        return tuple(seat for seat in self.to_act if not self.occupants[seat].bot)

    @property
    def voters(self) -> tuple[Seat, ...]:
        """Seats whose players must agree: seats that people play, and at a rated table also the seats that they may
        take back, because the result is theirs."""
        return tuple(
            Seat(seat)
            for seat, occupant in enumerate(self.occupants)
            if not occupant.bot or (self.opened.rated and occupant.account and seat not in self.resigned)
        )

    def seat_of(self, account: str) -> Viewer:
        """The seat of an account, None for a spectator."""
        if account:
            for seat, occupant in enumerate(self.occupants):
                if occupant.account == account:
                    return Seat(seat)
        return None


def fold(events: Iterable[Event], aggregate: Aggregate | None = None, actor: str = "") -> Aggregate:
    """The aggregate after the events of one command, given by `actor`."""
    for event in events:
        aggregate, actor = evolve(aggregate, event, actor), ""
    assert aggregate, "a stream begins with GameOpened"
    return aggregate


def evolve(aggregate: Aggregate | None, event: Event, actor: str = "") -> Aggregate:
    """`actor`: who gave the command, with its first event; empty with the others."""
    if isinstance(event, GameOpened):
        return Aggregate(event)
    assert aggregate, "a stream begins with GameOpened"
    version = aggregate.version + 1
    change = _CHANGES.get(type(event))
    if change:
        detour = _DETOURS.get(type(event)) if actor else None
        if detour:
            aggregate = replace(aggregate, detours=counted(aggregate.detours, actor, detour(aggregate, event)))
        return replace(change(aggregate, event), version=version)
    rules = aggregate.rules
    assert rules, "the game has begun"
    play = rules.evolve(aggregate.play, event)
    if actor:
        seat = aggregate.seat_of(actor)
        return played(aggregate, (event,), play, seat, is_detour(aggregate, seat))
    hinted = _still_hinted(aggregate, play, revealed=event.reveals)
    if event.reveals:
        aggregate = replace(aggregate, undo_points=()) if aggregate.draws_wait else _with_all_final(aggregate)
    return replace(aggregate, version=version, play=play, hinted=hinted)


def played(aggregate: Aggregate, events: Sequence[Event], play: Any, seat: Viewer, detour: bool) -> Aggregate:
    """The aggregate after the events of one game command, given the state of the game that they lead to. `seat`: who
    gave the command, None for a bot. `detour`: what is_detour says of it."""
    version, revealed = aggregate.version, False
    for event in events:
        if event.reveals:
            revealed = True
            break
    detours = aggregate.detours
    if detour:
        assert seat is not None, "a player's"
        detours = counted(detours, aggregate.occupants[seat].account, 1)
    return replace(
        aggregate,
        version=version + len(events),
        play=play,
        undo_points=_one_more(aggregate, seat),
        moved=_moved(aggregate, seat),
        final_to=version if revealed else aggregate.final_to,
        proposal=_still_proposed(aggregate.proposal),
        detours=detours,
        hinted=_still_hinted(aggregate, play, revealed=revealed),
    )


def _still_hinted(aggregate: Aggregate, play: Any, *, revealed: bool) -> tuple[tuple[Seat, int], ...]:
    """TB-HINT-02: where several are asked, another's secret choice leaves a seat's question what it was."""
    if revealed or not aggregate.hinted or len(before := aggregate.to_act) == 1:
        return ()
    assert aggregate.rules, "the game has begun"
    after = aggregate.rules.to_act(play)
    return tuple(each for each in aggregate.hinted if each[0] in before and each[0] in after)


def is_detour(aggregate: Aggregate, seat: Viewer) -> bool:
    """TB-PACE-01, of a command of the game: its player revises a choice that the game is not waiting for."""
    assert aggregate.rules, "the game has begun"
    return seat is not None and seat not in aggregate.rules.to_act(aggregate.play)


def counted(detours: dict[str, int], account: str, more: int) -> dict[str, int]:
    return {**detours, account: detours.get(account, 0) + more}


def position_state(rules: AnyDecider, state: dict[str, Any]) -> Any:
    """The state that the JSON of a position stands for. Raises msgspec.ValidationError."""
    return msgspec.json.decode(msgspec.json.encode(state), type=rules.state_type)


def position_json(play: Any) -> dict[str, Any]:
    """A state as a position holds it."""
    found: dict[str, Any] = msgspec.to_builtins(play, str_keys=True)
    return found


def options(aggregate: Aggregate, seat: Seat) -> tuple[Option, ...]:
    """Return the options of a seat; empty before and after the game, while a bot plays the seat, and while a draw is
    awaited."""
    if (
        aggregate.rules is None
        or aggregate.play is None
        or aggregate.status != RUNNING
        or aggregate.awaited
        or aggregate.occupants[seat].bot
    ):
        return ()
    return aggregate.rules.options(aggregate.play, seat)


def redact(aggregate: Aggregate, event: Event, viewer: Viewer) -> Event | None:
    """Return the event as the viewer may know it: whole once the game is over. None for an event that the viewer may
    not know at all; no event type of today is like that."""
    return event if aggregate.status == FINISHED else privacy.redact(event, viewer)


def _with_step(aggregate: Aggregate, seat: Viewer) -> Aggregate:
    return replace(
        aggregate,
        undo_points=_one_more(aggregate, seat),
        moved=_moved(aggregate, seat),
        proposal=_still_proposed(aggregate.proposal),
    )


def _one_more(aggregate: Aggregate, seat: Viewer) -> tuple[UndoPoint, ...]:
    return (
        *aggregate.undo_points[1 - UNDO_MAX :],
        UndoPoint(aggregate.version, seat, aggregate.play, aggregate.clocks),
    )


def _moved(aggregate: Aggregate, seat: Viewer) -> tuple[Seat, ...]:
    return aggregate.moved if seat is None or seat in aggregate.moved else (*aggregate.moved, seat)


def _still_proposed(proposal: Proposal | None) -> Proposal | None:
    """Return the proposal that is still open after a move: a proposal to undo lapses."""
    return None if proposal and proposal.to_version is not None else proposal


def _with_all_final(aggregate: Aggregate) -> Aggregate:
    return replace(aggregate, final_to=aggregate.undo_points[-1].version) if aggregate.undo_points else aggregate


def _seated(aggregate: Aggregate, event: PlayerSeated) -> Aggregate:
    occupant = Occupant(
        event.colour,
        account=event.account,
        nonce=event.nonce,
        guest=event.guest,
        device_keys=event.device_keys,
        program=event.program,
    )
    return replace(aggregate, occupants=(*aggregate.occupants, occupant))


def _bot_seated(aggregate: Aggregate, event: BotSeated) -> Aggregate:
    return replace(aggregate, occupants=(*aggregate.occupants, Occupant(event.colour, bot=event.bot)))


def _cleared(aggregate: Aggregate, event: SeatCleared) -> Aggregate:
    gone = aggregate.occupants[event.place]
    left = (*aggregate.occupants[: event.place], *aggregate.occupants[event.place + 1 :])
    ready = tuple(account for account in aggregate.ready if account != gone.account)
    turned_away = event.cause == "REMOVED" and gone.account not in ("", aggregate.opened.host)
    removed = (*aggregate.removed, gone.account) if turned_away else aggregate.removed
    return replace(aggregate, occupants=left, ready=ready, removed=removed)


def _arranged(aggregate: Aggregate, event: SeatsArranged) -> Aggregate:
    return replace(aggregate, occupants=tuple(aggregate.occupants[seat] for seat in event.order))


def _recoloured(aggregate: Aggregate, event: ColourChosen) -> Aggregate:
    return _with_occupant(aggregate, event.place, colour=event.colour)


def _readiness(aggregate: Aggregate, event: ReadinessChanged) -> Aggregate:
    account = aggregate.occupants[event.place].account
    others = tuple(each for each in aggregate.ready if each != account)
    return replace(aggregate, ready=(*others, account) if event.ready else others)


def _starting(aggregate: Aggregate, event: GameStarting) -> Aggregate:
    return replace(aggregate, status=STARTING, starting=event)


def _began(aggregate: Aggregate, event: GameBegan) -> Aggregate:
    opened = aggregate.opened
    variant = catalogue.find(opened.variant)
    rules = variant.decider(opened.options, len(event.seats), event.editions, event.rules_version)
    position = opened.position
    play = position_state(rules, event.dealt or position.state) if position else None
    clocks = clock.wound_up(aggregate.terms.clock, len(event.seats)) if aggregate.terms.clock else ()
    return replace(
        aggregate,
        status=RUNNING,
        occupants=event.seats,
        editions=event.editions,
        rules=rules,
        play=play,
        clocks=clocks,
        detours={},
        signature=event.signature or "",
    )


def _draw_awaited(aggregate: Aggregate, event: DrawAwaited) -> Aggregate:
    """A move was given: a proposal to undo lapses, as after every move."""
    by_player = event.command is not UNSET and not aggregate.occupants[event.place].bot
    return replace(
        aggregate,
        awaited=AwaitedDraw(event, aggregate.clocks),
        moved=_moved(aggregate, event.place if by_player else None),
        proposal=_still_proposed(aggregate.proposal),
        hinted=(),
    )


def _draw_made(aggregate: Aggregate, event: DrawMade | RoundsGivenUp) -> Aggregate:
    """The unknown cards lie as they were shuffled. No undo goes back behind a draw."""
    assert aggregate.rules, "the game has begun"
    state = position_json(aggregate.play) | (event.dealt or {})
    proposal = None if aggregate.proposal and aggregate.proposal.no_rounds else aggregate.proposal
    return replace(
        aggregate,
        play=position_state(aggregate.rules, state),
        awaited=None,
        drawn_round=event.round,
        undo_points=(),
        proposal=proposal,
    )


def _rounds_given_up(aggregate: Aggregate, event: RoundsGivenUp) -> Aggregate:
    return replace(_draw_made(aggregate, event), gave_up_rounds=True)


def _clocks_set(aggregate: Aggregate, event: ClocksSet) -> Aggregate:
    return replace(aggregate, clocks=event.seats, time_ms=event.at_ms)


def _time_ran_out(aggregate: Aggregate, event: TimeRanOut) -> Aggregate:
    return _with_step(aggregate, None) if event.consequence == clock.DEFAULT_ACTION else aggregate


def _vacation(aggregate: Aggregate, _: VacationTaken) -> Aggregate:
    return _with_all_final(aggregate)


def _handed(aggregate: Aggregate, event: SeatHanded) -> Aggregate:
    aggregate = _late(aggregate, event)
    return _without_vote(_with_all_final(_with_occupant(aggregate, event.place, bot=event.bot)), event.place)


def _hinted(aggregate: Aggregate, event: HintTaken) -> Aggregate:
    seat, version = event.place, aggregate.version + 1
    return replace(aggregate, hints=(*aggregate.hints, seat), hinted=(*aggregate.hinted, (seat, version)))


def _late(aggregate: Aggregate, event: SeatHanded | SeatResigned) -> Aggregate:
    by_time = event.cause == "TIME"
    return replace(aggregate, timed_out=(*aggregate.timed_out, event.place)) if by_time else aggregate


def _taken_back(aggregate: Aggregate, event: SeatTakenBack) -> Aggregate:
    aggregate = replace(aggregate, timed_out=tuple(seat for seat in aggregate.timed_out if seat != event.place))
    return _with_all_final(_with_occupant(aggregate, event.place, bot=""))


def _resigned(aggregate: Aggregate, event: SeatResigned) -> Aggregate:
    lost_at = aggregate.clocks[event.place].deadline_ms if event.cause == "TIME" else None
    aggregate = _late(aggregate, event)
    aggregate = _with_all_final(_with_occupant(aggregate, event.place, bot=event.bot))
    resigned, lost = (*aggregate.resigned, event.place), (*aggregate.lost_at, lost_at)
    ahead = (*aggregate.not_behind, _not_behind(aggregate, event.place))
    return _without_vote(replace(aggregate, resigned=resigned, lost_at=lost, not_behind=ahead), event.place)


def _not_behind(aggregate: Aggregate, seat: Seat) -> tuple[int, ...]:
    rules = aggregate.rules
    assert rules, "the game has begun"
    others = (each for each in range(len(aggregate.occupants)) if each != seat and each not in aggregate.resigned)
    return counting.not_behind(rules, aggregate.play, seat, others)


def _undone(aggregate: Aggregate, event: CommandsUndone) -> Aggregate:
    place = next(n for n, step in enumerate(aggregate.undo_points) if step.version == event.to_version)
    return replace(
        aggregate,
        play=aggregate.undo_points[place].play,
        undo_points=aggregate.undo_points[:place],
        hinted=(),
        proposal=_still_proposed(aggregate.proposal),
    )


def _undo_proposed(aggregate: Aggregate, event: UndoProposed) -> Aggregate:
    return replace(aggregate, proposal=Proposal(event.to_version, (event.place,)))


def _abandon_proposed(aggregate: Aggregate, event: AbandonProposed) -> Aggregate:
    return replace(aggregate, proposal=Proposal(None, (event.place,)))


def _no_rounds_proposed(aggregate: Aggregate, event: NoRoundsProposed) -> Aggregate:
    return replace(aggregate, proposal=Proposal(None, (event.place,), no_rounds=True))


def _voted(aggregate: Aggregate, event: VoteGiven) -> Aggregate:
    assert aggregate.proposal, "an answer to a proposal"
    if not event.agree:
        return replace(aggregate, proposal=None)
    agreed = (*aggregate.proposal.agreed, event.place)
    return replace(aggregate, proposal=replace(aggregate.proposal, agreed=agreed))


def _finished(aggregate: Aggregate, event: GameFinished) -> Aggregate:
    outcome = Outcome(event.reason, event.standings)
    return replace(aggregate, status=FINISHED, outcome=outcome, clocks=(), proposal=None, undo_points=(), awaited=None)


def _closed(aggregate: Aggregate, _: TableClosed) -> Aggregate:
    return replace(aggregate, status=CLOSED)


def _declined(aggregate: Aggregate, event: InvitationDeclined) -> Aggregate:
    return replace(aggregate, declined=(*aggregate.declined, event.account))


def _unchanged(aggregate: Aggregate, _: SecretRevealed) -> Aggregate:
    return aggregate


def _with_occupant(aggregate: Aggregate, seat: int, **changes: str) -> Aggregate:
    changed = replace(aggregate.occupants[seat], **changes)
    return replace(aggregate, occupants=(*aggregate.occupants[:seat], changed, *aggregate.occupants[seat + 1 :]))


def _without_vote(aggregate: Aggregate, seat: int) -> Aggregate:
    """A seat that a bot plays has no vote. Its own proposal lapses, and at a rated table so does a proposal that no
    other player is left to answer."""
    proposal = aggregate.proposal
    alone = aggregate.opened.rated and len(aggregate.voters) < 2
    if proposal and (alone or seat in proposal.agreed[:1]):
        return replace(aggregate, proposal=None)
    return aggregate


def _one(_aggregate: Aggregate, _event: Event) -> int:
    return 1


def _steps_back(aggregate: Aggregate, event: CommandsUndone | UndoProposed) -> int:
    return sum(step.version >= event.to_version for step in aggregate.undo_points)


_DETOURS: dict[type[Event], Callable[[Aggregate, Any], int]] = {
    PlayerSeated: _one,
    BotSeated: _one,
    SeatsArranged: _one,
    ColourChosen: _one,
    ReadinessChanged: _one,
    SeatHanded: _one,
    AbandonProposed: _one,
    NoRoundsProposed: _one,
    UndoProposed: _steps_back,
    CommandsUndone: _steps_back,
}
"""The number of detours (TB-PACE-01) that a command counts as, by its first event."""

_CHANGES: dict[type[Event], Callable[[Aggregate, Any], Aggregate]] = {
    PlayerSeated: _seated,
    BotSeated: _bot_seated,
    SeatCleared: _cleared,
    SeatsArranged: _arranged,
    ColourChosen: _recoloured,
    ReadinessChanged: _readiness,
    GameStarting: _starting,
    GameBegan: _began,
    DrawAwaited: _draw_awaited,
    DrawMade: _draw_made,
    NoRoundsProposed: _no_rounds_proposed,
    RoundsGivenUp: _rounds_given_up,
    ClocksSet: _clocks_set,
    TimeRanOut: _time_ran_out,
    VacationTaken: _vacation,
    HintTaken: _hinted,
    InvitationDeclined: _declined,
    SeatHanded: _handed,
    SeatTakenBack: _taken_back,
    SeatResigned: _resigned,
    CommandsUndone: _undone,
    UndoProposed: _undo_proposed,
    AbandonProposed: _abandon_proposed,
    VoteGiven: _voted,
    GameFinished: _finished,
    TableClosed: _closed,
    SecretRevealed: _unchanged,
}
