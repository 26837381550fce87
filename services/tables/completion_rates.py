"""Completion rates of accounts, for tables whose host requires one (TB-REL-01)."""

import structlog

from domain.table.messages import LeastFinished
from domain.table.reliability import asked_of, check_reliable, is_reliable
from projections.read.leaders import Reliability, reliability_of
from projections.read.lists import TableLists
from projections.stores.interface import ViewUnavailable
from services.application.game_service import GameService

log = structlog.get_logger(__name__)


class Reliable:
    """Counts from the lists, which may lag a little. While they are unavailable no new player can take a seat at such a
    table."""

    def __init__(self, games: GameService, lists: TableLists) -> None:
        self._games, self._lists = games, lists

    async def check(self, account: str, game_id: str, timeout_s: float) -> None:
        """Check the requirement before the account takes a seat. Raises Refused, ViewUnavailable and the errors of
        GameService.load."""
        asked = asked_of((await self._games.load(game_id, timeout_s=timeout_s)).loaded, account)
        if asked:
            await self.demands(account, asked)

    async def demands(self, account: str, asked: LeastFinished) -> None:
        """Raises Refused and ViewUnavailable."""
        found = await self._of(account)
        check_reliable(asked, found.games, found.finished)

    async def meets(self, account: str, asked: LeastFinished) -> bool:
        try:
            found = await self._of(account)
        except ViewUnavailable as away:
            log.warning("a quick match passes tables by that ask how games were ended", reason=str(away))
            return False
        return is_reliable(asked, found.games, found.finished)

    async def _of(self, account: str) -> Reliability:
        return await reliability_of(self._lists, account)
