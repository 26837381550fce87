"""An account that is deleted leaves its tables: the others' games go on, or end, as if it had said so itself."""

from uuid import UUID, uuid5

import structlog

from domain.kernel.refused import Refused
from domain.table.messages import CloseTable, LeaveSeat, Resign, TableCommand
from domain.table.session import OPEN
from projections.read.lists import TableLists
from services.application.games import Games

log = structlog.get_logger(__name__)

PAGE = 100
_REQUESTS = UUID("5d9f4a0b-5a7c-5a0e-8d39-6f2b7a1c0e55")


class Farewell:
    def __init__(self, games: Games, lists: TableLists) -> None:
        self._games, self._lists = games, lists

    async def leave(self, account: str) -> None:
        """Closes the account's own open tables, leaves others, resigns running games. Raises what Games.give and the
        views raise, but for refusals: then somebody was faster, and nothing is left to leave."""
        after = ""
        while True:
            page = await self._lists.hosted_or_joined(account, after, PAGE)
            for table in page.items:
                command: TableCommand = Resign()
                if table.status == OPEN:
                    command = CloseTable() if table.host == account else LeaveSeat()
                await self._give(table.game_id, command, account)
            after = page.next
            if not after:
                return

    async def _give(self, game_id: str, command: TableCommand, account: str) -> None:
        request_id = str(uuid5(_REQUESTS, f"{game_id}/{type(command).__name__}"))
        try:
            await self._games.give(game_id, command, actor=account, request_id=request_id)
        except Refused as refused:
            log.info("nothing left to leave", game_id=game_id, reason=str(refused))
