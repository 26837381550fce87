"""The invite code of a private table: it follows from the table's secret, so that nothing more must be kept."""

import hmac
from base64 import b32encode
from hashlib import sha256

CODE_LETTERS = 16
"""80 bits: too many to guess, and still short enough to type."""


def invite_code(secret: bytes) -> str:
    """Sixteen letters and digits. For the host only; after the game, when the secret is revealed, it opens nothing."""
    return b32encode(hmac.digest(secret, b"turnledger/invite/1", sha256)).decode()[:CODE_LETTERS]
