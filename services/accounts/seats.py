"""The account data that a player brings to a seat: supplied by the server, not by the player (TB-RATE-07,
TB-SIGN-01)."""

from collections.abc import Awaitable, Callable

from msgspec import UNSET

from domain.table.messages import TakeSeat
from services.accounts.account import UnknownAccount
from services.accounts.account_storage import AccountStorage


def seating_of(accounts: AccountStorage) -> Callable[[str], Awaitable[TakeSeat | None]]:
    """Asked for accounts that the server seats itself; None for one that is gone. Raises StoreUnavailable."""

    async def seating(account_id: str) -> TakeSeat | None:
        try:
            account = await accounts.get(account_id)
        except UnknownAccount:
            return None
        if account.guest:
            return TakeSeat(guest=True)
        if account.program:
            return TakeSeat(program=True)
        keys = tuple(each.key for each in await accounts.device_keys.list(account_id))
        return TakeSeat(device_keys=keys or UNSET)

    return seating
