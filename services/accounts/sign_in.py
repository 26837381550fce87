"""Signing in, staying signed in, and knowing who calls."""

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable

from msgspec import Struct

from services.accounts.account import Account, NameRefused, UnknownAccount, checked_name, guest_name, new_account_id
from services.accounts.storage import AccountStorage
from services.accounts.tokens import LEEWAY_S, Issuer, Unauthenticated

REFRESH_S = 90 * 24 * 60 * 60
GRACE_S = 60
CHECKED_S = 60
"""A token that was checked is believed so long; a revocation by another process takes effect after it."""
CHECKED_MAX = 20_000
NAMES_MAX = 20_000
_TRIES = 5


class Tokens(Struct, frozen=True):
    """Ends in seconds since 1970."""

    access: str
    access_ends_at: int
    refresh: str
    refresh_ends_at: int


class SignIn:
    def __init__(self, storage: AccountStorage, issuer: Issuer, clock: Callable[[], float] = time.time) -> None:
        self._storage, self._issuer, self._clock = storage, issuer, clock
        self._checked: OrderedDict[str, tuple[str, float]] = OrderedDict()
        """Access token -> its account and until when it need not be checked again."""
        self._names: OrderedDict[str, str] = OrderedDict()

    async def as_guest(self, wanted_name: str) -> tuple[Account, Tokens]:
        """A new account. Raises NameRefused."""
        wanted = checked_name(wanted_name) if wanted_name else ""
        for _ in range(_TRIES):
            account = Account(new_account_id(), wanted or guest_name(), guest=True, created_at=int(self._clock()))
            try:
                await self._storage.add(account)
            except NameRefused:
                if wanted:
                    raise
                continue
            return account, await self._tokens(account.account_id)
        raise NameRefused("NAME_TAKEN", account.display_name)

    async def refresh(self, refresh_token: str) -> Tokens:
        """New tokens for a refresh token, once. Raises Unauthenticated."""
        account_id = await self._storage.use_refresh(refresh_token, int(self._clock()), GRACE_S)
        if account_id is None:
            raise Unauthenticated("TOKEN_INVALID")
        return await self._tokens(account_id)

    async def revoke(self, account_id: str) -> Tokens:
        """Ends all tokens of the account and gives new ones, issued a second later."""
        later = int(self._clock()) + 1
        await self._storage.revoke(account_id, later)
        for token in [token for token, (owner, _) in self._checked.items() if owner == account_id]:
            del self._checked[token]
        return await self._tokens(account_id, later)

    async def account(self, account_id: str) -> Account:
        """Raises UnknownAccount."""
        account = await self._storage.get(account_id)
        self._remember_name(account_id, account.display_name)
        return account

    async def rename(self, account_id: str, name: str) -> Account:
        """Raises NameRefused."""
        await self._storage.rename(account_id, checked_name(name))
        return await self.account(account_id)

    async def name(self, account_id: str) -> str:
        """The display name, from memory where it is known. Empty for an account that is gone."""
        known = self._names.get(account_id)
        if known is None:
            try:
                return (await self.account(account_id)).display_name
            except UnknownAccount:
                return ""
        return known

    async def who(self, access_token: str) -> str:
        """The account that calls. Raises Unauthenticated."""
        known = self._checked.get(access_token)
        if known and self._clock() < known[1]:
            return known[0]
        claims = self._issuer.read(access_token)
        try:
            account = await self.account(claims.account_id)
        except UnknownAccount as unknown:
            raise Unauthenticated("TOKEN_REVOKED") from unknown
        if claims.issued_at < account.tokens_from:
            raise Unauthenticated("TOKEN_REVOKED")
        until = min(self._clock() + CHECKED_S, claims.expires_at + LEEWAY_S)
        self._checked[access_token] = (account.account_id, until)
        if len(self._checked) > CHECKED_MAX:
            self._checked.popitem(last=False)
        return account.account_id

    async def _tokens(self, account_id: str, issued_at: int | None = None) -> Tokens:
        access, access_ends_at = self._issuer.issue(account_id, issued_at)
        refresh, refresh_ends_at = secrets.token_urlsafe(32), int(self._clock()) + REFRESH_S
        await self._storage.keep_refresh(refresh, account_id, refresh_ends_at)
        return Tokens(access, access_ends_at, refresh, refresh_ends_at)

    def _remember_name(self, account_id: str, name: str) -> None:
        self._names[account_id] = name
        if len(self._names) > NAMES_MAX:
            self._names.popitem(last=False)
