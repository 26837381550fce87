"""The stream of a game's events: in order, none left out, none twice, resumable at any version.

Moves that this process has stored are sent at once (audiences.py) if they continue at the watcher's version. Otherwise
the feed in the views is the buffer: a slow reader is served from it at its own pace and costs no memory here. Watchers
who may know the same share each page, whose bytes are written once.
"""

from collections.abc import AsyncGenerator, Iterator, Sequence
from datetime import datetime
from functools import partial
from itertools import count
from typing import Any, NamedTuple

from google.protobuf.message import Message
from msgspec import Struct

from domain.kernel import privacy
from domain.kernel.ids import Viewer
from domain.kernel.messages import Event
from domain.table.messages import GameFinished
from projections.folds.tables import TableView
from projections.read.games import BoardQueries, NotShown
from projections.stores.interface import Generation
from services.api.gate.stopping import Stopping
from services.api.messages import contract
from services.api.messages.contract import SentEvent
from services.api.messages.encode import Piece, StructEncoder, message_piece
from services.api.messages.snapshots import Parts, Snapshots, wants_snapshot
from services.api.messages.tables import Tables
from services.api.messages.words import Words
from services.api.watching.audiences import Audience, Audiences, Position
from services.api.watching.facts_cache import FactsCache
from services.api.watching.shared_poll import HEARTBEAT_S, PAGE, SharedPoll
from services.application.game_service import StoredMove
from services.platform.jitter import jittered
from turnledger.v1 import views_pb2

_LOOK_UP_S = 5.0
_PageKey = tuple[str, Viewer, Position, str, bool, bool]
"""Game, viewer, position before it, language, and whether a board and options are wanted."""


class SentPage(Struct, frozen=True):
    """The form of a WatchGameResponse that is written."""

    version: int
    event_time: datetime | None
    events: tuple[SentEvent, ...] = ()
    table: Piece[Message] | None = None
    snapshot: Piece[Any] | None = None


_PAGES = StructEncoder(SentPage, views_pb2.WatchGameResponse)


class _Page(NamedTuple):
    """`position`: of its last event. `generation`: the views that it was read from; None for moves of this process."""

    position: Position
    piece: Piece[SentPage]
    generation: Generation | None = None


