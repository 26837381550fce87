"""Account recovery: by a mailed link, or by a written recovery code. The caller sets a new password, and all other
devices are signed out."""

from collections.abc import Callable
from datetime import datetime

from domain.history.record import milliseconds
from services.accounts.account import Account
from services.accounts.attempt_limiter import AttemptLimiter, for_name
from services.accounts.proof import OwnerProof
from services.accounts.recovery import RecoveryCodes
from services.accounts.replacing import Tokens
from services.accounts.sign_in import SignIn
from services.accounts.tokens import Unauthenticated
from services.notify.mail_links import MailLinks
from services.platform.callers import HERE, Caller
from services.platform.clock import process_clock
from services.platform.typed_text import name_key


class WayBack:
    """`mails`: whether links are mailed here."""

    def __init__(
        self,
        sign_in: SignIn,
        codes: RecoveryCodes,
        links: MailLinks,
        tries: AttemptLimiter,
        *,
        mails: bool,
        clock: Callable[[], datetime] = process_clock,
    ) -> None:
        self._sign_in, self._codes, self._links, self._tries, self._clock = sign_in, codes, links, tries, clock
        self.mails = mails

    async def make_codes(self, account_id: str, proof: OwnerProof, caller: Caller = HERE) -> list[str]:
        """Raises ProofNeeded, Unauthenticated, TooFast."""
        await self._sign_in.prove(account_id, proof, caller)
        return await self._codes.make(account_id)

    async def ask(self, address: str, caller: Caller = HERE) -> None:
        """Has a link mailed to the address, if an account has proven it: whether one has, nobody learns here. Raises
        TooFast."""
        now_ms = milliseconds(self._clock())
        if await self._links.limits.way_back(address, caller, now_ms):
            await self._links.ask(address.lower(), now_ms)

    async def by_link(self, token: str, password: str, device_name: str = "") -> tuple[Account, Tokens]:
        """Raises Unauthenticated, PasswordRefused."""
        account_id = await self._links.account(token, milliseconds(self._clock()))
        if not account_id:
            raise Unauthenticated("RECOVERY_WRONG")
        kept = await self._sign_in.new_password(password)
        if not await self._links.use(token):
            raise Unauthenticated("RECOVERY_WRONG")
        return await self._sign_in.come_back(account_id, kept, device_name)

    async def by_code(
        self, name: str, code: str, password: str, device_name: str = "", caller: Caller = HERE
    ) -> tuple[Account, Tokens]:
        """Tries count as those of passwords do. Raises Unauthenticated, PasswordRefused, TooFast."""
        buckets = for_name(name_key(name), caller)
        await self._tries.take(buckets, self._clock().timestamp())
        account_id = await self._codes.account(name, code)
        if not account_id:
            raise Unauthenticated("RECOVERY_WRONG")
        kept = await self._sign_in.new_password(password)
        if not await self._codes.use(account_id, code):
            raise Unauthenticated("RECOVERY_WRONG")
        await self._tries.give_back(buckets)
        return await self._sign_in.come_back(account_id, kept, device_name)
