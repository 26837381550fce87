"""The aggregate of one stream: the state of the table and of the game that is played at it."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain import catalogue
from domain.kernel import privacy
from domain.kernel.decider import AnyDecider, Event, Option, Outcome
from domain.kernel.dice import Dice, game_seed
from domain.kernel.ids import Seat, Viewer
from domain.kernel.variant import Edition
from domain.table import clock
from domain.table.clock import SeatClock
from domain.table.messages import (
    AbandonProposed,
    BotSeated,
    ClocksSet,
    ColourChosen,
    CommandsUndone,
    GameBegan,
    GameFinished,
    GameOpened,
    Occupant,
    PlayerSeated,
    Position,
    ReadinessChanged,
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
STEPS_MAX = 16
"""How many commands can be taken back. It may grow but never shrink: a stored undo must find its step."""


_NO_TERMS = Terms()


class Step(Struct, frozen=True, gc=False):
    """The game as it was before a command. `place`: who gave it, None for a bot or the clock."""

    version: int
    place: Viewer
    play: Any
    clocks: tuple[SeatClock, ...]


class Proposal(Struct, frozen=True):
    """What everybody is asked for: to go back to a version, or (None) to abandon the game."""

    to_version: int | None
    agreed: tuple[int, ...]


class Session(Struct, frozen=True, gc=False):
    """`opened` is the table as it was opened; `editions`, `rules` and `play` are set once the game began, `outcome`
    when it is over. `ready`: accounts that said so. `removed`: accounts that the host asked to go. `resigned`: seats,
    first to last. `steps`: the last commands, that can be taken back; those up to the version `final_to` only by
    everybody together, since something was revealed or somebody else did something after them."""

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
    """Of those who resigned: the deadlines by which they lost their seats, None for who said so."""
    proposal: Proposal | None = None
    steps: tuple[Step, ...] = ()
    final_to: int = 0
    detours: dict[str, int] = {}
    """By account: TB-PACE-01. Never changed, only replaced."""

    @property
    def terms(self) -> Terms:
        return self.opened.terms or _NO_TERMS

    @property
    def secret(self) -> bytes:
        return bytes.fromhex(self.opened.secret)

    @property
    def rules_version(self) -> int | None:
        """What the game began under, None before."""
        return self.rules.rules_version if self.rules else None

    @property
    def dice(self) -> Dice:
        """The game's own dice: from the table's seed if it has one, else from the secret and all players' nonces."""
        if self.opened.seed:
            return Dice.from_text(self.opened.seed)
        nonces = [bytes.fromhex(occupant.nonce) for occupant in self.occupants]
        return Dice(game_seed(self.secret, self.opened.game_id, nonces))

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return self.rules.to_act(self.play) if self.rules and self.status == RUNNING else ()

    @property
    def thinking(self) -> tuple[Seat, ...]:
        """Seats that the game waits for and people play: theirs is the time that runs."""
        return tuple(seat for seat in self.to_act if not self.occupants[seat].bot)

    @property
    def voters(self) -> tuple[Seat, ...]:
        """Seats whose people must agree: those that they play, and at a rated table, for the result is theirs, those
        that they may take back."""
        return tuple(
            Seat(place)
            for place, occupant in enumerate(self.occupants)
            if not occupant.bot or (self.opened.rated and occupant.account and place not in self.resigned)
        )

    def seat_of(self, account: str) -> Viewer:
        """The seat of an account, None for a spectator."""
        for place, occupant in enumerate(self.occupants):
            if account and occupant.account == account:
                return Seat(place)
        return None


def fold(events: Iterable[Event], session: Session | None = None, actor: str = "") -> Session:
    """The session after the events of one command, given by `actor`."""
    for event in events:
        session, actor = evolve(session, event, actor), ""
    assert session, "a stream begins with GameOpened"
    return session


def evolve(session: Session | None, event: Event, actor: str = "") -> Session:
    """`actor`: who gave the command, with its first event; empty with the others."""
    if isinstance(event, GameOpened):
        return Session(event)
    assert session, "a stream begins with GameOpened"
    version = session.version + 1
    change = _CHANGES.get(type(event))
    if change:
        detour = _DETOURS.get(type(event)) if actor else None
        if detour:
            session = replace(session, detours=counted(session.detours, actor, detour(session, event)))
        return replace(change(session, event), version=version)
    rules = session.rules
    assert rules, "the game has begun"
    if actor:
        place = session.seat_of(actor)
        if is_detour(session, place):
            session = replace(session, detours=counted(session.detours, actor, 1))
        session = replace(_with_step(session, place), moved=_moved(session, place))
    if event.reveals:
        session = _with_all_final(session)
    return replace(session, version=version, play=rules.evolve(session.play, event))


