"""The stream of a game's events: in order, none left out, none twice, resumable at any version.

Moves that this process has stored are sent at once (audiences.py) if they continue at the watcher's version. Otherwise
the feed in the views is the buffer: a slow reader is served from it at its own pace and costs no memory here. Watchers
who may know the same share each page, whose bytes are written once.
"""

from collections.abc import AsyncGenerator, Iterator, Sequence
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
from projections.read.games import BoardQueries
from services.api.gate.stopping import Stopping
from services.api.messages import contract
from services.api.messages.contract import SentEvent
from services.api.messages.encode import Piece, StructEncoder, message_piece
from services.api.messages.snapshots import Parts, Snapshots, wants_snapshot
from services.api.messages.tables import Tables
from services.api.messages.words import Words
from services.api.watching.audiences import Audience, Audiences
from services.api.watching.facts_cache import FactsCache
from services.api.watching.shared_poll import HEARTBEAT_S, PAGE, SharedPoll
from services.application.game_service import StoredMove
from services.platform.jitter import jittered
from turnledger.v1 import views_pb2

_LOOK_UP_S = 5.0
_PageKey = tuple[str, Viewer, int, str, bool, bool]
"""Game, viewer, version before it, language, and whether a board and options are wanted."""


class SentPage(Struct, frozen=True):
    """The form of a WatchGameResponse that is written."""

    version: int
    events: tuple[SentEvent, ...] = ()
    table: Piece[Message] | None = None
    snapshot: Piece[Any] | None = None


_PAGES = StructEncoder(SentPage, views_pb2.WatchGameResponse)


class _Page(NamedTuple):
    """`version`: of its last event."""

    version: int
    piece: Piece[SentPage]


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
        self._audiences = Audiences(shown, stopping, partial(known.check_version, timeout_s=_LOOK_UP_S))
        self.stored = self._audiences.stored

    async def game(
        self,
        game_id: str,
        after_version: int | None,
        account: str,
        parts: Parts,
        *,
        as_spectator: bool,
        language: str = "",
    ) -> AsyncGenerator[Piece[SentPage], None]:
        """Until cancelled. `after_version`: None for what happens from now on. `language`: of sentences, none if empty.
        Raises UnknownGame, UnknownVersion, ViewUnavailable, and Draining when the process stops."""

        async def seen_from(version: int) -> Viewer:
            found = await self._known.facts(game_id, _LOOK_UP_S, version)
            return found.viewer(account, as_spectator=as_spectator)

        table = await self._known.table(game_id, _LOOK_UP_S)
        version = await self._start(table, after_version)
        facts = await self._known.facts(game_id, _LOOK_UP_S)
        viewer = facts.viewer(account, as_spectator=as_spectator)
        first = message_piece(await self._tables.of_view(table))
        snapshot = await self._snapshot(game_id, viewer, version, parts, facts.game)
        yield Piece(_PAGES, SentPage(version, table=first, snapshot=snapshot))
        with self._audiences.joined(game_id) as audience:
            while True:
                while not await audience.news(version, jittered(HEARTBEAT_S)):
                    yield Piece(_PAGES, SentPage(version))
                viewer = await seen_from(version)  # before the start, seats change; while a page is made, too
                while True:
                    key = (game_id, viewer, version, language, parts.board, parts.options)
                    page = await self._page(key, audience, facts.game)
                    before, viewer = viewer, await seen_from(page.version if page else version)
                    if viewer == before:
                        break
                if page is None:
                    audience.went_back(version)
                    continue
                version = page.version
                yield page.piece

    async def _start(self, table: TableView, after_version: int | None) -> int:
        """The last version that the watcher has already."""
        if after_version is None:
            return table.version
        if after_version > table.version:  # than the view shows: than the store has?
            await self._known.check_version(table.game_id, after_version, _LOOK_UP_S)
        return after_version

    async def _page(self, key: _PageKey, audience: Audience, game_name: str) -> _Page | None:
        """Return the next page, None if the views went back: the moves that this process has stored, if they follow
        directly and the seats are settled, or a page of the feed."""
        game_id, viewer, after, language, board, options = key
        moves = audience.after(after) if self._known.are_settled(game_id) else ()
        if not moves:
            return await self._pages.get(key, partial(self._read_page, *key, game_name))
        page = self._pages.last(key)
        if page is None:
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
        return _Page(last.version, Piece(_PAGES, SentPage(last.version, tuple(events), snapshot=snapshot)))

    async def _read_page(
        self, game_id: str, viewer: Viewer, after: int, language: str, board: bool, options: bool, game_name: str
    ) -> _Page | None:
        """Return the events after a version, or None before the next one."""
        items = await self._shown.feed(game_id, viewer, after, PAGE)
        if not items:
            return None
        events = [contract.feed_event(item, game_name) for item in items]
        sitting = (await self._known.table(game_id, _LOOK_UP_S)).sitters if language else ()
        says = await self._words.sentences(events, sitting, language)
        sent = [
            contract.sent_event(item.version, event, game_name, item.at, said)
            for item, event, said in zip(items, events, says, strict=True)
        ]
        version = items[-1].version
        snapshot = await self._snapshot(game_id, viewer, version, Parts(board=board, options=options), game_name)
        return _Page(version, Piece(_PAGES, SentPage(version, tuple(sent), snapshot=snapshot)))

    async def _snapshot(
        self, game_id: str, viewer: Viewer, version: int, parts: Parts, game_name: str
    ) -> Piece[Any] | None:
        """None where nobody asks for one, or the game has gone on and the next message will have it."""
        if not wants_snapshot(parts):
            return None
        return await self._snapshots.exactly(game_id, viewer, parts, game_name, version, _LOOK_UP_S)


def _known(move: StoredMove, viewer: Viewer) -> Iterator[Event]:
    """The events as the viewer may know them right after each: whole from the end of the game on."""
    is_over = False
    for event in move.events:
        is_over = is_over or isinstance(event, GameFinished)
        yield event if is_over else privacy.redact(event, viewer)
