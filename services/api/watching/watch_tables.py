"""Streams of tables that changed, of the lobby and of an account: in order, each change once, resumable at any token.

The lists of changes in the views are the buffer, with one entry a game: a slow or absent reader costs no memory, and
a client that comes back gets each table that changed since, as it is now.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable
from functools import partial
from typing import TypeVar

from projections.folds.lists import changed_mine_key, changed_tables_key
from projections.folds.tables import TableView
from projections.read.lists import TableLists
from services.api.gate.api_errors import Draining
from services.api.gate.page_tokens import PageTokens
from services.api.gate.stopping import Stopped, Stopping
from services.api.messages.convert import MalformedMessage
from services.api.messages.tables import Tables
from services.api.watching.shared_poll import HEARTBEAT_S, PAGE, WAIT_S, SharedPoll
from services.platform.jitter import jittered
from turnledger.v1 import views_pb2

PAGES_MAX = 16
"""Pages that watchers of the lobby share. Who comes back would be led through all that are kept, state by state."""
M = TypeVar("M", views_pb2.WatchLobbyResponse, views_pb2.WatchMeResponse)


class WatchTables:
    def __init__(self, lists: TableLists, tables: Tables, stopping: Stopping) -> None:
        self._lists, self._tables, self._stopping = lists, tables, stopping
        self._waits: SharedPoll[tuple[str, int], bool] = SharedPoll()
        self._pages: SharedPoll[tuple[str, int], tuple[int, views_pb2.WatchLobbyResponse]] = SharedPoll(PAGES_MAX)

    def lobby(
        self, variant: str, token: str, *, from_start: bool = False
    ) -> AsyncGenerator[views_pb2.WatchLobbyResponse, None]:
        """Until cancelled. Raises MalformedMessage, ViewUnavailable, and Draining when the process stops."""
        tokens = _tokens("WatchLobby", variant)

        async def page(after: int) -> tuple[int, views_pb2.WatchLobbyResponse] | None:
            return await self._pages.get((variant, after), partial(self._lobby_page, variant, after, tokens))

        start = partial(self._start, tokens, token, from_start=from_start)
        return self._follow(changed_tables_key(variant), start, page, tokens, views_pb2.WatchLobbyResponse)

    def mine(
        self, account: str, token: str, *, from_start: bool = False
    ) -> AsyncGenerator[views_pb2.WatchMeResponse, None]:
        """The same."""
        tokens = _tokens("WatchMe", account)
        page = partial(self._my_page, account, tokens)
        start = partial(self._start, tokens, token, from_start=from_start)
        return self._follow(changed_mine_key(account), start, page, tokens, views_pb2.WatchMeResponse)

    async def my_game(self, view: TableView, account: str) -> views_pb2.MyGame:
        """A game from the side of an account."""
        return views_pb2.MyGame(
            table=await self._tables.of_view(view),
            my_turn=waits_for(view, account),
            seat=next((place for place, each in enumerate(view.sitters) if each.account == account), None),
        )

    async def _start(self, tokens: PageTokens, token: str, *, from_start: bool) -> int:
        """The position that the watcher has reached."""
        if token and from_start:
            raise MalformedMessage("from_start", "not together with resume_token")
        if from_start:
            return 0
        return tokens.position(token) if token else await self._lists.upto()

    async def _follow(
        self,
        key: str,
        start: Callable[[], Awaitable[int]],
        page: Callable[[int], Awaitable[tuple[int, M] | None]],
        tokens: PageTokens,
        kind: type[M],
    ) -> AsyncGenerator[M, None]:
        position = await start()
        yield kind(resume_token=tokens.issue(str(position)))
        while True:
            found = await page(position)
            if found:
                position, message = found
                yield message
                continue
            changing = partial(self._changed, key, position, tokens)
            while not await self._waits.within(jittered(HEARTBEAT_S), (key, position), changing):
                yield kind(resume_token=tokens.issue(str(position)))

    async def _changed(self, key: str, position: int, tokens: PageTokens) -> bool:
        """Return whether there is more within WAIT_S."""
        try:
            return await self._stopping.unless(self._lists.wait_for_change(key, position, jittered(WAIT_S)))
        except Stopped as stopped:
            raise Draining(tokens.issue(str(position))) from stopped

    async def _lobby_page(
        self, variant: str, after: int, tokens: PageTokens
    ) -> tuple[int, views_pb2.WatchLobbyResponse] | None:
        changed = await self._lists.changed_tables(variant, after, PAGE)
        if not changed:
            return None
        reached = changed[-1].position
        tables = [await self._tables.of_view(each.table) for each in changed]
        return reached, views_pb2.WatchLobbyResponse(tables=tables, resume_token=tokens.issue(str(reached)))

    async def _my_page(
        self, account: str, tokens: PageTokens, after: int
    ) -> tuple[int, views_pb2.WatchMeResponse] | None:
        changed = await self._lists.changed_mine(account, after, PAGE)
        if not changed:
            return None
        reached = changed[-1].position
        games = [await self.my_game(each.table, account) for each in changed]
        return reached, views_pb2.WatchMeResponse(games=games, resume_token=tokens.issue(str(reached)))


def _tokens(method: str, of: str) -> PageTokens:
    return PageTokens(method, of, field="resume_token")


def waits_for(view: TableView, account: str) -> bool:
    sitting = (view.sitters[seat] for seat in view.to_act)
    return any(each.account == account and not each.bot for each in sitting)
