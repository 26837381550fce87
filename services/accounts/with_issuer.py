"""People whom the operator's own issuer knows: they sign in by a code of it, or link it to the account they have."""

import time
from collections.abc import Callable

from services.accounts.account import Account
from services.accounts.account_storage import AccountStorage
from services.accounts.code_flow import Code, CodeFlow
from services.accounts.oidc import OidcIssuer
from services.accounts.proof import OwnerProof
from services.accounts.replacing import Tokens
from services.accounts.sign_in import SignIn
from services.accounts.tokens import Unauthenticated, issuer_of
from services.platform.callers import HERE, Caller
from services.platform.rate_limiter import Limiter

LINKS_PER_S, LINKS = 1 / 30, 10
"""Codes that one account may bring to be linked: each is a question to the issuer."""
FRESH_S = 5 * 60
"""The greatest age at which the issuer's own token proves the presence of its owner."""


class LinkRefused(Exception):
    """`reason`: NO_ISSUER where the service has none, ISSUER_TAKEN where another account is linked to this person,
    ALREADY_LINKED where this account is linked to another person."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class WithIssuer:
    way = "ISSUER"

    def __init__(self, flow: CodeFlow, sign_in: SignIn, storage: AccountStorage) -> None:
        self.flow, self._sign_in, self._storage = flow, sign_in, storage
        self._links = Limiter(LINKS_PER_S, LINKS)
        sign_in.provers.append(self)

    async def sign_in(self, code: Code, device_name: str = "") -> tuple[Account, Tokens]:
        """The person's account; a new one the first time. Raises Unauthenticated, IssuerUnavailable,
        StoreUnavailable."""
        person = await self.flow.person(code)
        account_id = await self._sign_in.account_of_subject(self.flow.issuer, person.subject, person.name)
        return await self._sign_in.on_device(account_id, device_name)

    async def link(self, account_id: str, code: Code, proof: OwnerProof, caller: Caller = HERE) -> Account:
        """Link the person to this account; a guest's account is no longer a guest's. An existing link needs no proof,
        because nothing can change. Raises LinkRefused, ProofNeeded, Unauthenticated, TooFast, StoreUnavailable."""
        self._links.take(account_id)
        if not await self.is_linked(account_id):
            await self._sign_in.prove(account_id, proof, caller)
        person = await self.flow.person(code)
        await self._storage.link(self.flow.issuer, person.subject, account_id)
        linked = await self._storage.identified(self.flow.issuer, person.subject)
        if linked != account_id:
            raise LinkRefused("ISSUER_TAKEN" if linked else "ALREADY_LINKED")
        return await self._sign_in.account(account_id)

    async def is_linked(self, account_id: str) -> bool:
        return await self._storage.is_linked(self.flow.issuer, account_id)

    async def is_way_of(self, account_id: str) -> bool:
        """Return whether a person of the issuer signs in to the account."""
        return await self.is_linked(account_id)

    async def proves(self, account_id: str, proof: OwnerProof) -> bool:
        """Return whether the call brought a code of the account's person. Raises Unauthenticated for another's."""
        if proof.code is None:
            return False
        person = await self.flow.person(proof.code)
        if await self._storage.identified(self.flow.issuer, person.subject) != account_id:
            raise Unauthenticated("ISSUER_REFUSED")
        return True


class WithIssuerToken:
    """Prove an owner where clients bring the issuer's own tokens and this service asks the issuer for none: a token
    that the issuer gave a moment ago is as fresh as a code."""

    way = "ISSUER"

    def __init__(
        self, oidc: OidcIssuer, sign_in: SignIn, storage: AccountStorage, clock: Callable[[], float] = time.time
    ) -> None:
        self._oidc, self._storage, self._clock = oidc, storage, clock
        sign_in.provers.append(self)

    async def is_way_of(self, account_id: str) -> bool:
        """Return whether a person of the issuer signs in to the account."""
        return await self._storage.is_linked(self._oidc.name, account_id)

    async def proves(self, account_id: str, proof: OwnerProof) -> bool:
        """Return whether the call itself came with a token of the account's person, issued within FRESH_S."""
        if issuer_of(proof.token) != self._oidc.name:
            return False
        claims = await self._oidc.read(proof.token)
        known = await self._storage.identified(self._oidc.name, claims.account_id)
        return known == account_id and self._clock() - claims.issued_at <= FRESH_S
