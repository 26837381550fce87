"""Notices to browsers that are closed: Web Push (RFC 8030), encrypted for the browser (RFC 8291, 8188), signed with a
key that the browser was given (RFC 8292)."""

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from joserfc import jwt
from joserfc.jwk import ECKey

from services.notify.news import TIME_IS_SHORT, Notice
from services.notify.posting import Delivery, Poster
from services.notify.targets import Target
from services.notify.words import notice_text
from services.platform.private_files import create_once, make_folder

POINT_BYTES, AUTH_BYTES, SALT_BYTES = 65, 16, 16
RECORD_BYTES = 4096
TTL_S = 24 * 60 * 60
"""A push service keeps so long what it cannot deliver."""
TOKEN_S = 12 * 60 * 60
NO_SUBSCRIPTION = (404, 410)
"""The answers of a push service for a subscription that has ended (RFC 8030, 7.3)."""
_FILE = "web-push.pem"


class PushKey:
    """The key with which this service identifies itself, in a file next to the other keys: browsers bind subscriptions
    to it."""

    def __init__(self, private: EllipticCurvePrivateKey) -> None:
        self._private = private
        pem = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        self._signing = ECKey.import_key(pem)
        self.public = letters(_point(private.public_key()))

    @classmethod
    def of(cls, folder: Path) -> "PushKey":
        """Made the first time; of several processes that do so one wins. Raises OSError, ValueError."""
        path = folder / _FILE
        if not path.exists():
            make_folder(folder)
            key = generate_private_key(SECP256R1())
            create_once(path, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        private = load_pem_private_key(path.read_bytes(), None)
        if not isinstance(private, EllipticCurvePrivateKey):
            raise ValueError(f"{path} holds no key of P-256")  # noqa: TRY004  # of a file, not of an argument
        return cls(private)

    def authorization(self, url: str, contact: str, now_s: int) -> str:
        """The header for one push service. `contact`: where its operators reach ours, an https or mailto URL."""
        parts = urlsplit(url)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now_s + TOKEN_S, "sub": contact}
        token = jwt.encode({"alg": "ES256", "typ": "JWT"}, claims, self._signing, algorithms=["ES256"])
        return f"vapid t={token}, k={self.public}"


class WebPush:
    def __init__(self, poster: Poster, key: PushKey, public_url: str) -> None:
        self._poster, self._key, self._public_url = poster, key, public_url

    async def send(self, target: Target, notices: list[Notice], now_ms: int) -> Delivery:
        (notice,) = notices
        said = notice_text(notice, target.language, self._public_url)
        tag = notice.tournament_id or notice.game_id
        shown = {"title": said.title, "text": said.text, "url": said.url, "kind": notice.kind, "tag": tag}
        body = encrypted(msgspec.json.encode(shown), target.secret[:POINT_BYTES], target.secret[POINT_BYTES:])
        headers = {
            "authorization": self._key.authorization(target.address, self._public_url, now_ms // 1000),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(TTL_S),
            "urgency": "high" if notice.kind == TIME_IS_SHORT else "normal",
            "topic": letters(sha256(notice.about.encode()).digest()[:24]),  # a newer one takes its place there, too
        }
        sent = await self._poster.deliver(target.address, body, headers)
        return Delivery(sent.status, sent.problem, gone=sent.status in NO_SUBSCRIPTION)

    async def challenge(self, target: Target, notice: Notice, now_ms: int) -> Delivery:
        raise AssertionError("proven by its address")

    def waits_for_answer(self) -> bool:
        return False


def encrypted(
    text: bytes, receiver: bytes, auth: bytes, private: EllipticCurvePrivateKey | None = None, salt: bytes = b""
) -> bytes:
    """Encrypt for the browser with these keys alone (RFC 8291, 3.4): a header (RFC 8188, 2.1) and one record.
    `private`, `salt`: drawn if not given. Raises ValueError for invalid keys."""
    private, salt = private or generate_private_key(SECP256R1()), salt or os.urandom(SALT_BYTES)
    sender = _point(private.public_key())
    shared = private.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(SECP256R1(), receiver))
    keying = _derived(shared, auth, b"WebPush: info\0" + receiver + sender, 32)
    key = _derived(keying, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(keying, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(sender)]) + sender
    return header + AESGCM(key).encrypt(nonce, text + b"\x02", None)


def browser_keys(p256dh: str, auth: str) -> bytes:
    """Return both keys in their stored form, one after the other. Raises ValueError for values that no browser
    sends."""
    point, secret = (urlsafe_b64decode(each + "=" * (-len(each) % 4)) for each in (p256dh, auth))
    EllipticCurvePublicKey.from_encoded_point(SECP256R1(), point)
    if len(point) != POINT_BYTES or len(secret) != AUTH_BYTES:
        raise ValueError("a point that is not compressed, and 16 bytes")
    return point + secret


def is_push_service(url: str, services: tuple[str, ...]) -> bool:
    """Return whether the URL belongs to one of the services: a name, or `*.` with the end of a name."""
    host = urlsplit(url).hostname or ""
    return any(host == each or (each.startswith("*.") and host.endswith(each[1:])) for each in services)


def letters(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def _point(public: EllipticCurvePublicKey) -> bytes:
    return public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
