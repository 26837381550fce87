"""Games as a viewer may see them: their boards, options and feeds. Never shows what the viewer may not know.

Viewers are seats, or None for a spectator; that the caller may look from that seat is checked before. All may raise
ViewUnavailable (the view's store does not answer), and NotShown.
"""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import partial
from typing import TypeVar

import msgspec
from msgspec import Struct

from domain.kernel.decider import Moment
from domain.kernel.ids import Seat, Viewer
from projections.folds.boards import (
    FEED,
    TABLE,
    StoredBoard,
    StoredFeedEvent,
    StoredOptions,
    board_key,
    event_for,
    options_key,
)
from projections.folds.tables import TableView
from projections.read.spread import Spread
from projections.stores.interface import VERSION_KEY, Generation, shown_at, version_of

FEED_MAX = 1_000

T = TypeVar("T")
Left = Callable[[str], Awaitable[Generation | None]]
"""Returns a game that the view lacks as the view would have it: one that is over, or any while the view is filled; None
for any other."""


async def none_left(_game_id: str) -> None:
    return None


class NotShown(Exception):
    """The game is not shown at the version asked for (yet). `reached`: 0 for a game that the view does not know."""

    def __init__(self, game_id: str, version: int, reached: int) -> None:
        super().__init__(f"game {game_id} is shown at version {reached}, not {version}")
        self.game_id, self.version, self.reached = game_id, version, reached


class BoardView(Struct, frozen=True):
    """`board`: JSON of the rules' view for the viewer, `null` before the game began."""

    version: int
    status: str
    board: bytes
    to_act: tuple[Seat, ...] = ()
    moment: Moment | None = None


class OptionsView(Struct, frozen=True):
    """`options`: JSON array of the rules' options for the seat, empty when it has nothing to do."""

    version: int
    options: bytes


class FeedItem(Struct, frozen=True):
    """`topic`: the type of the event. `event`: its JSON as far as the viewer may know it, None for nothing."""

    version: int
    at: datetime
    topic: str
    moment: Moment | None
    event: bytes | None


_stored_board = msgspec.json.Decoder(StoredBoard).decode
_options = msgspec.json.Decoder(StoredOptions).decode
_event = msgspec.json.Decoder(StoredFeedEvent).decode
_table = msgspec.json.Decoder(TableView).decode
_PageKey = tuple[str, int, int]
"""Game, version before the page, and how many events at most."""
_NULL = b"null"
_NOTHING = b"[]"


