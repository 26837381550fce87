"""Signing in, staying signed in, and knowing who calls."""

import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from services.accounts.account import (
    Account,
    Device,
    NameRefused,
    UnknownAccount,
    checked_name,
    guest_name,
    new_account_id,
)
from services.accounts.account_storage import AccountStorage, Subject, SubjectKnown
from services.accounts.app_storage import is_of_app
from services.accounts.attempt_limiter import Bucket, for_account, for_name
from services.accounts.device_keys import DeviceKey, DeviceKeyRefused, check_owned
from services.accounts.devices import GRACE_S, Refreshed, UsedAgain
from services.accounts.oidc import OidcIssuer
from services.accounts.password import LENGTH_MAX, LENGTH_MIN, fits, fitted_before, hashed
from services.accounts.personal_tokens import LIFETIME_MAX_S, PersonalToken, is_personal
from services.accounts.program_storage import (
    PROGRAM_SCOPES,
    PROGRAM_TOKEN,
    PROGRAMS_MAX,
    Program,
    ProgramRefused,
)
from services.accounts.proof import OwnerProof, ProofNeeded, Prover
from services.accounts.replacing import TokenReplacer, TokenRequest, Tokens
from services.accounts.tokens import LEEWAY_S, Claims, Issuer, Unauthenticated, issuer_of
from services.platform.callers import HERE, Caller
from services.platform.rate_limiter import Limiter
from services.platform.typed_text import name_key, password_form
from services.texts.catalogues import ENGLISH
from services.texts.said import guest_word

CHECKED_S = 60
"""A token that was checked is believed so long; a revocation by another process takes effect after it."""
CHECKED_MAX = 20_000
NAMES_MAX = 20_000
NAME_S = 60
"""A name is believed so long; one that another process has changed or deleted is gone after it."""
CHANGES_PER_S, CHANGES = 1 / 30, 10
"""Passwords set by one account, each of which takes a tenth of a second."""
_TRIES = 5