def played(session: Session, events: Sequence[Event], play: Any, place: Viewer) -> Session:
    """The session after the events of one game command, given the state of the game that they lead to. `place`: who
    gave the command, None for a bot."""
    version, final_to = session.version, session.final_to
    for event in events:
        if event.reveals:
            final_to = version
            break
    detours = session.detours
    if is_detour(session, place):
        assert place is not None, "a player's"
        detours = counted(detours, session.occupants[place].account, 1)
    return replace(
        session,
        version=version + len(events),
        play=play,
        steps=_one_more(session, place),
        moved=_moved(session, place),
        final_to=final_to,
        proposal=_still_proposed(session.proposal),
        detours=detours,
    )


def is_detour(session: Session, place: Viewer) -> bool:
    """TB-PACE-01, of a command of the game: its player chooses anew what the game does not wait for."""
    assert session.rules, "the game has begun"
    return place is not None and place not in session.rules.to_act(session.play)


def counted(detours: dict[str, int], account: str, more: int) -> dict[str, int]:
    return {**detours, account: detours.get(account, 0) + more}


def position_state(rules: AnyDecider, position: Position) -> Any:
    """The state that a position's JSON stands for. Raises msgspec.ValidationError."""
    return msgspec.json.decode(msgspec.json.encode(position.state), type=rules.state_type)


def options(session: Session, seat: Seat) -> tuple[Option, ...]:
    """What a seat may do: nothing before and after the game, nor while a bot plays it."""
    if session.rules is None or session.play is None or session.status != RUNNING or session.occupants[seat].bot:
        return ()
    return session.rules.options(session.play, seat)


def redact(session: Session, event: Event, viewer: Viewer) -> Event | None:
    """What the viewer may know of an event of this stream: everything, once the game is over. None for one that
    it may not know of at all, as no type of today is."""
    return event if session.status == FINISHED else privacy.redact(event, viewer)


def _with_step(session: Session, place: Viewer) -> Session:
    return replace(session, steps=_one_more(session, place), proposal=_still_proposed(session.proposal))


def _one_more(session: Session, place: Viewer) -> tuple[Step, ...]:
    return (*session.steps[1 - STEPS_MAX :], Step(session.version, place, session.play, session.clocks))


def _moved(session: Session, place: Viewer) -> tuple[Seat, ...]:
    return session.moved if place is None or place in session.moved else (*session.moved, place)


def _still_proposed(proposal: Proposal | None) -> Proposal | None:
    """Once the game went on, an undo that was asked for is no longer the question."""
    return None if proposal and proposal.to_version is not None else proposal


def _with_all_final(session: Session) -> Session:
    return replace(session, final_to=session.steps[-1].version) if session.steps else session


def _seated(session: Session, event: PlayerSeated) -> Session:
    occupant = Occupant(event.colour, account=event.account, nonce=event.nonce)
    return replace(session, occupants=(*session.occupants, occupant))


def _bot_seated(session: Session, event: BotSeated) -> Session:
    return replace(session, occupants=(*session.occupants, Occupant(event.colour, bot=event.bot)))


def _cleared(session: Session, event: SeatCleared) -> Session:
    gone = session.occupants[event.place]
    left = (*session.occupants[: event.place], *session.occupants[event.place + 1 :])
    ready = tuple(account for account in session.ready if account != gone.account)
    turned_away = event.cause == "REMOVED" and gone.account not in ("", session.opened.host)
    removed = (*session.removed, gone.account) if turned_away else session.removed
    return replace(session, occupants=left, ready=ready, removed=removed)


def _arranged(session: Session, event: SeatsArranged) -> Session:
    return replace(session, occupants=tuple(session.occupants[place] for place in event.order))


def _recoloured(session: Session, event: ColourChosen) -> Session:
    return _with_occupant(session, event.place, colour=event.colour)


def _readiness(session: Session, event: ReadinessChanged) -> Session:
    account = session.occupants[event.place].account
    others = tuple(each for each in session.ready if each != account)
    return replace(session, ready=(*others, account) if event.ready else others)


