"""Replaces all tokens of an account at once, and repeats the answer for a caller that lost it.

A guest who loses the answer of such a call would lose the account: the old tokens are worthless, the new ones unknown.
So the new tokens follow from our key, the device that asks and its request. A caller that repeats the request within
GRACE_S gets the same tokens, without our having stored them.
"""

from collections.abc import Awaitable, Callable

from msgspec import Struct

from services.accounts.account import Device
from services.accounts.account_storage import AccountStorage
from services.accounts.devices import GRACE_S, FirstTokens, first_tokens
from services.accounts.tokens import Claims, Issuer, Unauthenticated
from services.application.command_errors import RequestReused
from services.store.sql import AlreadyThere


class TokenRequest(Struct, frozen=True):
    """A request that replaces all tokens of an account: the access token it came with, which is worthless after it, and
    its id."""

    access_token: str
    request_id: str


class Tokens(Struct, frozen=True):
    """Ends in seconds since 1970."""

    access: str
    access_ends_at: int
    refresh: str
    refresh_ends_at: int


class TokenReplacer:
    def __init__(self, storage: AccountStorage, issuer: Issuer, clock: Callable[[], float]) -> None:
        self._storage, self._issuer, self._clock = storage, issuer, clock

    async def replace(
        self, claims: Claims, request_id: str, password: Callable[[], Awaitable[str]], *content: str
    ) -> Tokens:
        """`claims`: of the token that asks, which may be worthless by now. `password`: called where the request is new,
        gives what is to be kept as the password, empty for what is kept; raises Unauthenticated if nothing may be
        replaced. Raises what it raises, and RequestReused."""
        account_id, now = claims.account_id, int(self._clock())
        first = first_tokens(self._issuer.derived(account_id, claims.device_id, request_id, *content))
        if tokens := await self._answered(account_id, first):
            return tokens
        try:
            device = Device(first.device_id, account_id, "", now)
            await self._storage.replace_tokens(device, first.refresh, now + 1, await password())
        except (Unauthenticated, AlreadyThere) as late:
            if tokens := await self._answered(account_id, first):  # the same request was faster
                return tokens
            raise RequestReused("", request_id) if isinstance(late, AlreadyThere) else late from late
        if tokens := await self._answered(account_id, first):
            return tokens
        raise Unauthenticated("TOKEN_REVOKED")  # by another request that came right after this one

    async def _answered(self, account_id: str, first: FirstTokens) -> Tokens | None:
        """Return the answer given to the request within the last GRACE_S. The access token is issued in the second in
        which all others ended."""
        since = int(self._clock()) - GRACE_S
        ends_at = await self._storage.devices.signed_in_since(account_id, first, since)
        if ends_at is None:
            return None
        tokens_from = (await self._storage.get(account_id)).tokens_from
        access = self._issuer.issue(account_id, tokens_from, first.device_id, first.access_id)
        return Tokens(*access, first.refresh, ends_at)