class GameWatch:
    def __init__(
        self,
        shown: BoardQueries,
        known: FactsCache,
        words: Words,
        snapshots: Snapshots,
        tables: Tables,
        stopping: Stopping,
    ) -> None:
        self._shown, self._known, self._words = shown, known, words
        self._snapshots, self._tables = snapshots, tables
        self._pages: SharedPoll[_PageKey, _Page] = SharedPoll()
        self._audiences = Audiences(shown, stopping, partial(known.check_event, timeout_s=_LOOK_UP_S))
        self.stored = self._audiences.stored

    async def game(
        self,
        game_id: str,
        after_version: int | None,
        account: str,
        parts: Parts,
        *,
        as_spectator: bool,
        after_event_time: datetime | None = None,
        language: str = "",
    ) -> AsyncGenerator[Piece[SentPage], None]:
        """Until cancelled. `after_version`: None for what happens from now on. `after_event_time`: of the event at that
        version, if the watcher knows it. `language`: of sentences, none if empty. Raises UnknownGame, UnknownVersion,
        NotShown, ViewUnavailable, and Draining when the process stops."""

        async def seen_from(version: int) -> Viewer:
            found = await self._known.facts(game_id, _LOOK_UP_S, version)
            return found.viewer(account, as_spectator=as_spectator)

        table = await self._known.table(game_id, _LOOK_UP_S)
        position = await self._start(table, after_version, after_event_time)
        facts = await self._known.facts(game_id, _LOOK_UP_S)
        viewer = facts.viewer(account, as_spectator=as_spectator)
        first = message_piece(await self._tables.of_view(table))
        snapshot = await self._snapshot(game_id, viewer, position, parts, facts.game)
        yield Piece(_PAGES, SentPage(*position, table=first, snapshot=snapshot))
        with self._audiences.joined(game_id) as audience:
            while True:
                while not await audience.news(position, jittered(HEARTBEAT_S)):
                    await audience.compare(position)
                    yield Piece(_PAGES, SentPage(*position))
                viewer = await seen_from(position.version)  # before the start, seats change; while a page is made, too
                while True:
                    key = (game_id, viewer, position, language, parts.board, parts.options)
                    page = await self._page(key, audience, facts.game)
                    before, viewer = viewer, await seen_from(page.position.version if page else position.version)
                    if viewer == before:
                        break
                if page is None:
                    audience.went_back(position.version)
                    continue
                position = page.position
                yield page.piece

    async def _start(self, table: TableView, after_version: int | None, after_event_time: datetime | None) -> Position:
        """The last event that the watcher has already. Raises UnknownVersion if the store has lost it."""
        if after_version is None:
            return Position(table.version, table.changed_at)
        if after_version == 0:
            return Position(0, None)
        shown = await self._shown_time(table, after_version)
        if after_event_time is None:
            after_event_time = shown or await self._known.event_time(table.game_id, after_version, _LOOK_UP_S)
        elif shown != after_event_time:  # the views may lack the event, or still have one that is lost
            await self._known.check_event(table.game_id, after_version, after_event_time, _LOOK_UP_S)
        return Position(after_version, after_event_time)

    async def _shown_time(self, table: TableView, version: int) -> datetime | None:
        """Return the time of an event, None if the views do not show it."""
        if version >= table.version:
            return table.changed_at if version == table.version else None
        items = await self._shown.feed(table.game_id, None, version - 1, 1)
        return items[0].at if items else None

    async def _page(self, key: _PageKey, audience: Audience, game_name: str) -> _Page | None:
        """Return the next page, None if the views went back: the moves that this process has stored, if they follow
        directly and the seats are settled, or a page of the feed."""
        game_id, viewer, after, language, board, options = key
        moves = audience.after(after) if self._known.are_settled(game_id) else ()
        page = self._pages.last(key)
        if not moves:
            generation = await self._shown.generation(game_id)
            if page and page.generation is not generation:  # it may have events that were lost
                self._pages.forget(key)
            return await self._pages.get(key, partial(self._read_page, key, generation, game_name))
        if page is None or page.position not in [(move.version, move.at) for move in moves]:
            page = await self._told_page(moves, viewer, language, Parts(board=board, options=options), game_name)
            self._pages.keep(key, page)
        return page

    async def _told_page(
        self, moves: Sequence[StoredMove], viewer: Viewer, language: str, parts: Parts, game_name: str
    ) -> _Page:
        """Make a page of moves that this process has stored. It waits for names only if sentences are wanted."""
        last = moves[-1].aggregate
        shown = self._snapshots.shown_games.at(last)
        known = [(event, move) for move in moves for event in _known(move, viewer)]
        says = await self._words.sentences([event for event, _ in known], last.occupants, language)
        events = [
            contract.sent_event(version, event, game_name, move.at, said, shown.event(event, game_name))
            for version, (event, move), said in zip(count(moves[0].first_version), known, says, strict=False)
        ]
        snapshot = shown.snapshot(viewer, parts) if wants_snapshot(parts) else None
        position = Position(last.version, moves[-1].at)
        return _Page(position, Piece(_PAGES, SentPage(*position, tuple(events), snapshot=snapshot)))

    async def _read_page(self, key: _PageKey, generation: Generation, game_name: str) -> _Page | None:
        """Return the events after a position, or None before the next one. Raises UnknownVersion if the store has lost
        the event there, NotShown if the views have another one in its place."""
        game_id, viewer, after, language, board, options = key
        known = min(1, after.version)  # the watcher's last event, to compare it
        found = await self._shown.feed(game_id, viewer, after.version - known, PAGE + known)
        if known and found and found[0].at != after.event_time:
            await self._known.check_event(game_id, *after, _LOOK_UP_S)
            raise NotShown(game_id, after.version, after.version - 1)
        items = found[known:]
        if not items:
            return None
        events = [contract.feed_event(item, game_name) for item in items]
        sitting = (await self._known.table(game_id, _LOOK_UP_S)).sitters if language else ()
        says = await self._words.sentences(events, sitting, language)
        sent = [
            contract.sent_event(item.version, event, game_name, item.at, said)
            for item, event, said in zip(items, events, says, strict=True)
        ]
        position = Position(items[-1].version, items[-1].at)
        snapshot = await self._snapshot(game_id, viewer, position, Parts(board=board, options=options), game_name)
        return _Page(position, Piece(_PAGES, SentPage(*position, tuple(sent), snapshot=snapshot)), generation)

    async def _snapshot(
        self, game_id: str, viewer: Viewer, position: Position, parts: Parts, game_name: str
    ) -> Piece[Any] | None:
        """None where nobody asks for one, or the game has gone on and the next message will have it."""
        if not wants_snapshot(parts):
            return None
        return await self._snapshots.exactly(game_id, viewer, parts, game_name, *position, _LOOK_UP_S)


def _known(move: StoredMove, viewer: Viewer) -> Iterator[Event]:
    """The events as the viewer may know them right after each: whole from the end of the game on."""
    is_over = False
    for event in move.events:
        is_over = is_over or isinstance(event, GameFinished)
        yield event if is_over else privacy.redact(event, viewer)