def _began(session: Session, event: GameBegan) -> Session:
    opened = session.opened
    variant = catalogue.find(opened.variant)
    rules = variant.decider(opened.options, len(event.seats), event.editions, event.rules_version)
    play = position_state(rules, opened.position) if opened.position else None
    clocks = clock.wound_up(session.terms.clock, len(event.seats)) if session.terms.clock else ()
    return replace(
        session,
        status=RUNNING,
        occupants=event.seats,
        editions=event.editions,
        rules=rules,
        play=play,
        clocks=clocks,
        detours={},
    )


def _clocks_set(session: Session, event: ClocksSet) -> Session:
    return replace(session, clocks=event.seats, time_ms=event.at_ms)


def _time_ran_out(session: Session, event: TimeRanOut) -> Session:
    return _with_step(session, None) if event.consequence == clock.DEFAULT_ACTION else session


def _vacation(session: Session, _: VacationTaken) -> Session:
    return _with_all_final(session)


def _handed(session: Session, event: SeatHanded) -> Session:
    return _without_vote(_with_all_final(_with_occupant(session, event.place, bot=event.bot)), event.place)


def _taken_back(session: Session, event: SeatTakenBack) -> Session:
    return _with_all_final(_with_occupant(session, event.place, bot=""))


def _resigned(session: Session, event: SeatResigned) -> Session:
    lost_at = session.clocks[event.place].deadline_ms if event.cause == "TIME" else None
    session = _with_all_final(_with_occupant(session, event.place, bot=event.bot))
    resigned, lost = (*session.resigned, event.place), (*session.lost_at, lost_at)
    return _without_vote(replace(session, resigned=resigned, lost_at=lost), event.place)


def _undone(session: Session, event: CommandsUndone) -> Session:
    place = next(n for n, step in enumerate(session.steps) if step.version == event.to_version)
    return replace(
        session,
        play=session.steps[place].play,
        steps=session.steps[:place],
        proposal=_still_proposed(session.proposal),
    )


def _undo_proposed(session: Session, event: UndoProposed) -> Session:
    return replace(session, proposal=Proposal(event.to_version, (event.place,)))


def _abandon_proposed(session: Session, event: AbandonProposed) -> Session:
    return replace(session, proposal=Proposal(None, (event.place,)))


def _voted(session: Session, event: VoteGiven) -> Session:
    assert session.proposal, "an answer to a proposal"
    if not event.agree:
        return replace(session, proposal=None)
    agreed = (*session.proposal.agreed, event.place)
    return replace(session, proposal=replace(session.proposal, agreed=agreed))


def _finished(session: Session, event: GameFinished) -> Session:
    outcome = Outcome(event.reason, event.standings)
    return replace(session, status=FINISHED, outcome=outcome, clocks=(), proposal=None, steps=())


def _closed(session: Session, _: TableClosed) -> Session:
    return replace(session, status=CLOSED)


def _unchanged(session: Session, _: SecretRevealed) -> Session:
    return session


def _with_occupant(session: Session, place: int, **changes: str) -> Session:
    changed = replace(session.occupants[place], **changes)
    return replace(session, occupants=(*session.occupants[:place], changed, *session.occupants[place + 1 :]))


def _without_vote(session: Session, place: int) -> Session:
    """A seat that a bot plays has no voice; its own proposal goes with it, and so does one that nobody else is left
    to answer at a rated table."""
    proposal = session.proposal
    alone = session.opened.rated and len(session.voters) < 2
    if proposal and (alone or place in proposal.agreed[:1]):
        return replace(session, proposal=None)
    return session


def _one(_session: Session, _event: Event) -> int:
    return 1


def _steps_back(session: Session, event: CommandsUndone | UndoProposed) -> int:
    return sum(step.version >= event.to_version for step in session.steps)


_DETOURS: dict[type[Event], Callable[[Session, Any], int]] = {
    PlayerSeated: _one,
    BotSeated: _one,
    SeatsArranged: _one,
    ColourChosen: _one,
    ReadinessChanged: _one,
    SeatHanded: _one,
    AbandonProposed: _one,
    UndoProposed: _steps_back,
    CommandsUndone: _steps_back,
}
"""How many detours (TB-PACE-01) a command is that begins with such an event."""

_CHANGES: dict[type[Event], Callable[[Session, Any], Session]] = {
    PlayerSeated: _seated,
    BotSeated: _bot_seated,
    SeatCleared: _cleared,
    SeatsArranged: _arranged,
    ColourChosen: _recoloured,
    ReadinessChanged: _readiness,
    GameBegan: _began,
    ClocksSet: _clocks_set,
    TimeRanOut: _time_ran_out,
    VacationTaken: _vacation,
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
