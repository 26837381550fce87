"""Webhook calls: signed as Standard Webhooks (https://www.standardwebhooks.com, 1.0.0) says."""

import base64
import hmac
from datetime import UTC, datetime
from hashlib import sha256

import msgspec
from msgspec import UNSET, Struct, UnsetType

from services.notify.news import CHALLENGE, Notice
from services.notify.posting import GONE, Delivery, Poster, within_time
from services.notify.targets import CLOUDEVENTS, Target
from services.platform.callers import CallerLimiter, Proxies
from services.public_stream.cloud_events import MEDIA_TYPE, PublicData, cloud_event

CHALLENGES_PER_S, CHALLENGES = 1 / 60, 5
"""Challenges to one address, over all accounts: its owner may want none."""
SECRET_PREFIX = "whsec_"  # noqa: S105  # how receivers' libraries know a secret, not one itself


class Payload(Struct, frozen=True):
    """The body of a notice. `deadline_ms`: milliseconds since 1970 UTC, 0 for no clock. The fields from
    `tournament_id` on are of tournaments; `event_id` is the deprecated name of `tournament_id`."""

    id: str
    kind: str
    game_id: str
    variant: str
    version: int
    seat: int
    deadline_ms: int
    tournament_id: str | UnsetType = UNSET
    event_id: str | UnsetType = UNSET
    round: int | UnsetType = UNSET
    place: int | UnsetType = UNSET
    ending: str | UnsetType = UNSET


class Challenge(Struct, frozen=True):
    """The body of the challenge, sent before all other notices. The answer's body must be `challenge` and nothing
    else."""

    id: str
    kind: str
    challenge: str


def shown_secret(secret: bytes) -> str:
    """Return the secret in the form that the receiver's library expects."""
    return SECRET_PREFIX + base64.b64encode(secret).decode()


def signature(secret: bytes, notice_id: str, timestamp_s: int, body: bytes) -> str:
    """HMAC-SHA256 over id, moment and body, so that nobody can send the same again later or with another body."""
    signed = f"{notice_id}.{timestamp_s}.".encode() + body
    return "v1," + base64.b64encode(hmac.digest(secret, signed, sha256)).decode()


def challenge_of(secret: bytes, notice_id: str) -> str:
    """The same at each try."""
    return hmac.digest(secret, f"challenge.{notice_id}".encode(), sha256).hex()


class Webhooks:
    """`source`: the address of this server, for CloudEvents."""

    def __init__(self, poster: Poster, source: str = "") -> None:
        self._poster, self._source = poster, source
        self._challenges = CallerLimiter(CHALLENGES_PER_S, CHALLENGES)
        self.challenged_at = Proxies().caller

    async def send(self, target: Target, notices: list[Notice], now_ms: int) -> Delivery:
        (notice,) = notices
        if target.channel == CLOUDEVENTS:
            return await self._send_test(target, notice, now_ms)
        body = msgspec.json.encode(
            Payload(
                notice.notice_id,
                notice.kind,
                notice.game_id,
                notice.variant,
                notice.version,
                notice.seat,
                notice.deadline_ms,
                notice.tournament_id or UNSET,
                notice.tournament_id or UNSET,
                notice.round or UNSET,
                notice.place or UNSET,
                notice.ending or UNSET,
            )
        )
        return await self._poster.deliver(target.address, body, signed_headers(target, notice.notice_id, now_ms, body))

    async def _send_test(self, target: Target, notice: Notice, now_ms: int) -> Delivery:
        """A target of the public stream gets no notices; its owner may ask for a test, in the form of its items."""
        at = datetime.fromtimestamp(now_ms / 1000, UTC)
        body = cloud_event(notice.notice_id, at, PublicData(notice.kind.lower(), "", {}), self._source)
        headers = signed_headers(target, notice.notice_id, now_ms, body) | {"content-type": MEDIA_TYPE}
        return await self._poster.deliver(target.address, body, headers)

    async def challenge(self, target: Target, notice: Notice, now_ms: int) -> Delivery:
        """Ask the receiver to return a challenge, which shows that it wants notices. Raises TooFast."""
        return await within_time(self._challenged(target, notice.notice_id, now_ms))

    def waits_for_answer(self) -> bool:
        return False

    async def _challenged(self, target: Target, notice_id: str, now_ms: int) -> Delivery:
        wanted = challenge_of(target.secret, notice_id)
        body = msgspec.json.encode(Challenge(notice_id, CHALLENGE, wanted))
        address = await self._poster.address(target.address)
        self._challenges.take(self.challenged_at(address))
        answer = await self._poster.post(target.address, address, body, signed_headers(target, notice_id, now_ms, body))
        said = b""
        async for part in answer.aiter_raw():
            said += part
            if len(said) > 2 * len(wanted):
                break
        await answer.aclose()
        if 200 <= answer.status_code < 300 and said.strip() != wanted.encode():
            return Delivery(0, "another answer than the challenge")
        return Delivery(answer.status_code, gone=answer.status_code == GONE)


def _secrets(target: Target, now_ms: int) -> tuple[bytes, ...]:
    """Return the secrets that sign a call. Receivers accept one that fits, as Standard Webhooks says."""
    if target.old_secret and now_ms < target.old_until_ms:
        return target.secret, target.old_secret
    return (target.secret,)


def signed_headers(target: Target, notice_id: str, now_ms: int, body: bytes) -> dict[str, str]:
    """Return the headers of a call of JSON with its signatures."""
    timestamp_s = now_ms // 1000
    return {
        "content-type": "application/json",
        "webhook-id": notice_id,
        "webhook-timestamp": str(timestamp_s),
        "webhook-signature": " ".join(
            signature(secret, notice_id, timestamp_s, body) for secret in _secrets(target, now_ms)
        ),
    }
