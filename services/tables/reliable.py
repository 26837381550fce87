"""How an account ends its games, for tables whose host asks for it (TB-REL-01)."""

import structlog

from domain.table.messages import LeastFinished
from domain.table.reliability import asked_of, check_reliable, is_reliable
from projections.read.leaders import Reliability, reliability_of
from projections.read.lists import TableLists
from projections.stores.interface import ViewAway
from services.application.games import Games

log = structlog.get_logger(__name__)


class Reliable:
    """Counted from the lists, which may be a moment behind. While they are away nobody new sits down at such
    a table."""

    def __init__(self, games: Games, lists: TableLists) -> None:
        self._games, self._lists = games, lists

    async def check(self, account: str, game_id: str, timeout_s: float) -> None:
        """Before the account sits down. Raises Refused, ViewAway and what Games.load raises."""
        asked = asked_of((await self._games.load(game_id, timeout_s=timeout_s)).loaded, account)
        if asked:
            await self.demands(account, asked)

    async def demands(self, account: str, asked: LeastFinished) -> None:
        """Raises Refused and ViewAway."""
        found = await self._of(account)
        check_reliable(asked, found.games, found.finished)

    async def meets(self, account: str, asked: LeastFinished) -> bool:
        try:
            found = await self._of(account)
        except ViewAway as away:
            log.warning("a quick match passes tables by that ask how games were ended", reason=str(away))
            return False
        return is_reliable(asked, found.games, found.finished)

    async def _of(self, account: str) -> Reliability:
        return await reliability_of(self._lists, account)