class BoardQueries:
    """`left`: asked for games that the view does not have."""

    def __init__(self, boards: Spread, left: Left = none_left) -> None:
        self._boards, self._left = boards, left
        self._reading: dict[_PageKey, asyncio.Task[list[StoredFeedEvent]]] = {}

    async def wait_for(self, game_id: str, version: int, timeout_s: float) -> int:
        """The version at which the game is shown, as soon as it is at least `version`, at the latest at time-out."""
        boards = await self._boards.of(game_id)
        return await boards.wait_for(game_id, version, timeout_s, partial(self._left_at, game_id))

    async def is_behind(self, game_id: str) -> bool:
        """Return whether the view of boards is being filled, so that it may lack a game that is on."""
        return await (await self.generation(game_id)).position() == 0

    async def _left_at(self, game_id: str) -> int:
        """The last version of a game that has left the view, 0 for others."""
        left = await self._left(game_id)
        return await version_of(left, game_id) if left else 0

    async def generation(self, game_id: str) -> Generation:
        """Return the generation that shows the game now."""
        return await (await self._boards.of(game_id)).live()

    def with_left(self, left: Left) -> "BoardQueries":
        return BoardQueries(self._boards, left)

    async def board(
        self, game_id: str, viewer: Viewer = None, min_version: int = 1, timeout_s: float = 0.0
    ) -> BoardView:
        found = await self._of_game(game_id, board_key(viewer), _board, min_version, timeout_s)
        if found is None:
            table = await self.table(game_id, min_version)
            if table.moment is None:
                return BoardView(table.version, table.status, _NULL)
            return await self._begun(game_id, board_key(viewer), _board, table.version)
        return found

    async def options(self, game_id: str, seat: Seat, min_version: int = 1, timeout_s: float = 0.0) -> OptionsView:
        found = await self._of_game(game_id, options_key(seat), _options, min_version, timeout_s)
        if found is None:
            table = await self.table(game_id, min_version)
            if table.moment is None:
                return OptionsView(table.version, _NOTHING)
            found = await self._begun(game_id, options_key(seat), _options, table.version)
        return OptionsView(found.version, bytes(found.options))

    async def table(self, game_id: str, min_version: int = 1, timeout_s: float = 0.0) -> TableView:
        found = await self._of_game(game_id, TABLE, _table, min_version, timeout_s)
        return await self._folded_again(game_id, TABLE, _table) if found is None else found

    async def feed(self, game_id: str, viewer: Viewer = None, after: int = 0, limit: int = 100) -> tuple[FeedItem, ...]:
        """Events with versions above `after`, in order, without gaps; fewer than `limit` when there are no more yet."""
        stored = await self._stored_events(game_id, after, min(limit, FEED_MAX))
        if not stored and after == 0:
            raise NotShown(game_id, 1, 0)
        return tuple(_item(after + place, each, viewer) for place, each in enumerate(stored, 1))

    async def _stored_events(self, game_id: str, after: int, limit: int) -> list[StoredFeedEvent]:
        """Read and decoded once for all who ask at the same moment: a game wakes all its watchers."""
        key = (game_id, after, limit)
        reading = self._reading.get(key)
        if reading is None:
            reading = self._reading[key] = asyncio.create_task(self._read_events(*key))
            reading.add_done_callback(partial(self._was_read, key))
        return await asyncio.shield(reading)

    async def _read_events(self, game_id: str, after: int, limit: int) -> list[StoredFeedEvent]:
        generation = await self.generation(game_id)
        found = await generation.slice(game_id, FEED, after, limit)
        if not found and await generation.get(game_id, VERSION_KEY) == [None]:
            left = await self._left(game_id)
            found = await left.slice(game_id, FEED, after, limit) if left else []
        return [_event(each) for each in found]

    def _was_read(self, key: _PageKey, reading: "asyncio.Task[list[StoredFeedEvent]]") -> None:
        """Looks at an error, too: all who asked may have gone."""
        del self._reading[key]
        if not reading.cancelled():
            reading.exception()

    async def _of_game(
        self, game_id: str, key: str, read: Callable[[bytes], T], min_version: int, timeout_s: float
    ) -> T | None:
        """The value as it is once the game is shown at the version; None if the game has no such key."""
        version, found = await (await self._boards.of(game_id)).read_cached(game_id, key, read)
        if version < min_version:
            reached = await self.wait_for(game_id, min_version, timeout_s)
            if reached < min_version:
                raise NotShown(game_id, min_version, reached)
            version, found = await self._now(game_id, key, read)
        if version < max(1, min_version):  # the server may have lost what was announced
            raise NotShown(game_id, min_version, version)
        return found

    async def _begun(self, game_id: str, key: str, read: Callable[[bytes], T], version: int) -> T:
        """Return a value of a game that has begun, perhaps since the value was looked for."""
        found = await self._of_game(game_id, key, read, version, 0.0)
        return await self._folded_again(game_id, key, read) if found is None else found

    async def _folded_again(self, game_id: str, key: str, read: Callable[[bytes], T]) -> T:
        """Return a value that every such game has, but the view has lost: its server drops keys to make room. A running
        game has it again after the next event."""
        left = await self._left(game_id)
        found = (await shown_at(left, game_id, key, read))[1] if left else None
        if found is None:
            raise NotShown(game_id, 1, 0)
        return found

    async def _now(self, game_id: str, key: str, read: Callable[[bytes], T]) -> tuple[int, T | None]:
        """See View.read_cached."""
        shown = await shown_at(await self.generation(game_id), game_id, key, read)
        left = None if shown[0] else await self._left(game_id)
        return await shown_at(left, game_id, key, read) if left else shown


def _board(found: bytes) -> BoardView:
    stored = _stored_board(found)
    return BoardView(stored.version, stored.status, bytes(stored.board), stored.to_act, stored.moment)


def _item(version: int, stored: StoredFeedEvent, viewer: Viewer) -> FeedItem:
    known = bytes(event_for(stored, viewer))
    return FeedItem(version, stored.at, stored.topic, stored.moment, None if known == _NULL else known)
