"""Streams of tables that changed, of the lobby and of an account: in order, each change once, resumable at any token.

The lists of changes in the views are the buffer, with one entry a game: a slow or absent reader costs no memory, and
who comes back gets each table that changed since, as it is now.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable
from functools import partial
from typing import TypeVar

from projections.folds.lists import changed_mine_key, changed_tables_key
from projections.folds.tables import TableView
from projections.read.lists import TableLists
from services.api.checks import position
from services.api.errors import Draining
from services.api.stopping import Stopped, Stopping
from services.api.tables import Tables
from services.api.watch import HEARTBEAT_S, PAGE, Shared
from turnledger.v1 import views_pb2

M = TypeVar("M", views_pb2.WatchLobbyResponse, views_pb2.WatchMeResponse)


class WatchTables:
    def __init__(self, lists: TableLists, tables: Tables, stopping: Stopping) -> None:
        self._lists, self._tables, self._stopping = lists, tables, stopping
        self._pages: Shared[tuple[str, int], views_pb2.WatchLobbyResponse] = Shared()

    def lobby(self, variant: str, token: str) -> AsyncGenerator[views_pb2.WatchLobbyResponse, None]:
        """Until cancelled. Raises Malformed, ViewAway, and Draining when the process stops."""

        async def page(after: int) -> views_pb2.WatchLobbyResponse | None:
            return await self._pages.get((variant, after), partial(self._lobby_page, variant, after))

        return self._follow(changed_tables_key(variant), token, page, views_pb2.WatchLobbyResponse)

    def mine(self, account: str, token: str) -> AsyncGenerator[views_pb2.WatchMeResponse, None]:
        """The same."""
        page = partial(self._my_page, account)
        return self._follow(changed_mine_key(account), token, page, views_pb2.WatchMeResponse)

    async def my_game(self, view: TableView, account: str) -> views_pb2.MyGame:
        """A game from the side of an account."""
        return views_pb2.MyGame(
            table=await self._tables.of_view(view),
            my_turn=waits_for(view, account),
            seat=next((place for place, each in enumerate(view.sitters) if each.account == account), None),
        )

    async def _start(self, token: str) -> int:
        """The position that the watcher has reached."""
        if not token:
            return await self._lists.upto()
        return position("resume_token", token)

    async def _follow(
        self, key: str, token: str, page: Callable[[int], Awaitable[M | None]], kind: type[M]
    ) -> AsyncGenerator[M, None]:
        position = await self._start(token)
        yield kind(resume_token=str(position))
        while True:
            message = await page(position)
            if message:
                position = int(message.resume_token)
                yield message
            elif not await self._changed(key, position):
                yield kind(resume_token=str(position))

    async def _changed(self, key: str, position: int) -> bool:
        """Whether there is more; False when it is time for a heartbeat."""
        try:
            return await self._stopping.unless(self._lists.wait_for_change(key, position, HEARTBEAT_S))
        except Stopped as stopped:
            raise Draining(position) from stopped

    async def _lobby_page(self, variant: str, after: int) -> views_pb2.WatchLobbyResponse | None:
        changed = await self._lists.changed_tables(variant, after, PAGE)
        if not changed:
            return None
        tables = [await self._tables.of_view(each.table) for each in changed]
        return views_pb2.WatchLobbyResponse(tables=tables, resume_token=str(changed[-1].position))

    async def _my_page(self, account: str, after: int) -> views_pb2.WatchMeResponse | None:
        changed = await self._lists.changed_mine(account, after, PAGE)
        if not changed:
            return None
        games = [await self.my_game(each.table, account) for each in changed]
        return views_pb2.WatchMeResponse(games=games, resume_token=str(changed[-1].position))


def waits_for(view: TableView, account: str) -> bool:
    sitting = (view.sitters[seat] for seat in view.to_act)
    return any(each.account == account and not each.bot for each in sitting)
