"""A game at one version as its viewer may know it, from the views or from the game itself.

A process lists and writes options, events and snapshots of a game's newest version once for all viewers with the same
knowledge: viewer and version are part of every key.
"""

from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from msgspec import Struct

from domain.kernel.decider import AnyDecider, Board, Moment
from domain.kernel.ids import Seat, Viewer
from domain.kernel.messages import Event, Option
from domain.table.aggregate import Aggregate, AwaitedRound, Proposal, options
from domain.table.clock import SeatClock
from projections.folds.tables import TableView
from projections.read.games import BoardQueries
from services.api.messages import contract, tables
from services.api.messages.encode import Encoder, Piece, StructEncoder, message_piece
from turnledger.v1 import snapshot_pb2

Parts = snapshot_pb2.Parts
SNAPSHOTS_MAX = 2_000
_Key = tuple[str, Viewer, bool, bool]
BOARD = Parts(board=True)
"""The parts that are sent if the request names none."""
GAMES_MAX = 4_096
"""Games whose newest version is kept as written."""
EVENTS_MAX = 64
"""Events of one command, in all forms that viewers may know; those that are read again from the store come on top."""
_NO_OPTIONS = message_piece(snapshot_pb2.Options())


class Undo(Struct, frozen=True):
    to_version: int


class Abandon(Struct, frozen=True):
    pass


class NoRounds(Struct, frozen=True):
    pass


class SentProposal(Struct, frozen=True):
    agreed: tuple[int, ...]
    undo: Undo | None = None
    abandon: Abandon | None = None
    no_rounds: NoRounds | None = None


class SentSnapshot(Struct, frozen=True):
    """The form of a Snapshot that is written."""

    version: int
    status: str
    seat: Viewer
    to_act: tuple[Seat, ...]
    moment: Moment | None
    clocks: tuple[SeatClock, ...]
    proposal: SentProposal | None
    board: Piece[Board] | None
    options: Piece[Any] | None
    draw: AwaitedRound | None = None


_SNAPSHOTS = StructEncoder(SentSnapshot, snapshot_pb2.Snapshot)


class ShownGame:
    """One version of one game. `boards`: the encoders of its boards, by viewer."""

    __slots__ = ("_events", "_listed", "_pieces", "_snapshots", "aggregate", "boards")

    def __init__(self, aggregate: Aggregate, boards: dict[Viewer, Encoder[Board]]) -> None:
        self.aggregate, self.boards = aggregate, boards
        self._listed: dict[Seat, tuple[Option, ...]] = {}
        self._events: dict[int, tuple[Event, Piece[Event]]] = {}
        self._pieces: dict[Viewer, Piece[Board]] = {}
        self._snapshots: dict[tuple[Viewer, bool, bool], Piece[SentSnapshot]] = {}

    def options(self, seat: Seat) -> tuple[Option, ...]:
        listed = self._listed.get(seat)
        if listed is None:
            listed = self._listed[seat] = options(self.aggregate, seat)
        return listed

    def event(self, known: Event, game_name: str) -> Piece[Event]:
        """Return an event of the last command, as a viewer may know it."""
        kept = self._events.get(id(known))
        if kept is None:
            kept = known, contract.event_piece(known, game_name)
            if len(self._events) < EVENTS_MAX:
                self._events[id(known)] = kept
        return kept[1]

    def snapshot(self, viewer: Viewer, parts: Parts) -> Piece[SentSnapshot]:
        key = viewer, parts.board, parts.options
        kept = self._snapshots.get(key)
        if kept is None:
            kept = self._snapshots[key] = self._snapshot(viewer, parts)
        return kept

    def _snapshot(self, viewer: Viewer, parts: Parts) -> Piece[SentSnapshot]:
        aggregate = self.aggregate
        rules, play = aggregate.rules, aggregate.play
        is_on = rules is not None and play is not None
        asks = parts.options and viewer is not None
        sent = SentSnapshot(
            version=aggregate.version,
            status=aggregate.status,
            seat=viewer,
            to_act=aggregate.to_act if is_on else (),
            moment=rules.moment(play) if is_on and rules else None,
            clocks=aggregate.clocks,
            proposal=_proposal(aggregate.proposal),
            board=self._board(rules, viewer) if is_on and rules and parts.board else None,
            options=self._options(rules, viewer) if asks and viewer is not None else None,
            draw=aggregate.awaited_round,
        )
        return Piece(_SNAPSHOTS, sent)

    def _board(self, rules: AnyDecider, viewer: Viewer) -> Piece[Board]:
        """A board that is the same for all viewers is made once."""
        seen_by = None if rules.board_type.same_for_all else viewer
        kept = self._pieces.get(seen_by)
        if kept is None:
            encoder = self.boards.get(seen_by)
            if encoder is None:
                encoder = self.boards[seen_by] = contract.game(rules.name).board_encoder()
            kept = self._pieces[seen_by] = Piece(encoder, rules.view(self.aggregate.play, seen_by))
        return kept

    def _options(self, rules: AnyDecider | None, seat: Seat) -> Piece[Any]:
        listed = self.options(seat)
        return contract.game(rules.name).options_piece(listed) if rules and listed else _NO_OPTIONS


