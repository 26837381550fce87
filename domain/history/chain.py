"""The chain that makes a history prove itself: change one byte and every later link is wrong.

Link n is SHA-256(link n-1 ‖ salt n ‖ sealed bytes of row n); link 0 is SHA-256 of the game's id and dice commitment.
The salt is HMAC-SHA256(secret, version), so that a published link says nothing about a hidden card even to somebody
who tries all cards; after the reveal of the secret anybody recomputes the whole chain. Specified in
docs/history-format.md.
"""

from functools import lru_cache
from hashlib import sha256
from typing import Any

_LINK_0 = b"turnledger/chain/1"
_SALT = b"turnledger/salt/1"
_BLOCK_BYTES = 64
_GAMES_AT_A_TIME = 1024


def first_link(game_id: str, commitment: str) -> str:
    return sha256(b"\0".join((_LINK_0, game_id.encode(), commitment.encode()))).hexdigest()


def next_link(previous: str, secret: bytes, version: int, sealed: bytes) -> str:
    return sha256(bytes.fromhex(previous) + _salt(secret, version) + sealed).hexdigest()


def _salt(secret: bytes, version: int) -> bytes:
    """HMAC-SHA256 (RFC 2104), with the work that is the same for a whole game done once: half of a link's time."""
    inner_half, outer_half = _keyed(secret)
    inner, outer = inner_half.copy(), outer_half.copy()
    inner.update(_SALT + version.to_bytes(8))
    outer.update(inner.digest())
    salt: bytes = outer.digest()
    return salt


@lru_cache(_GAMES_AT_A_TIME)
def _keyed(secret: bytes) -> tuple[Any, Any]:
    key = secret.ljust(_BLOCK_BYTES, b"\0")
    assert len(key) == _BLOCK_BYTES
    return sha256(bytes(byte ^ 0x36 for byte in key)), sha256(bytes(byte ^ 0x5C for byte in key))
