"""Notices to apps by Firebase Cloud Messaging (https://firebase.google.com/docs/cloud-messaging/send/v1-api), as the
service account that the operator has from Google (RFC 7523)."""

import asyncio
import re
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import RSAKey
from msgspec import Struct

from services.notify.news import Notice
from services.notify.phones import TTL_S, phone_notice
from services.notify.posting import TIMEOUT_S, Delivery, retry_after_s, within_time
from services.notify.targets import Target
from services.platform.lazily import lazily
from services.platform.trust import trusted_roots

if TYPE_CHECKING:
    import httpx
else:
    httpx = lazily("httpx")


FCM_URL = "https://fcm.googleapis.com"
SCOPE = "https://www.googleapis.com/auth/firebase.messaging"
ASSERTION_S = 3600
"""Google takes no longer ones."""
RENEW_BEFORE_S = 300
TOO_MANY_S = 60
"""After which Google wants to be called again where it said so without a time."""
_TOKEN = re.compile(r"[A-Za-z0-9_:.-]{20,2000}")


class ServiceAccount(Struct, frozen=True):
    """The service account, as in the file that Google provides."""

    project_id: str
    client_email: str
    private_key_id: str
    private_key: str
    token_uri: str = "https://oauth2.googleapis.com/token"  # noqa: S105  # where tokens are had


class Access(Struct, frozen=True):
    """The answer of Google (RFC 6749, 5.1)."""

    access_token: str
    expires_in: int


class _Detail(Struct, frozen=True):
    code: str = msgspec.field(default="", name="errorCode")


class _Error(Struct, frozen=True):
    details: tuple[_Detail, ...] = ()


class _Refusal(Struct, frozen=True):
    error: _Error = _Error()


class _NoAccess(Exception):
    def __init__(self, sent: Delivery) -> None:
        super().__init__(sent)
        self.sent = sent


def service_account(path: Path) -> ServiceAccount:
    """Raises OSError, and ValueError without what is in the file."""
    try:
        account = msgspec.json.decode(path.read_bytes(), type=ServiceAccount)
    except msgspec.MsgspecError as wrong:
        raise ValueError(f"{path} is not what Google gives for a service account: {wrong}") from None
    try:
        RSAKey.import_key(account.private_key)
    except (ValueError, JoseError):
        raise ValueError(f"{path} has a private_key that is none of RSA") from None
    return account


def is_registration(token: str) -> bool:
    return bool(_TOKEN.fullmatch(token))


class Fcm:
    """`url`: of the service."""

    def __init__(self, account: ServiceAccount, public_url: str, url: str = FCM_URL) -> None:
        self._account, self._public_url = account, public_url
        self._http = httpx.AsyncClient(timeout=TIMEOUT_S, trust_env=False, verify=trusted_roots())
        self._url = f"{url}/v1/projects/{account.project_id}/messages:send"
        self._key = RSAKey.import_key(account.private_key)
        self._access, self._renew_at_s, self._asking = "", 0, asyncio.Lock()

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
        try:
            access = await self._access_at(now_s)
        except _NoAccess as none:
            return none.sent
        answer = await self._http.post(
            self._url,
            content=msgspec.json.encode({"message": _message(target, notices, self._public_url)}),
            headers={"authorization": f"Bearer {access}", "content-type": "application/json"},
        )
        if answer.status_code == httpx.codes.UNAUTHORIZED and access == self._access:
            self._access = ""  # it ended early: the next call has another
        return _judged(answer)

    async def _access_at(self, now_s: int) -> str:
        """Google's own token for us, asked for once by all who wait for it. Raises _NoAccess, httpx.HTTPError."""
        async with self._asking:
            if not self._access or now_s >= self._renew_at_s:
                answer = await self._http.post(
                    self._account.token_uri,
                    data={"grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "assertion": self._claim(now_s)},
                )
                if not answer.is_success:
                    problem = "Google takes no service account"
                    raise _NoAccess(Delivery(answer.status_code, problem, False, retry_after_s(answer.headers), True))
                try:
                    given = msgspec.json.decode(answer.content, type=Access)
                except msgspec.MsgspecError:
                    raise _NoAccess(Delivery(0, "an answer that is no token", blameless=True)) from None
                self._access, self._renew_at_s = given.access_token, now_s + given.expires_in - RENEW_BEFORE_S
            return self._access

    def _claim(self, now_s: int) -> str:
        """https://developers.google.com/identity/protocols/oauth2/service-account#httprest"""
        header = {"alg": "RS256", "typ": "JWT", "kid": self._account.private_key_id}
        times = {"iat": now_s, "exp": now_s + ASSERTION_S}
        names = {"iss": self._account.client_email, "scope": SCOPE, "aud": self._account.token_uri}
        return jwt.encode(header, names | times, self._key, algorithms=["RS256"])


def _message(target: Target, notices: list[Notice], public_url: str) -> dict[str, object]:
    what = phone_notice(notices, target.language, public_url)
    priority = "HIGH" if what.urgent else "NORMAL"
    android = {"priority": priority, "ttl": f"{TTL_S}s", "notification": {"tag": what.about}}
    apple = {"headers": {"apns-collapse-id": what.about}}
    return {
        "token": target.address,
        "notification": {"title": what.title, "body": what.text},
        "data": what.data,
        "android": android,
        "apns": apple,
    }


def _judged(answer: "httpx.Response") -> Delivery:
    """https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode: which errors say something of this token."""
    status, codes = answer.status_code, _codes(answer)
    wait_s = retry_after_s(answer.headers) or (TOO_MANY_S if status == httpx.codes.TOO_MANY_REQUESTS else 0)
    gone = "UNREGISTERED" in codes
    its_own = gone or "SENDER_ID_MISMATCH" in codes or status == httpx.codes.BAD_REQUEST
    return Delivery(status, " ".join(codes), gone, wait_s, blameless=not its_own)


def _codes(answer: "httpx.Response") -> list[str]:
    if answer.is_success:
        return []
    try:
        refusal = msgspec.json.decode(answer.content, type=_Refusal)
    except msgspec.MsgspecError:  # of a proxy on the way
        return []
    return [each.code for each in refusal.error.details if each.code]