class ShownGames:
    """The games that this process shows, each at the newest version that was asked for; the least recently shown go
    first."""

    def __init__(self, games_max: int = GAMES_MAX) -> None:
        self._games_max = games_max
        self._games: OrderedDict[str, ShownGame] = OrderedDict()

    def at(self, aggregate: Aggregate) -> ShownGame:
        """Return the game at the version of its aggregate."""
        game_id = aggregate.opened.game_id
        known = self._games.get(game_id)
        if known is not None and known.aggregate is aggregate:
            self._games.move_to_end(game_id)
            return known
        if known is not None and known.aggregate.version > aggregate.version:
            return ShownGame(aggregate, {})
        is_same = known is not None and known.aggregate.opened == aggregate.opened
        shown = self._games[game_id] = ShownGame(aggregate, known.boards if known and is_same else {})
        self._games.move_to_end(game_id)
        if len(self._games) > self._games_max:
            self._games.popitem(last=False)
        return shown


def wants_snapshot(parts: Parts) -> bool:
    """Return whether the request asks for a snapshot."""
    return parts.board or parts.options


def of_aggregate(aggregate: Aggregate, viewer: Viewer, parts: Parts) -> snapshot_pb2.Snapshot:
    """Make the snapshot of an earlier moment from the game itself: without parts that are true only now."""
    rules, play = aggregate.rules, aggregate.play
    fields: dict[str, Any] = {
        "version": aggregate.version,
        "status": tables.status(aggregate.status),
        "seat": viewer,
    }
    asks = parts.options and viewer is not None
    if rules is None or play is None:
        return snapshot_pb2.Snapshot(**fields, options={} if asks else None)
    spoken = contract.game(rules.name)
    return snapshot_pb2.Snapshot(
        **fields,
        to_act=aggregate.to_act,
        draw=tables.draw(aggregate.awaited_round),
        moment=tables.moment(rules.moment(play)),
        board=spoken.board_field(rules.view(play, viewer)) if parts.board else None,
        options=spoken.options_field(options(aggregate, viewer)) if asks and viewer is not None else None,
    )


class _KeptSnapshot(NamedTuple):
    """`changed_at`: the time of the last event, because a version may come again after a failover that lost events."""

    snapshot: snapshot_pb2.Snapshot
    changed_at: datetime