class PasswordRefused(Exception):
    """`reason`: PASSWORD_LENGTH or ALREADY_NAMED."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Bearer(Struct, frozen=True):
    """The account of an access token. `scopes`: such as `games:read`; None for the tokens of a sign-in, which have
    all. `client_id`: of the app whose token it is; empty for others."""

    account_id: str
    scopes: frozenset[str] | None = None
    client_id: str = ""


class SignIn:
    """`oidc`: the operator's own issuer, whose tokens are accepted in addition to ours."""

    def __init__(
        self,
        storage: AccountStorage,
        issuer: Issuer,
        clock: Callable[[], float] = time.time,
        oidc: OidcIssuer | None = None,
    ) -> None:
        self._storage, self._issuer, self._clock, self._oidc = storage, issuer, clock, oidc
        self._devices, self._tries = storage.devices, storage.tries
        self._replacer = TokenReplacer(storage, issuer, clock)
        self._changes = Limiter(CHANGES_PER_S, CHANGES)
        self.on_delete: list[Callable[[str], Awaitable[None]]] = []
        """Called with the id of an account that is being deleted, before the account itself goes."""
        self.provers: list[Prover] = []
        """The ways in besides the password that an owner can prove afresh."""
        self._checked: OrderedDict[str, tuple[Bearer, float]] = OrderedDict()
        """Access token -> its bearer and until when it need not be checked again."""
        self._names: OrderedDict[str, tuple[str, bool, float]] = OrderedDict()
        """Account -> its name, whether it is a program's, and until when it need not be looked up again."""

    async def as_guest(
        self, wanted_name: str, device_name: str = "", language: str = ENGLISH
    ) -> tuple[Account, Tokens]:
        """Make an account, with a name in this language if none is wanted. Raises NameRefused."""
        account = await self._new_account(wanted_name, guest=True, language=language)
        return account, await self._sign_in(account.account_id, device_name)

    async def with_password(
        self, name: str, password: str, device_name: str = "", caller: Caller = HERE
    ) -> tuple[Account, Tokens]:
        """A named account on another device. Raises Unauthenticated, TooFast."""
        account_id, kept = await self._storage.password(name) or ("", "")
        await self._tried(account_id, password, kept, for_name(name_key(name), caller))
        return await self.on_device(account_id, device_name)

    async def upgrade(self, account_id: str, name: str, password: str, caller: Caller = HERE) -> Account:
        """Makes a guest's account a named one; one that has this name and this password stays as it is. Raises
        NameRefused, PasswordRefused, TooFast."""
        account = await self.account(account_id)
        if not account.guest:
            await self._require_same(account, name, password, caller)
            return account
        checked = _checked_password(password)
        self._changes.take(account_id)
        kept = await hashed(checked)
        await self._storage.upgrade(account_id, checked_name(name), kept, int(self._clock()))
        return await self.account(account_id)

    async def _require_same(self, account: Account, name: str, password: str, caller: Caller) -> None:
        if checked_name(name) != account.display_name:
            raise PasswordRefused("ALREADY_NAMED")
        try:
            await self._prove_password(account.account_id, password, caller)
        except Unauthenticated as wrong:
            raise PasswordRefused("ALREADY_NAMED") from wrong

    async def change_password(self, asked: TokenRequest, current: str, password: str, caller: Caller = HERE) -> Tokens:
        """Signs out all devices and gives new tokens to this one. Raises PasswordRefused, Unauthenticated, TooFast,
        RequestReused."""

        async def new_hash(account_id: str) -> str:
            await self._prove_password(account_id, current, caller)
            checked = _checked_password(password)
            self._changes.take(f"{account_id} {caller.network}")
            return await hashed(checked)

        return await self._replace_tokens(asked, new_hash, current, password)

    async def prove(self, account_id: str, proof: OwnerProof, caller: Caller = HERE) -> None:
        """Check that the owner asks, before a way into the account changes: by the password, or by a fresh proof of
        another way in. A guest's account, which has neither, is whoever's has its tokens. Raises ProofNeeded,
        Unauthenticated, TooFast."""
        if not proof.is_tried and await self._storage.password_of(account_id):
            await self._prove_password(account_id, proof.password, caller)
            return
        buckets = for_account(account_id, caller) if proof.is_tried else ()
        await self._tries.take(buckets, self._clock())
        for prover in self.provers:
            if await prover.proves(account_id, proof):
                await self._tries.give_back(buckets)
                return
        if await self._storage.password_of(account_id):
            raise Unauthenticated("NAME_OR_PASSWORD_WRONG")
        ways = [prover.way for prover in self.provers if await prover.is_way_of(account_id)]
        if ways:
            raise ProofNeeded(ways)

    async def _prove_password(self, account_id: str, password: str, caller: Caller) -> None:
        """Raises Unauthenticated, also where the account has no password; TooFast."""
        kept = await self._storage.password_of(account_id)
        await self._tried(account_id, password, kept, for_account(account_id, caller))

    async def _tried(self, account_id: str, password: str, kept: str, buckets: Sequence[Bucket]) -> None:
        """Counts the try first: many at the same moment are many. One that is right does not count. A password that
        was stored in another spelling is stored again."""
        await self._tries.take(buckets, self._clock())
        if not await fits(password, kept):
            if not await fitted_before(password, kept):
                raise Unauthenticated("NAME_OR_PASSWORD_WRONG")
            await self._storage.hash_again(account_id, kept, await hashed(password))
        await self._tries.give_back(buckets)

    async def new_password(self, password: str) -> str:
        """Return the stored form of a new password. Raises PasswordRefused."""
        return await hashed(_checked_password(password))

    async def come_back(self, account_id: str, kept: str, device_name: str) -> tuple[Account, Tokens]:
        """Sets the password, signs out all devices and this one in. Raises UnknownAccount, Unauthenticated."""
        _let_in(await self.account(account_id))
        await self._storage.reset_password(account_id, kept, int(self._clock()) + 1)
        self._forget_checked(account_id)
        return await self.on_device(account_id, device_name)

    async def devices(self, account_id: str) -> list[Device]:
        return await self._devices.list(account_id)

    async def sign_out(self, account_id: str, device_id: str) -> None:
        """The device gets no new tokens; other processes believe the access token it has for CHECKED_S at most."""
        await self._devices.sign_out(account_id, device_id)
        self._forget_checked(account_id)

    async def add_device_key(
        self, account_id: str, key: DeviceKey, proof: str, owner: OwnerProof, caller: Caller = HERE
    ) -> list[DeviceKey]:
        """Return all keys of the account. Raises DeviceKeyRefused, ProofNeeded, Unauthenticated, TooFast."""
        check_owned(account_id, key.key, proof)
        if (await self.account(account_id)).guest:
            raise DeviceKeyRefused("NAME_NEEDED")
        await self.prove(account_id, owner, caller)
        self._changes.take(account_id)
        await self._storage.device_keys.add(account_id, replace(key, created_at=int(self._clock())))
        return await self.device_keys(account_id)

    async def device_keys(self, account_id: str) -> list[DeviceKey]:
        return await self._storage.device_keys.list(account_id)

    async def remove_device_key(self, account_id: str, key: str) -> None:
        await self._storage.device_keys.remove(account_id, key)

    async def create_personal_token(
        self, account_id: str, name: str, scopes: frozenset[str], lifetime_s: int, owner: OwnerProof, caller: Caller
    ) -> tuple[str, PersonalToken]:
        """Return the new token, which is shown once, and its entry. Raises PersonalTokensFull, ProofNeeded,
        Unauthenticated, TooFast."""
        await self.prove(account_id, owner, caller)
        self._changes.take(account_id)
        return await self._storage.personal_tokens.create(account_id, name, scopes, int(self._clock()), lifetime_s)

    async def create_program(self, owner: str, name: str, home_page: str) -> tuple[Program, str]:
        """Make an account for a program of the owner, and return it with its token, which is shown once. Raises
        ProgramRefused, NameRefused, TooFast."""
        if (await self.account(owner)).guest:
            raise ProgramRefused("NAME_NEEDED")
        programs, now = self._storage.programs, int(self._clock())
        self._changes.take(owner)
        account = Account(new_account_id(), checked_name(name), guest=False, created_at=now, program=True)
        program = Program(account.account_id, owner, home_page, now)
        await programs.add(program)
        try:
            await self._storage.add(account)
        except NameRefused:
            await programs.remove(program.program_id)
            raise
        return program, await self._new_program_token(program.program_id)

    async def programs(self, owner: str, after: str, limit: int) -> list[Program]:
        """Return the programs of the owner, or of all owners if it is empty, by their ids above `after`."""
        return await self._storage.programs.page(owner, after, limit)

    async def create_program_token(self, owner: str, program_id: str) -> str:
        """Return a new token for a program of the owner; the one before ends. Raises UnknownAccount, TooFast."""
        await self._storage.programs.check_owned(owner, program_id)
        self._changes.take(owner)
        await self._storage.personal_tokens.revoke_all(program_id)
        self._forget_checked(program_id)
        return await self._new_program_token(program_id)

    async def _new_program_token(self, program_id: str) -> str:
        now, tokens = int(self._clock()), self._storage.personal_tokens
        secret, _ = await tokens.create(program_id, PROGRAM_TOKEN, PROGRAM_SCOPES, now, LIFETIME_MAX_S)
        return secret

    async def delete_program(self, owner: str, program_id: str) -> None:
        """Delete the account of a program of the owner. Raises UnknownAccount."""
        await self._storage.programs.check_owned(owner, program_id)
        await self.delete(program_id)

    async def personal_tokens(self, account_id: str) -> list[PersonalToken]:
        return await self._storage.personal_tokens.of(account_id)

    async def revoke_personal_token(self, account_id: str, token_id: str) -> None:
        """Other processes believe the token for CHECKED_S at most."""
        await self._storage.personal_tokens.revoke(account_id, token_id)
        self._forget_checked(account_id)

    async def delete(self, account_id: str) -> None:
        """Everything that is known of the account but its id, which stays in the histories of its games and leads
        nowhere any more."""
        for program in await self._storage.programs.page(account_id, "", PROGRAMS_MAX):
            await self.delete(program.program_id)
        for erase in self.on_delete:
            await erase(account_id)
        await self._storage.delete(account_id, int(self._clock()))
        self.forget_seen(account_id)

    async def refresh(self, refresh_token: str, caller: Caller = HERE) -> Tokens:
        """New tokens for a refresh token, once: see services/accounts/devices.py. Raises Unauthenticated."""
        try:
            refreshed = await self._devices.refresh(refresh_token, int(self._clock()), caller.area)
        except UsedAgain as again:
            self._forget_checked(again.account_id)
            raise Unauthenticated("TOKEN_REVOKED") from again
        return await self._tokens(refreshed)

    async def revoke(self, asked: TokenRequest) -> Tokens:
        """Ends all tokens of the account and gives new ones. Raises Unauthenticated, RequestReused."""
        return await self._replace_tokens(asked, _as_it_is)

    async def _replace_tokens(
        self, asked: TokenRequest, password: Callable[[str], Awaitable[str]], *content: str
    ) -> Tokens:
        claims = await self._claims(asked.access_token, GRACE_S)

        async def allowed() -> str:
            await self._looked_at(
                asked.access_token
            )  # not from the cache: a device that was just signed out must not end the tokens of others
            return await password(claims.account_id)

        tokens = await self._replacer.replace(claims, asked.request_id, allowed, *content)
        self._forget_checked(claims.account_id)
        return tokens

    async def whose(self, access_token: str) -> str:
        """The account it was given to, also if it was revoked since or ended a moment ago. Raises Unauthenticated."""
        return (await self._claims(access_token, GRACE_S)).account_id

    async def account(self, account_id: str) -> Account:
        """Raises UnknownAccount."""
        account = await self._storage.get(account_id)
        self._remember_name(account)
        return account

    async def rename(self, account_id: str, name: str) -> Account:
        """Raises NameRefused."""
        await self._storage.rename(account_id, checked_name(name), int(self._clock()))
        return await self.account(account_id)

    def forget_seen(self, account_id: str) -> None:
        """Apply an operator's change of the account to this process at once."""
        self._names.pop(account_id, None)
        self._forget_checked(account_id)

    async def forget_programs(self, owner: str) -> None:
        """Apply the ban of the owner to its programs in this process at once."""
        for program in await self._storage.programs.page(owner, "", PROGRAMS_MAX):
            self._forget_checked(program.program_id)

    async def name(self, account_id: str) -> str:
        """The display name, from memory for a minute. Empty for an account that is gone."""
        known = self._names.get(account_id)
        if known and self._clock() < known[2]:
            return known[0]
        try:
            return (await self.account(account_id)).display_name
        except UnknownAccount:
            self._names.pop(account_id, None)
            return ""

    async def is_program(self, account_id: str) -> bool:
        """Return whether a program plays under the account; that never changes."""
        known = self._names.get(account_id)
        if known:
            return known[1]
        try:
            return (await self.account(account_id)).program
        except UnknownAccount:
            return False

    async def is_guest(self, account_id: str) -> bool:
        """Return whether the account has no name of its own, as a deleted one."""
        try:
            return (await self.account(account_id)).guest
        except UnknownAccount:
            return True

    def knows(self, access_token: str) -> bool:
        """Return whether the token was valid when this process last checked it."""
        return access_token in self._checked

    async def who(self, access_token: str) -> str:
        """The account that calls. Raises Unauthenticated."""
        return (await self.bearer(access_token)).account_id

    async def bearer(self, access_token: str) -> Bearer:
        """Return the account that calls and what its token may do. Raises Unauthenticated."""
        known = self._checked.get(access_token)
        if known and self._clock() < known[1]:
            return known[0]
        try:
            bearer, until = await self._looked_at(access_token)
        except Unauthenticated:
            self._checked.pop(access_token, None)
            raise
        self._checked[access_token] = (bearer, until)
        if len(self._checked) > CHECKED_MAX:
            self._checked.popitem(last=False)
        return bearer

    async def _looked_at(self, access_token: str) -> tuple[Bearer, float]:
        """The token's bearer, and until when that may be believed."""
        if is_of_app(access_token):
            return await self._looked_at_app(access_token)
        if is_personal(access_token):
            return await self._looked_at_personal(access_token)
        claims = await self._claims(access_token)
        try:
            account = await self.account(claims.account_id)
        except UnknownAccount as unknown:
            raise Unauthenticated("TOKEN_REVOKED") from unknown
        _let_in(account)
        if claims.issued_at < account.tokens_from:
            raise Unauthenticated("TOKEN_REVOKED")
        if claims.device_id and not await self._devices.is_signed_in(account.account_id, claims.device_id):
            raise Unauthenticated("TOKEN_REVOKED")
        return Bearer(account.account_id), min(self._clock() + CHECKED_S, claims.expires_at + LEEWAY_S)

    async def _looked_at_app(self, access_token: str) -> tuple[Bearer, float]:
        now = self._clock()
        grant, expires_at = await self._storage.apps.find_access(access_token, int(now))
        _let_in(await self.account(grant.account_id))
        bearer = Bearer(grant.account_id, frozenset(grant.scopes.split()), grant.client_id)
        return bearer, min(now + CHECKED_S, expires_at)

    async def _looked_at_personal(self, access_token: str) -> tuple[Bearer, float]:
        now = self._clock()
        token = await self._storage.personal_tokens.find(access_token, int(now))
        _let_in(await self.account(token.account_id))
        return Bearer(token.account_id, token.scopes), min(now + CHECKED_S, token.expires_at)

    async def _claims(self, access_token: str, late_s: int = 0) -> Claims:
        """Return the claims of our own token, or of the operator's issuer for the account linked to its subject.
        `late_s`: how long after its end our own token is still accepted."""
        oidc = self._oidc
        if oidc is None or issuer_of(access_token) != oidc.name:
            return self._issuer.read(access_token, late_s)
        claims = await oidc.read(access_token)
        return replace(claims, account_id=await self.account_of_subject(oidc.name, claims.account_id))

    async def account_of_subject(self, issuer: str, subject: str, name: str = "") -> str:
        """The account of another issuer's subject; a new one the first time, of this name where it may have it."""
        if known := await self._storage.identified(issuer, subject):
            return known
        try:
            return (await self._named_account(name, (issuer, subject))).account_id
        except SubjectKnown as faster:
            return faster.account_id

    async def on_device(self, account_id: str, device_name: str) -> tuple[Account, Tokens]:
        """Signs the account in, whose owner has proven to be it. Raises UnknownAccount, Unauthenticated."""
        account = await self.account(account_id)
        _let_in(account)
        return account, await self._sign_in(account_id, device_name)

    async def _named_account(self, name: str, subject: Subject) -> Account:
        if name:
            with suppress(NameRefused):
                return await self._new_account(name, guest=False, subject=subject)
        return await self._new_account("", guest=False, subject=subject)

    async def _new_account(
        self, wanted_name: str, *, guest: bool, subject: Subject | None = None, language: str = ENGLISH
    ) -> Account:
        wanted = checked_name(wanted_name) if wanted_name else ""
        for _ in range(_TRIES):
            name = wanted or guest_name(guest_word(language))
            account = Account(new_account_id(), name, guest=guest, created_at=int(self._clock()))
            try:
                await self._storage.add(account, subject)
            except NameRefused:
                if wanted:
                    raise
                continue
            return account
        raise NameRefused("NAME_TAKEN", account.display_name)

    async def _sign_in(self, account_id: str, device_name: str) -> Tokens:
        device = Device(secrets.token_hex(8), account_id, device_name, int(self._clock()))
        return await self._tokens(await self._devices.add(device))

    async def _tokens(self, refresh: Refreshed) -> Tokens:
        """Issued after the last revocation, also when a process whose clock is ahead of this one's has revoked."""
        account = await self._storage.get(refresh.account_id)
        issued_at = max(int(self._clock()), account.tokens_from)
        access, access_ends_at = self._issuer.issue(refresh.account_id, issued_at, refresh.device_id)
        return Tokens(access, access_ends_at, refresh.token, refresh.ends_at)

    def _forget_checked(self, account_id: str) -> None:
        for token in [token for token, (owner, _) in self._checked.items() if owner.account_id == account_id]:
            del self._checked[token]

    def _remember_name(self, account: Account) -> None:
        self._names[account.account_id] = (account.display_name, account.program, self._clock() + NAME_S)
        if len(self._names) > NAMES_MAX:
            self._names.popitem(last=False)


def _let_in(account: Account) -> None:
    if account.banned:
        raise Unauthenticated("BANNED")


async def _as_it_is(_: str) -> str:
    return ""


def _checked_password(password: str) -> str:
    if not LENGTH_MIN <= len(password_form(password)) <= LENGTH_MAX:
        raise PasswordRefused("PASSWORD_LENGTH")
    return password
