"""A game at one version as its viewer may know it, from the views or from the game itself."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from domain.kernel.decider import AnyDecider
from domain.kernel.ids import Viewer
from domain.table.aggregate import Aggregate, options
from projections.folds.tables import TableView
from projections.read.games import ShownGames
from services.api import contract, tables
from turnledger.v1 import games_pb2, snapshot_pb2

Parts = snapshot_pb2.Parts
SNAPSHOTS_MAX = 2_000
MADE_MAX = 256
_Key = tuple[str, Viewer, bool, bool]
BOARD = Parts(board=True)
"""What is sent where no part is asked for."""


def wanted(parts: Parts) -> bool:
    """Whether a snapshot is asked for at all."""
    return parts.board or parts.options


def of_aggregate(
    aggregate: Aggregate, version: int, viewer: Viewer, parts: Parts, *, past: bool = False
) -> snapshot_pb2.Snapshot:
    """From the game itself. `past`: what only holds now is left out. Do not change it: it is made once for who is
    answered and for who watches."""
    if past:
        return _of_aggregate(aggregate, version, viewer, parts, past)
    key = id(aggregate), version, viewer, parts.board, parts.options
    kept = _MADE.get(key)
    if kept is None:
        kept = _MADE[key] = aggregate, _of_aggregate(aggregate, version, viewer, parts, past)
        if len(_MADE) > MADE_MAX:
            _MADE.popitem(last=False)
    return kept[1]


def _of_aggregate(
    aggregate: Aggregate, version: int, viewer: Viewer, parts: Parts, past: bool
) -> snapshot_pb2.Snapshot:
    rules, play = aggregate.rules, aggregate.play
    fields: dict[str, Any] = {
        "version": version,
        "status": tables.status(aggregate.status),
        "seat": viewer,
        "clocks": () if past else map(tables.clock, aggregate.clocks),
        "proposal": None if past else tables.proposal(aggregate.proposal),
    }
    asks = parts.options and viewer is not None
    if rules is None or play is None:
        return snapshot_pb2.Snapshot(**fields, options={} if asks else None)
    spoken = contract.game(rules.name)
    return snapshot_pb2.Snapshot(
        **fields,
        to_act=aggregate.to_act,
        moment=tables.moment(rules.moment(play)),
        board=_board(rules, play, viewer) if parts.board else None,
        options=spoken.options_field(options(aggregate, viewer)) if asks and viewer is not None else None,
    )


def _board(rules: AnyDecider, play: Any, viewer: Viewer) -> games_pb2.Board | dict[str, Any]:
    """What a Snapshot's constructor takes. Where all are shown the same it is made once for all who look at once."""
    spoken = contract.game(rules.name)
    if not rules.board_type.same_for_all:
        return spoken.board_field(rules.view(play, viewer))
    kept = _SAME.get(id(play))
    if kept is None:
        kept = _SAME[id(play)] = play, spoken.board_message(rules.view(play, viewer))
        if len(_SAME) > MADE_MAX:
            _SAME.popitem(last=False)
    return kept[1]


_SAME: OrderedDict[int, tuple[Any, games_pb2.Board]] = OrderedDict()
_MADE: OrderedDict[tuple[int, int, Viewer, bool, bool], tuple[Aggregate, snapshot_pb2.Snapshot]] = OrderedDict()
"""By the identity of what they were made of, which is kept with them: it is nobody else's meanwhile."""


class Snapshots:
    """From the views. What nobody has moved since is made once for all who may see the same. `held`: a game as
    this process has it in memory, if that is at a version: as good, and nobody is asked."""

    def __init__(
        self, shown: ShownGames, held: Callable[[str, int], Aggregate | None] = lambda _game_id, _version: None
    ) -> None:
        self._shown, self._held = shown, held
        self._made: OrderedDict[_Key, snapshot_pb2.Snapshot] = OrderedDict()

    async def exactly(
        self, game_id: str, viewer: Viewer, parts: Parts, game: str, version: int, timeout_s: float
    ) -> snapshot_pb2.Snapshot | None:
        """At a version that is shown; None where the game has gone on. Raises as `at` does."""
        aggregate = self._held(game_id, version)
        if aggregate:
            return of_aggregate(aggregate, version, viewer, parts)
        found = await self.at(game_id, viewer, parts, game, version, timeout_s)
        return found if found.version == version else None

    async def at(
        self, game_id: str, viewer: Viewer, parts: Parts, game: str, min_version: int = 1, timeout_s: float = 0.0
    ) -> snapshot_pb2.Snapshot:
        """At a version or later. `game`: name of the decider. Do not change it. Raises NotShown, ViewAway."""
        table = await self._shown.table(game_id, max(1, min_version), timeout_s)
        key = (game_id, viewer, parts.board, parts.options)
        while True:
            made = self._made.get(key)
            if made and made.version == table.version:
                return made
            snapshot = _of_table(table, viewer)
            later = await self._fill(snapshot, game_id, viewer, parts, game, timeout_s)
            if later == table.version:
                break
            table = await self._shown.table(game_id, later, timeout_s)  # the game has moved in between
        self._made[key] = snapshot
        if len(self._made) > SNAPSHOTS_MAX:
            self._made.popitem(last=False)
        return snapshot

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
    )
