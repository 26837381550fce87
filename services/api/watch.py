"""The stream of a game's events: in order, none left out, none twice, resumable at any version.

The feed in the views is the buffer: a slow reader is served from it at its own pace and costs no memory here. Watchers
of one game who may know the same wait together, and share one reading of each page.
"""

from collections.abc import AsyncGenerator
from functools import partial

from domain.kernel.ids import Viewer
from projections.folds.tables import TableView
from projections.read.games import ShownGames
from services.api import contract
from services.api.errors import Draining
from services.api.facts_cache import FactsCache
from services.api.snapshots import Parts, Snapshots, wanted
from services.api.stopping import Stopped, Stopping
from services.api.tables import Tables
from services.api.together import HEARTBEAT_S, PAGE, WAIT_S, Together
from services.api.words import Words
from turnledger.v1 import views_pb2
from turnledger.v1.snapshot_pb2 import Snapshot

_LOOK_UP_S = 5.0
_PageKey = tuple[str, Viewer, int, str, bool, bool]
"""Game, viewer, version before it, language, and whether a board and options are wanted."""


class GameWatch:
    def __init__(
        self,
        shown: ShownGames,
        known: FactsCache,
        words: Words,
        snapshots: Snapshots,
        tables: Tables,
        stopping: Stopping,
    ) -> None:
        self._shown, self._known, self._words, self._stopping = shown, known, words, stopping
        self._snapshots, self._tables = snapshots, tables
        self._waits: Together[tuple[str, int], bool] = Together()
        self._pages: Together[_PageKey, views_pb2.WatchGameResponse] = Together()

    async def game(
        self,
        game_id: str,
        after_version: int | None,
        account: str,
        parts: Parts,
        *,
        as_spectator: bool,
        language: str = "",
    ) -> AsyncGenerator[views_pb2.WatchGameResponse, None]:
        """Until cancelled. `after_version`: None for what happens from now on. `language`: of sentences, none if empty.
        Raises UnknownGame, UnknownVersion, ViewAway, and Draining when the process stops."""

        async def seen_from(version: int) -> Viewer:
            found = await self._known.facts(game_id, _LOOK_UP_S, version)
            return found.viewer(account, as_spectator=as_spectator)

        table = await self._known.table(game_id, _LOOK_UP_S)
        version = await self._start(table, after_version)
        facts = await self._known.facts(game_id, _LOOK_UP_S)
        viewer = facts.viewer(account, as_spectator=as_spectator)
        yield views_pb2.WatchGameResponse(
            version=version,
            table=await self._tables.of_view(table),
            snapshot=await self._snapshot(game_id, viewer, version, parts, facts.game),
        )
        while True:
            moving = partial(self._moved, game_id, version)
            while not await self._waits.within(HEARTBEAT_S, (game_id, version), moving):
                yield views_pb2.WatchGameResponse(version=version)
            viewer = await seen_from(version)  # before the start, seats change; while a page is made, too
            while True:
                key = (game_id, viewer, version, language, parts.board, parts.options)
                page = await self._pages.get(key, partial(self._read_page, *key, facts.game))
                before, viewer = viewer, await seen_from(page.version if page else version)
                if viewer == before:
                    break
            version = page.version if page else version
            yield page or views_pb2.WatchGameResponse(version=version)

    async def _start(self, table: TableView, after_version: int | None) -> int:
        """The last version that the watcher has already."""
        if after_version is None:
            return table.version
        if after_version > table.version:  # than the view shows: than the store has?
            await self._known.check_version(table.game_id, after_version, _LOOK_UP_S)
        return after_version

    async def _moved(self, game_id: str, version: int) -> bool:
        """Waits until the game has gone on, at most WAIT_S. Raises UnknownVersion where the store has lost what was
        seen: more would be waited for in vain."""
        try:
            shown = await self._stopping.unless(self._shown.wait_for(game_id, version + 1, WAIT_S))
        except Stopped as stopped:
            raise Draining(version) from stopped
        if shown < version:
            await self._known.check_version(game_id, version, _LOOK_UP_S)
        return shown > version

    async def _read_page(
        self, game_id: str, viewer: Viewer, after: int, language: str, board: bool, options: bool, game_name: str
    ) -> views_pb2.WatchGameResponse | None:
        """The events after a version, None if there are none yet."""
        items = await self._shown.feed(game_id, viewer, after, PAGE)
        if not items:
            return None
        events = [contract.feed_event(item, game_name) for item in items]
        sitting = (await self._known.table(game_id, _LOOK_UP_S)).sitters if language else ()
        says = await self._words.sentences(events, sitting, language)
        messages = [
            contract.event_message(item.version, event, item.at, game_name, said)
            for item, event, said in zip(items, events, says, strict=True)
        ]
        version = items[-1].version
        snapshot = await self._snapshot(game_id, viewer, version, Parts(board=board, options=options), game_name)
        return views_pb2.WatchGameResponse(events=messages, version=version, snapshot=snapshot)

    async def _snapshot(
        self, game_id: str, viewer: Viewer, version: int, parts: Parts, game_name: str
    ) -> Snapshot | None:
        """None where nobody asks for one, or the game has gone on and the next message will have it."""
        if not wanted(parts):
            return None
        return await self._snapshots.exactly(game_id, viewer, parts, game_name, version, _LOOK_UP_S)
