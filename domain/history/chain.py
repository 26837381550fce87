"""The chain by which a history proves itself: if one byte changes, every later link is wrong.

Link n is SHA-256(link n-1 ‖ salt n ‖ sealed bytes of row n); link 0 is SHA-256 of the game's id and dice commitment.
The salt is HMAC-SHA256(secret, version), so a published link reveals nothing about a hidden card, not even to a reader
who tries all cards. After the secret is revealed, any reader can recompute the whole chain. Specified in
docs/history-format.md.
"""

from collections.abc import Iterator
from hashlib import sha256
from itertools import count, repeat

from domain.kernel.mac import macs

_LINK_0 = b"turnledger/chain/1"
_SALT = b"turnledger/salt/1"


def first_link(game_id: str, commitment: str) -> str:
    return sha256(b"\0".join((_LINK_0, game_id.encode(), commitment.encode()))).hexdigest()


def next_link(previous: str, secret: bytes, version: int, sealed: bytes) -> str:
    return sha256(bytes.fromhex(previous) + next(salts(secret, version)) + sealed).hexdigest()


def salts(secret: bytes, version: int) -> Iterator[bytes]:
    """The salt of this version and of all that follow."""
    return macs(secret, map(int.to_bytes, count(version), repeat(8)), _SALT)
