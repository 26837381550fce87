"""Device keys of players (Ed25519, RFC 8032): the signed message, and its check. See docs/history-format.md.

Keys under which anyone can forge a signature are rejected. A signature binds the device to one command at one position
of one history: to the link that the command follows, and so to all earlier events.
"""

import re
from collections.abc import Sequence
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec import Struct

KEYS_MAX = 5
"""The most device keys of one account: each of its tables begins with all of them."""
KEY = re.compile(r"[0-9a-f]{64}")
SIGNATURE = re.compile(r"[0-9a-f]{128}")
_COMMAND = b"turnledger/device/1"
_OWNED = b"turnledger/device-key/1"
_FIELD = 2**255 - 19
_ORDER_8 = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
_SMALL_ORDER = (0, 1, _FIELD - 1, _ORDER_8, _FIELD - _ORDER_8)
"""The y of the points whose order divides 8."""


class DeviceSignature(Struct, frozen=True, forbid_unknown_fields=True):
    """A signature as histories store it. `key`: the public key, 64 hex digits; `signature`: 128 hex digits."""

    key: str
    signature: str


class Signed(Struct, frozen=True):
    """A signature with the message that it has to be of."""

    by: DeviceSignature
    message: bytes


def command_message(game_id: str, actor: str, version: int, chain: str, request_id: str, command: bytes) -> bytes:
    """Return the bytes that a device signs for a command. `version` and `chain`: the last event before the command, and
    its link in hex. `command`: its stored form."""
    digest = sha256(command).hexdigest().encode()
    place = (game_id.encode(), actor.encode(), b"%d" % version, chain.encode(), request_id.encode())
    return b"\0".join((_COMMAND, *place, digest))


def owned_message(account_id: str) -> bytes:
    """Return the bytes that a device signs to prove that its key belongs to an account."""
    return b"\0".join((_OWNED, account_id.encode()))


def is_signed(by: DeviceSignature, message: bytes) -> bool:
    """Return whether the signature over the message was made with the key. `key` must satisfy `is_key`."""
    if not SIGNATURE.fullmatch(by.signature):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(by.key)).verify(bytes.fromhex(by.signature), message)
    except (InvalidSignature, ValueError):  # ValueError: no point of the curve
        return False
    return True


def is_key(text: str) -> bool:
    """Return whether the text is a key under which signatures cannot be forged."""
    return KEY.fullmatch(text) is not None and not is_weak(bytes.fromhex(text))


def are_keys(texts: Sequence[str]) -> bool:
    """Return whether these can be the keys of a seat: not too many, and each only once."""
    return 1 <= len(texts) <= KEYS_MAX and len(dict.fromkeys(texts)) == len(texts) and all(map(is_key, texts))


def is_weak(public: bytes) -> bool:
    """Return whether the 32 bytes of an Ed25519 key are one of the eight points of small order, under which anyone can
    forge signatures (RFC 8032 accepts them), or a second encoding of a point."""
    y = int.from_bytes(public, "little") & ~(1 << 255)
    return y >= _FIELD or y in _SMALL_ORDER
