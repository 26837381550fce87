"""People whom the operator's own issuer knows: they sign in by a code of it, or link it to the account they have."""

from services.accounts.account import Account
from services.accounts.code_flow import Code, CodeFlow
from services.accounts.replacing import Tokens
from services.accounts.sign_in import SignIn
from services.accounts.storage import AccountStorage
from services.platform.callers import HERE, Caller
from services.platform.rate_limiter import Limiter

LINKS_PER_S, LINKS = 1 / 30, 10
"""Codes that one account may bring to be linked: each is a question to the issuer."""


class LinkRefused(Exception):
    """`reason`: NO_ISSUER where the service has none, ISSUER_TAKEN where another account is linked to this person,
    ALREADY_LINKED where this account is linked to another person."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class WithIssuer:
    def __init__(self, flow: CodeFlow, sign_in: SignIn, storage: AccountStorage) -> None:
        self.flow, self._sign_in, self._storage = flow, sign_in, storage
        self._links = Limiter(LINKS_PER_S, LINKS)

    async def sign_in(self, code: Code, device_name: str = "") -> tuple[Account, Tokens]:
        """The person's account; a new one the first time. Raises Unauthenticated, IssuerAway, StoreAway."""
        person = await self.flow.person(code)
        account_id = await self._sign_in.account_of_subject(self.flow.issuer, person.subject, person.name)
        return await self._sign_in.on_device(account_id, device_name)

    async def link(self, account_id: str, code: Code, password: str, caller: Caller = HERE) -> Account:
        """The person signs in to this account from now on; a guest's is none any more. Raises LinkRefused,
        Unauthenticated, TooFast, StoreAway."""
        self._links.take(account_id)
        await self._sign_in.prove(account_id, password, caller)
        person = await self.flow.person(code)
        await self._storage.link(self.flow.issuer, person.subject, account_id)
        linked = await self._storage.identified(self.flow.issuer, person.subject)
        if linked != account_id:
            raise LinkRefused("ISSUER_TAKEN" if linked else "ALREADY_LINKED")
        return await self._sign_in.account(account_id)

    async def is_linked(self, account_id: str) -> bool:
        return await self._storage.is_linked(self.flow.issuer, account_id)
