"""Notices to apps by Apple's Push Notification service
(https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns), over HTTP/2, as the
holder of the key that the operator has from Apple."""

import re
import ssl
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

import msgspec
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import ECKey
from msgspec import Struct

from services.notify.news import Notice
from services.notify.phones import TTL_S, phone_notice
from services.notify.posting import GONE, TIMEOUT_S, Delivery, retry_after_s, within_time
from services.notify.targets import Target
from services.platform.lazily import lazily

if TYPE_CHECKING:
    import httpx
else:
    httpx = lazily("httpx")


APNS_URL, SANDBOX_URL = "https://api.push.apple.com", "https://api.sandbox.push.apple.com"
TOKEN_S = 40 * 60
"""Apple takes a token for an hour, and no other within twenty minutes."""
NOW, IN_TIME = "10", "5"
_DEVICE = re.compile("([0-9a-fA-F]{2}){32,100}")
_OF_THE_DEVICE = frozenset({"BadDeviceToken", "DeviceTokenNotForTopic", "MissingDeviceToken"})
_OUR_TOKEN_ENDED = "ExpiredProviderToken"  # noqa: S105  # what Apple calls it


class AppleKey(Struct, frozen=True):
    """`pem`: of P-256. `key_id`, `team`: ten letters and digits each. `topic`: the app's bundle id."""

    pem: str
    key_id: str
    team: str
    topic: str


class _Refusal(Struct, frozen=True):
    reason: str = ""


def apple_key(path: Path, key_id: str, team: str, topic: str) -> AppleKey:
    """Raises OSError, and ValueError without what is in the file."""
    try:
        pem = path.read_text()
        _signing(pem)
    except (ValueError, JoseError):
        raise ValueError(f"{path} holds no key of P-256 as Apple gives it (AuthKey_….p8)") from None
    return AppleKey(pem, key_id, team, topic)


def is_device(token: str) -> bool:
    return bool(_DEVICE.fullmatch(token))


class Apns:
    """`url`: of the service. `tls`: whom it is trusted to; not shared, because its protocols are part of it."""

    def __init__(self, key: AppleKey, public_url: str, url: str = APNS_URL, tls: ssl.SSLContext | None = None) -> None:
        self._key, self._public_url, self._url = key, public_url, url
        self._signing = _signing(key.pem)
        trusted = tls or httpx.create_ssl_context(trust_env=False)
        self._http = httpx.AsyncClient(http1=False, http2=True, timeout=TIMEOUT_S, trust_env=False, verify=trusted)
        self._token, self._made_at_s = "", 0

    async def send(self, target: Target, notices: list[Notice], now_ms: int) -> Delivery:
        sent = await within_time(self._send(target, notices, now_ms // 1000))
        return sent if sent.status else msgspec.structs.replace(sent, blameless=True)

    async def challenge(self, target: Target, notice: Notice, now_ms: int) -> Delivery:
        raise AssertionError("proven by its token")

    def waits_for_answer(self) -> bool:
        return False

    async def close(self) -> None:
        await self._http.aclose()

    async def _send(self, target: Target, notices: list[Notice], now_s: int) -> Delivery:
        what, token = phone_notice(notices, target.language, self._public_url), self._token_at(now_s)
        alert = {"alert": {"title": what.title, "body": what.text}, "sound": "default", "thread-id": what.about}
        headers = {
            "authorization": f"bearer {token}",
            "apns-id": str(UUID(notices[0].notice_id)),
            "apns-topic": self._key.topic,
            "apns-push-type": "alert",
            "apns-priority": NOW if what.urgent else IN_TIME,
            "apns-expiration": str(now_s + TTL_S),
            "apns-collapse-id": what.about,
        }
        body = msgspec.json.encode({"aps": alert, **what.data})
        answer = await self._http.post(f"{self._url}/3/device/{target.address}", content=body, headers=headers)
        reason = _reason(answer)
        if reason == _OUR_TOKEN_ENDED and token == self._token:
            self._token = ""
        gone = answer.status_code == GONE
        its_own = gone or reason in _OF_THE_DEVICE
        return Delivery(answer.status_code, reason, gone, retry_after_s(answer.headers), blameless=not its_own)

    def _token_at(self, now_s: int) -> str:
        """https://developer.apple.com/documentation/usernotifications/establishing-a-token-based-connection-to-apns"""
        if not self._token or now_s - self._made_at_s >= TOKEN_S:
            claims = {"iss": self._key.team, "iat": now_s}
            header = {"alg": "ES256", "kid": self._key.key_id}
            self._token = jwt.encode(header, claims, self._signing, algorithms=["ES256"])
            self._made_at_s = now_s
        return self._token


def _signing(pem: str) -> ECKey:
    key = ECKey.import_key(pem)
    if key.curve_name != "P-256" or not key.is_private:
        raise ValueError("a private key of P-256")
    return key


def _reason(answer: "httpx.Response") -> str:
    if answer.is_success:
        return ""
    try:
        return msgspec.json.decode(answer.content, type=_Refusal).reason
    except msgspec.MsgspecError:  # of a proxy on the way
        return ""
