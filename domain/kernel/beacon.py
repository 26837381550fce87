"""Public randomness for draws: rounds of a beacon (drand, scheme bls-unchained-g1-rfc9380).

A beacon chain signs each round number when its time comes. The signature is one point of BLS12-381, and only one point
verifies. So no party can choose it or know it in advance. See docs/dice.md.
"""

from hashlib import sha256

from msgspec import Struct
from py_arkworks_bls12381 import GT, G1Point, G2Point

CHAIN_DIGITS, KEY_DIGITS, SIGNATURE_DIGITS = 64, 192, 96
LEAD_MAX_S = 3_600
PERIOD_MAX_S = 3_600
_TAG = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
_MS = 1_000


class Beacon(Struct, frozen=True, forbid_unknown_fields=True):
    """A chain of the beacon, and how far ahead a start names its round. `chain`: its id, SHA-256 in hex; `public_key`:
    a point of G2, compressed, in hex; `genesis_s`: when its round 1 came, seconds since 1970 UTC; `period_s`: from one
    round to the next; `lead_s`: from a start to its round at least."""

    public = ("chain", "public_key", "genesis_s", "period_s", "lead_s")

    chain: str
    public_key: str
    genesis_s: int
    period_s: int
    lead_s: int

    def round_after(self, now_ms: int) -> int:
        """The first round at or after `lead_s` from now."""
        return self.first_from(now_ms + self.lead_s * _MS)

    def first_from(self, moment_ms: int) -> int:
        """Return the first round that is published at or after a moment."""
        return max(1, -(-(moment_ms - self.genesis_s * _MS) // (self.period_s * _MS)) + 1)

    def time_ms(self, number: int) -> int:
        """Return the time at which a round is published, in milliseconds since 1970 UTC."""
        return (self.genesis_s + (number - 1) * self.period_s) * _MS

    def same_chain(self, other: "Beacon") -> bool:
        """Return whether both name the same chain; their leads may differ."""
        return (self.chain, self.public_key, self.genesis_s, self.period_s) == (
            other.chain,
            other.public_key,
            other.genesis_s,
            other.period_s,
        )


QUICKNET = Beacon(
    chain="52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    public_key=(
        "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
        "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
    ),
    genesis_s=1_692_803_367,
    period_s=3,
    lead_s=6,
)
"""The League of Entropy's, https://drand.love: a round every three seconds."""


def what_is_wrong(beacon: Beacon) -> str:
    """Raised for an invalid beacon description, with the name of the wrong field, or "" where no field is wrong."""
    if not is_hex(beacon.chain, CHAIN_DIGITS):
        return "chain"
    if not is_hex(beacon.public_key, KEY_DIGITS) or _key(beacon) is None:
        return "public_key"
    if beacon.genesis_s < 0:
        return "genesis_s"
    if not 1 <= beacon.period_s <= PERIOD_MAX_S:
        return "period_s"
    return "" if 1 <= beacon.lead_s <= LEAD_MAX_S else "lead_s"


def is_signed(beacon: Beacon, number: int, signature: str) -> bool:
    """Return whether `signature` (96 hex digits) is the chain's signature over the round. Other spellings of the same
    point are refused, because the seed follows from the bytes."""
    key = _key(beacon)
    if key is None or not is_hex(signature, SIGNATURE_DIGITS) or not 1 <= number < 1 << 63:
        return False
    given = bytes.fromhex(signature)
    try:
        point = G1Point.from_compressed_bytes(given)  # on the curve and in the subgroup
    except ValueError:
        return False
    if point == G1Point.identity() or point.to_compressed_bytes() != given:
        return False
    message = G1Point.hash_to_curve(sha256(number.to_bytes(8)).digest(), _TAG)
    return GT.pairing_check([point, -message], [G2Point(), key])


def is_hex(text: str, digits: int) -> bool:
    return len(text) == digits and all(digit in "0123456789abcdef" for digit in text)


def _key(beacon: Beacon) -> G2Point | None:
    """Return the public key, or None for bytes that are not a point and for the point under which every message
    verifies."""
    try:
        key = G2Point.from_compressed_bytes(bytes.fromhex(beacon.public_key))
    except ValueError:
        return None
    return None if key == G2Point.identity() else key
