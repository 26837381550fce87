"""How many tables that are not over an account may host or sit at."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import structlog

from projections.read.lists import TableLists
from projections.stores.interface import ViewAway
from services.application.errors import UnknownGame
from services.application.games import Games, table_id
from services.platform.rate_limiter import TooMany

log = structlog.get_logger(__name__)

RETRY_S = 60.0

Room: TypeAlias = Callable[[str, str], Awaitable[None]]
"""Asked with an account and a table before the account opens it or sits down there. Raises TooMany."""


class OpenTables:
    """Counted from the lists, for all processes together. They may be a moment behind: who opens tables faster than
    they follow gets some more. While they are away nobody is counted, since commands do not need them."""

    def __init__(self, games: Games, lists: TableLists, most: int) -> None:
        self._games, self._lists, self._most = games, lists, most

    async def room(self, account: str, game_id: str) -> None:
        """Raises TooMany where it would be one more: never for a repeated request, whose table is counted already."""
        try:
            count = await self._lists.open_tables(account)
        except ViewAway as away:
            log.warning("open tables are not counted", reason=str(away))
            return
        if count >= self._most and not await self._is_there(account, game_id):
            raise TooMany("TOO_MANY_TABLES", self._most, RETRY_S)

    async def _is_there(self, account: str, game_id: str) -> bool:
        """Whether the account hosts the table or sits at it already."""
        try:
            aggregate = (await self._games.load(game_id)).loaded
        except UnknownGame:
            return False
        return account == aggregate.opened.host or aggregate.seat_of(account) is not None


async def always_room(_account: str, _game_id: str) -> None:
    """For programs that serve nobody else."""


def own_table(account: str, request_id: str) -> str:
    """The id of the table that this request of the account opens (see Games.open_table)."""
    return table_id(f"{account}/{request_id}")
