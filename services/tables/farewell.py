"""A deleted or banned account leaves its tables: the others' games continue, or end, as if it had resigned."""

from collections.abc import AsyncIterator
from uuid import UUID, uuid5

import structlog

from domain.kernel.refused import Refused
from domain.table.aggregate import OPEN, RUNNING, STARTING
from domain.table.messages import OPERATOR_ACTOR, CloseTable, LeaveSeat, PutOut, Resign, TableCommand
from projections.folds.tables import TableView
from projections.read.lists import TableLists
from services.application.command_errors import UnknownGame
from services.application.game_service import GameService
from services.platform.jitter import pause
from services.store.interface import EventStore, StoreUnavailable

log = structlog.get_logger(__name__)

PAGE = 100
LOOK_S = 0.05
STARTING_S = 15.0
"""A table that waits for its beacon is waited for so long: the account could not leave the game later."""
_REQUESTS = UUID("5d9f4a0b-5a7c-5a0e-8d39-6f2b7a1c0e55")


class AccountOffboarding:
    def __init__(self, games: GameService, store: EventStore, lists: TableLists) -> None:
        self._games, self._store, self._lists = games, store, lists

    async def leave(self, account: str) -> None:
        """Closes the account's own open tables, leaves others, resigns running games.

        Raises what GameService.execute and the views raise, but for refusals: then another call was faster, and nothing
        is left to leave. A table that waits too long for its beacon raises StoreUnavailable: try again later."""
        async for table in self._tables_of(account):
            command: TableCommand = Resign()
            if table.status == OPEN:
                command = CloseTable() if table.host == account else LeaveSeat()
            request_id = str(uuid5(_REQUESTS, f"{table.game_id}/{type(command).__name__}"))
            await self._give(table.game_id, command, account, request_id)

    async def put_out(self, account: str, operator: str, ban: str) -> None:
        """TB-CLOSE-04, at every table of the account. `ban`: the request that banned it; repeated, it continues where
        it stopped. Raises what `leave` raises."""
        async for table in self._tables_of(account):
            request_id = str(uuid5(_REQUESTS, f"{table.game_id}/{operator}/{ban}"))
            await self._give(table.game_id, PutOut(account), OPERATOR_ACTOR + operator, request_id)

    async def _tables_of(self, account: str) -> AsyncIterator[TableView]:
        """Wait for lists that have everything that happened so far in this log: a table that they do not know yet would
        never be left. They are read again if a failover of Redis has set them back meanwhile."""
        head, is_whole = await self._store.log_head(), False
        while not is_whole:
            while not await self._are_complete(head):
                await pause(LOOK_S)  # another process may keep them
            after, is_last = "", False
            while not is_last:
                page = await self._lists.hosted_or_joined(account, after, PAGE)
                for table in page.items:
                    yield table
                after, is_last = page.next, not page.next
            is_whole = await self._are_complete(head)

    async def _are_complete(self, head: int) -> bool:
        return await self._lists.upto() >= head and await self._lists.are_of(self._store)

    async def _give(self, game_id: str, command: TableCommand, actor: str, request_id: str) -> None:
        try:
            await self._games.execute(game_id, command, actor=actor, request_id=request_id)
        except Refused as refused:
            if refused.code == "GAME_ALREADY_STARTED":  # since the lists were read
                await self._give(game_id, Resign(), actor, str(uuid5(_REQUESTS, f"{game_id}/Resign")))
            elif refused.code == "GAME_NOT_STARTED" and await self._begins(game_id):
                await self._give(game_id, command, actor, request_id)
            else:
                log.info("nothing left to leave", game_id=game_id, reason=str(refused))
        except UnknownGame:
            log.info("nothing left to leave: the store has lost the table", game_id=game_id)

    async def _begins(self, game_id: str) -> bool:
        """Return whether the game of a table that waited for its round has begun. Raises StoreUnavailable."""
        for _ in range(round(STARTING_S / LOOK_S)):
            status = (await self._games.load(game_id)).loaded.status
            if status != STARTING:
                return status == RUNNING
            await pause(LOOK_S)
        raise StoreUnavailable(f"table {game_id} waits for its beacon, and cannot be left meanwhile")
