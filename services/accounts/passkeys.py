"""Passkeys (https://www.w3.org/TR/webauthn-3/): an owner proves possession of a key that a device or its maker stores,
instead of a password. py_webauthn checks the authenticators' answers."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import structlog
from msgspec import Struct

from services.accounts.account import Account
from services.accounts.passkey_storage import CHALLENGE_MS, NOBODY, Passkey, PasskeyStorage
from services.accounts.proof import OwnerProof
from services.accounts.replacing import Tokens
from services.accounts.sign_in import SignIn
from services.accounts.tokens import Unauthenticated
from services.platform.callers import HERE, Caller
from services.platform.lazily import lazily
from services.store.sql import Sql

if TYPE_CHECKING:
    import webauthn
else:
    webauthn = lazily("webauthn")

log = structlog.get_logger(__name__)

PARTY_NAME = "Turnledger"


class Party(Struct, frozen=True):
    """The relying party: `party_id` is the domain that passkeys are for, `origins` where they may be shown."""

    party_id: str
    origins: tuple[str, ...]


class PasskeyRefused(Exception):
    """`reason`: NO_PASSKEYS if the service has no relying party; PASSKEY_NOT_PROVEN for an answer that does not match a
    challenge of this account or is not from our page; PASSKEY_TAKEN if it belongs to another account; PASSKEYS_FULL;
    LAST_PASSKEY for the last way to sign in to the account."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Passkeys:
    """`party`: None where there are no passkeys. Every method raises StoreUnavailable, and those that ask for a passkey
    PasskeyRefused."""

    way = "PASSKEY"

    def __init__(self, sql: Sql, sign_in: SignIn, party: Party | None, clock: Callable[[], float] = time.time) -> None:
        self._storage, self._sign_in, self._party, self._clock = PasskeyStorage(sql), sign_in, party, clock
        sign_in.provers.append(self)
        if party:
            _wrong()  # the library is loaded now, and not while players wait

    @property
    def are_taken(self) -> bool:
        return self._party is not None

    async def begin(self, account_id: str) -> str:
        """Return the options with which a browser creates a passkey of the account:
        PublicKeyCredentialCreationOptionsJSON."""
        party, account = self._needed(), await self._sign_in.account(account_id)
        options = webauthn.generate_registration_options(
            rp_id=party.party_id,
            rp_name=PARTY_NAME,
            user_name=account.display_name,
            user_id=account_id.encode(),
            challenge=await self._storage.challenge(account_id, self._now_ms()),
            timeout=CHALLENGE_MS,
            authenticator_selection=webauthn.helpers.structs.AuthenticatorSelectionCriteria(
                resident_key=webauthn.helpers.structs.ResidentKeyRequirement.REQUIRED,
                user_verification=webauthn.helpers.structs.UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[
                webauthn.helpers.structs.PublicKeyCredentialDescriptor(
                    id=webauthn.helpers.base64url_to_bytes(each.passkey_id)
                )
                for each in await self._storage.of(account_id)
            ],
        )
        return webauthn.options_to_json(options)

    async def add(
        self, account_id: str, credential: str, name: str, proof: OwnerProof, caller: Caller = HERE
    ) -> tuple[Account, list[Passkey]]:
        """The account, no guest's any more, and all its passkeys. `credential`: RegistrationResponseJSON. Raises
        ProofNeeded, Unauthenticated, TooFast."""
        party = self._needed()
        await self._sign_in.prove(account_id, proof, caller)
        try:
            shown = webauthn.helpers.parse_registration_credential_json(credential)
            challenge = webauthn.helpers.parse_client_data_json(shown.response.client_data_json).challenge
            if not await self._storage.answered(challenge, account_id, self._now_ms()):
                raise PasskeyRefused("PASSKEY_NOT_PROVEN")
            made = webauthn.verify_registration_response(
                credential=shown,
                expected_challenge=challenge,
                expected_rp_id=party.party_id,
                expected_origin=list(party.origins),
                require_user_verification=True,
            )
        except _wrong() as wrong:
            raise PasskeyRefused("PASSKEY_NOT_PROVEN") from wrong
        passkey_id = webauthn.helpers.bytes_to_base64url(made.credential_id)
        await self._storage.add(
            Passkey(passkey_id, account_id, made.credential_public_key, made.sign_count, name, int(self._clock()))
        )
        kept = await self._storage.get(passkey_id)
        if kept is None:
            raise PasskeyRefused("PASSKEYS_FULL")
        if kept.account_id != account_id:
            raise PasskeyRefused("PASSKEY_TAKEN")
        return await self._sign_in.account(account_id), await self.of(account_id)

    async def of(self, account_id: str) -> list[Passkey]:
        return await self._storage.of(account_id)

    async def remove(self, account_id: str, passkey_id: str) -> list[Passkey]:
        """Those that are left; one that there is not is as good as removed."""
        await self._storage.remove(account_id, passkey_id)
        left = await self._storage.of(account_id)
        if any(each.passkey_id == passkey_id for each in left):
            raise PasskeyRefused("LAST_PASSKEY")
        return left

    async def begin_sign_in(self) -> str:
        """Return the options with which a browser presents a passkey that its user chooses:
        PublicKeyCredentialRequestOptionsJSON."""
        options = webauthn.generate_authentication_options(
            rp_id=self._needed().party_id,
            challenge=await self._storage.challenge(NOBODY, self._now_ms()),
            timeout=CHALLENGE_MS,
            user_verification=webauthn.helpers.structs.UserVerificationRequirement.REQUIRED,
        )
        return webauthn.options_to_json(options)

    async def sign_in(self, credential: str, device_name: str = "") -> tuple[Account, Tokens]:
        """Sign in the account of the passkey on this device. `credential`: AuthenticationResponseJSON. Raises
        Unauthenticated, which does not say what was wrong."""
        return await self._sign_in.on_device(await self._owner(credential), device_name)

    async def is_way_of(self, account_id: str) -> bool:
        """Return whether the account has a passkey that can be shown here."""
        return self.are_taken and bool(await self._storage.of(account_id))

    async def proves(self, account_id: str, proof: OwnerProof) -> bool:
        """Return whether the call brought a fresh answer of one of the account's passkeys. Raises Unauthenticated for
        another's."""
        if not proof.passkey_json:
            return False
        if await self._owner(proof.passkey_json) != account_id:
            raise Unauthenticated("PASSKEY_WRONG")
        return True

    async def _owner(self, credential: str) -> str:
        """The account whose passkey answered a challenge of begin_sign_in. Raises Unauthenticated."""
        party = self._needed()
        try:
            shown = webauthn.helpers.parse_authentication_credential_json(credential)
            challenge = webauthn.helpers.parse_client_data_json(shown.response.client_data_json).challenge
            fresh = await self._storage.answered(challenge, NOBODY, self._now_ms())
            kept = await self._storage.get(shown.id)
            if not fresh or kept is None or shown.response.user_handle != kept.account_id.encode():
                raise Unauthenticated("PASSKEY_WRONG")
            verified = webauthn.verify_authentication_response(
                credential=shown,
                expected_challenge=challenge,
                expected_rp_id=party.party_id,
                expected_origin=list(party.origins),
                credential_public_key=kept.public_key,
                credential_current_sign_count=kept.sign_count,
                require_user_verification=True,
            )
        except _wrong() as wrong:
            log.info("a passkey was refused", problem=str(wrong))
            raise Unauthenticated("PASSKEY_WRONG") from wrong
        if not await self._storage.used(kept, verified.new_sign_count, int(self._clock())):
            raise Unauthenticated("PASSKEY_WRONG")
        return kept.account_id

    def _needed(self) -> Party:
        if self._party is None:
            raise PasskeyRefused("NO_PASSKEYS")
        return self._party

    def _now_ms(self) -> int:
        return int(self._clock() * 1000)


def _wrong() -> tuple[type[Exception], ...]:
    """Return the errors that the library and its dependencies raise for invalid answers."""
    return webauthn.helpers.exceptions.WebAuthnException, ValueError, TypeError, LookupError, RecursionError