class Snapshots:
    """Snapshots from the views, made once per version for all viewers with the same knowledge. `held`: returns a game
    from this process's memory if it is at a version, with the event of this time; then the views are not asked."""

    def __init__(
        self,
        shown: BoardQueries,
        shown_games: ShownGames,
        held: Callable[[str, int, datetime | None], Aggregate | None] = lambda _game_id, _version, _event_time: None,
    ) -> None:
        self._shown, self.shown_games, self._held = shown, shown_games, held
        self._made: OrderedDict[_Key, _KeptSnapshot] = OrderedDict()

    async def exactly(
        self,
        game_id: str,
        viewer: Viewer,
        parts: Parts,
        game: str,
        version: int,
        event_time: datetime | None,
        timeout_s: float,
    ) -> Piece[Any] | None:
        """Return the snapshot at a version that is shown, with the event of this time; None if the game has moved on.
        Raises as `at` does."""
        aggregate = self._held(game_id, version, event_time)
        if aggregate:
            return self.shown_games.at(aggregate).snapshot(viewer, parts)
        made = await self._made_at(game_id, viewer, parts, game, version, timeout_s)
        is_there = made.snapshot.version == version and event_time in (None, made.changed_at)
        return message_piece(made.snapshot) if is_there else None

    async def at(
        self, game_id: str, viewer: Viewer, parts: Parts, game: str, min_version: int = 1, timeout_s: float = 0.0
    ) -> snapshot_pb2.Snapshot:
        """Return the snapshot at a version or later. `game`: name of the decider. Do not change the result. Raises
        NotShown, ViewUnavailable."""
        return (await self._made_at(game_id, viewer, parts, game, min_version, timeout_s)).snapshot

    async def _made_at(
        self, game_id: str, viewer: Viewer, parts: Parts, game: str, min_version: int, timeout_s: float
    ) -> _KeptSnapshot:
        table = await self._shown.table(game_id, max(1, min_version), timeout_s)
        key = (game_id, viewer, parts.board, parts.options)
        while True:
            made = self._made.get(key)
            if made and (made.snapshot.version, made.changed_at) == (table.version, table.changed_at):
                return made
            snapshot = _of_table(table, viewer)
            later = await self._fill(snapshot, game_id, viewer, parts, game, timeout_s)
            if later == table.version:
                break
            table = await self._shown.table(game_id, later, timeout_s)  # the game has moved in between
        made = self._made[key] = _KeptSnapshot(snapshot, table.changed_at)
        if len(self._made) > SNAPSHOTS_MAX:
            self._made.popitem(last=False)
        return made

    async def _fill(
        self,
        snapshot: snapshot_pb2.Snapshot,
        game_id: str,
        viewer: Viewer,
        parts: Parts,
        game: str,
        timeout_s: float,
    ) -> int:
        """Puts in what was asked for. The version of that, which must be the snapshot's."""
        if parts.board and snapshot.HasField("moment"):
            board = await self._shown.board(game_id, viewer, snapshot.version, timeout_s)
            if board.version != snapshot.version:
                return board.version
            snapshot.board.CopyFrom(contract.game(game).board_message_of(board.board))
        if parts.options and viewer is not None:
            found = await self._shown.options(game_id, viewer, snapshot.version, timeout_s)
            if found.version != snapshot.version:
                return found.version
            snapshot.options.CopyFrom(contract.game(game).options_message_of(found.options))
        return snapshot.version


def _of_table(table: TableView, viewer: Viewer) -> snapshot_pb2.Snapshot:
    return snapshot_pb2.Snapshot(
        version=table.version,
        status=tables.status(table.status),
        seat=viewer,
        to_act=table.to_act,
        moment=tables.moment(table.moment),
        clocks=map(tables.clock, table.clocks),
        proposal=tables.proposal(table.proposal),
        draw=tables.draw(table.draw),
    )


def _proposal(value: Proposal | None) -> SentProposal | None:
    if value is None:
        return None
    if value.no_rounds:
        return SentProposal(value.agreed, no_rounds=NoRounds())
    if value.to_version is None:
        return SentProposal(value.agreed, abandon=Abandon())
    return SentProposal(value.agreed, undo=Undo(value.to_version))
