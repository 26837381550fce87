"""Limits of mails that callers can have sent to others: per asking network, per mailbox, per domain and in all. They
are counted in the store, for all processes together."""

from services.accounts.attempt_limiter import AttemptLimiter, Bucket, for_newcomer
from services.platform.callers import Caller
from services.platform.rate_limiter import TooFast
from services.store.sql import Sql

MAILBOX_S, MAILBOX = 20 * 60, 3
"""Confirmations of one mailbox, and requests for a way back through it: three at once, then one in twenty minutes."""
DOMAIN_S, DOMAIN = 2, 300
ALL_S, ALL = 0.5, 1_000
_GMAIL = ("gmail.com", "googlemail.com")


class MailLimits:
    """Every method raises StoreUnavailable. `now_ms`: since 1970, as all processes have it."""

    def __init__(self, sql: Sql) -> None:
        self._tries = AttemptLimiter(sql)

    async def confirmation(self, address: str, caller: Caller, now_ms: int) -> None:
        """Count a request to confirm the address. Raises TooFast."""
        buckets = [*for_newcomer(caller), _of_mailbox("confirm", address)]
        await self._tries.take(buckets, now_ms / 1000)

    async def way_back(self, address: str, caller: Caller, now_ms: int) -> bool:
        """Count a request for a way back. Return whether a mail may be sent: the answer to the caller must not depend
        on it. Raises TooFast if the network asks too often."""
        await self._tries.take(for_newcomer(caller), now_ms / 1000)
        try:
            await self._tries.take([_of_mailbox("recover", address)], now_ms / 1000)
        except TooFast:
            return False
        return True

    async def sending(self, address: str, now_ms: int) -> None:
        """Count a mail that is about to be sent. Raises TooFast."""
        _, _, domain = mailbox_of(address).rpartition("@")
        buckets = [Bucket(f"mail to {domain}", DOMAIN_S, DOMAIN), Bucket("mail to all", ALL_S, ALL)]
        await self._tries.take(buckets, now_ms / 1000)


def mailbox_of(address: str) -> str:
    """Return the mailbox that an address leads to: without its tag, and without the dots that Gmail ignores."""
    local, _, domain = address.lower().rpartition("@")
    name = local.partition("+")[0] or local
    if domain in _GMAIL:
        name, domain = name.replace(".", ""), _GMAIL[0]
    return f"{name}@{domain}"


def _of_mailbox(purpose: str, address: str) -> Bucket:
    return Bucket(f"{purpose} {mailbox_of(address)}", MAILBOX_S, MAILBOX)
