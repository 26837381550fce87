"""Keys of players' devices (Ed25519, RFC 8032): what a device signs, and whether it did. docs/history-format.md.

A signature is believed under no key for which anybody can sign, and it binds the device to one command at one place of
one history: to the link that the command answers, and so to everything before it.
"""

import re
from collections.abc import Sequence
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec import Struct

KEYS_MAX = 5
"""Of an account: each of its tables begins with all of them."""
KEY = re.compile(r"[0-9a-f]{64}")
SIGNATURE = re.compile(r"[0-9a-f]{128}")
_COMMAND = b"turnledger/device/1"
_OWNED = b"turnledger/device-key/1"
_FIELD = 2**255 - 19
_ORDER_8 = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
_SMALL_ORDER = (0, 1, _FIELD - 1, _ORDER_8, _FIELD - _ORDER_8)
"""The y of the points whose order divides 8."""


class DeviceSignature(Struct, frozen=True, forbid_unknown_fields=True):
    """As it stands in a history. `key`: the public key, 64 hex digits; `signature`: 128."""

    key: str
    signature: str


class Signed(Struct, frozen=True):
    """A signature with the message that it has to be of."""

    by: DeviceSignature
    message: bytes


def command_message(game_id: str, actor: str, version: int, chain: str, request_id: str, command: bytes) -> bytes:
    """What a device signs. `version` and `chain`: the last event before the command, and its link in hex. `command`: as
    it is stored."""
    digest = sha256(command).hexdigest().encode()
    place = (game_id.encode(), actor.encode(), b"%d" % version, chain.encode(), request_id.encode())
    return b"\0".join((_COMMAND, *place, digest))


def owned_message(account_id: str) -> bytes:
    """What a device signs to show that its key is an account's."""
    return b"\0".join((_OWNED, account_id.encode()))


def is_signed(by: DeviceSignature, message: bytes) -> bool:
    """Of a key that `is_key`: whether the signature is the key's over the message."""
    if not SIGNATURE.fullmatch(by.signature):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(by.key)).verify(bytes.fromhex(by.signature), message)
    except (InvalidSignature, ValueError):  # ValueError: no point of the curve
        return False
    return True


def is_key(text: str) -> bool:
    """Whether a text is a key for which not anybody can sign."""
    return KEY.fullmatch(text) is not None and not is_weak(bytes.fromhex(text))


def are_keys(texts: Sequence[str]) -> bool:
    """Whether these may be the keys of a seat: not too many, each once."""
    return 1 <= len(texts) <= KEYS_MAX and len(dict.fromkeys(texts)) == len(texts) and all(map(is_key, texts))


def is_weak(public: bytes) -> bool:
    """Whether the 32 bytes of an Ed25519 key are one of the eight points of small order, for which anybody can sign
    (RFC 8032 takes them), or another spelling of a point."""
    y = int.from_bytes(public, "little") & ~(1 << 255)
    return y >= _FIELD or y in _SMALL_ORDER
