"""The role that does the work of deleting an account again, after the deletion (decision 143).

A failover may lose that an account left its tables, in the moment before the deletion itself is stored on the server
that took over. The deletion is then final, and the account still has a table. So each deletion is looked at again.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import structlog

from projections.stores.interface import ViewUnavailable
from services.accounts.deletions import DeletionStorage
from services.application.command_errors import Contended
from services.platform.jitter import pause
from services.roles.leader_election import keep_leading
from services.store.interface import EventStore, QueueFull, StoreUnavailable

EVERY_S = 30.0
LOOKS = 2
"""So often each deleted account is looked at: the first look itself may be lost in a failover."""
PATIENCE_S = 60.0
"""For one account. Its tables are looked for in lists that have everything up to now."""
AGAIN_LATER = (StoreUnavailable, ViewUnavailable, QueueFull, Contended, TimeoutError)
log = structlog.get_logger(__name__)


class Deletions:
    """`erase`: the work of deleting an account, as SignIn.on_delete has it. Done again, it changes nothing."""

    def __init__(
        self,
        store: EventStore,
        storage: DeletionStorage,
        erase: Sequence[Callable[[str], Awaitable[None]]],
        every_s: float = EVERY_S,
    ) -> None:
        self._store, self._storage, self._erase, self._every_s = store, storage, erase, every_s

    async def run(self) -> None:
        """Lead, or wait to lead, until cancelled."""
        await keep_leading(self._store, "deletions", self._lead)

    async def _lead(self) -> None:
        while True:
            await pause(self._every_s)
            await self.step()

    async def step(self) -> None:
        """Look once at each account. Raises StoreUnavailable."""
        for account_id, looks in (await self._storage.pending()).items():
            if not await self._is_erased(account_id):
                continue
            if looks + 1 < LOOKS:
                await self._storage.looked(account_id)
            else:
                await self._storage.forget(account_id)

    async def _is_erased(self, account_id: str) -> bool:
        """Erase what is left of an account. Return False where that has to be tried again."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                for erase in self._erase:
                    await erase(account_id)
        except AGAIN_LATER as away:
            log.warning("a deleted account is looked at again later", account_id=account_id, reason=str(away))
            return False
        except Exception:  # of this account alone
            log.exception("a deleted account cannot be looked at again", account_id=account_id)
            return False
        return True
