"""Limits on the unfinished tables that an account may host or have a seat at."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import structlog

from projections.read.lists import TableLists
from projections.stores.interface import ViewUnavailable
from services.application.command_errors import UnknownGame
from services.application.game_service import GameService, table_id
from services.platform.rate_limiter import TooMany

log = structlog.get_logger(__name__)

RETRY_S = 60.0

TableQuota: TypeAlias = Callable[[str, str], Awaitable[None]]
"""Asked with an account and a table before the account opens it or sits down there. Raises TooMany."""
MostTables: TypeAlias = Callable[[str], Awaitable[int]]
"""Returns the number of unfinished tables that an account may have."""


class OpenTables:
    """Counts from the lists, for all processes together. The lists may lag a little, so an account that opens tables
    very fast gets a few more. While they are unavailable nothing is counted, because commands must not depend on views.
    """

    def __init__(self, games: GameService, lists: TableLists, most: MostTables) -> None:
        self._games, self._lists, self._most = games, lists, most

    async def room(self, account: str, game_id: str) -> None:
        """Raises TooMany where it would be one more: never for a repeated request, whose table is counted already."""
        try:
            count = await self._lists.open_tables(account)
        except ViewUnavailable as away:
            log.warning("open tables are not counted", reason=str(away))
            return
        most = await self._most(account)
        if count >= most and not await self._is_there(account, game_id):
            raise TooMany("TOO_MANY_TABLES", most, RETRY_S)

    async def _is_there(self, account: str, game_id: str) -> bool:
        """Return whether the account hosts the table or already has a seat."""
        try:
            aggregate = (await self._games.load(game_id)).loaded
        except UnknownGame:
            return False
        return account == aggregate.opened.host or aggregate.seat_of(account) is not None


async def always_room(_account: str, _game_id: str) -> None:
    """Allow any number of tables, in programs that serve one user only."""


async def is_open(games: GameService, game_id: str) -> bool:
    """Return whether the table exists: a repeated request to open it costs nothing."""
    try:
        await games.load(game_id)
    except UnknownGame:
        return False
    return True


def own_table(account: str, request_id: str) -> str:
    """The id of the table that this request of the account opens (see Games.open_table)."""
    return table_id(f"{account}/{request_id}")
