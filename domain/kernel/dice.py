"""Verifiable dice: HMAC-SHA256 over (seed, label, counter). Specified in docs/dice.md.

Every draw has a label that names its purpose. The same seed and label always give the same result, whatever was drawn
before. So `decide` stays a function of the state: the seed is private state, and the label names the draw.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from struct import Struct
from typing import Final, TypeVar

from domain.kernel.mac import mac, macs

T = TypeVar("T")

SEED_BYTES = 32
_WORDS: Final = Struct(">4Q")
"""Four words of 64 bits, big-endian, fill the 32 bytes of a MAC."""
_RANGE = 1 << 64


def commitment(secret: bytes) -> str:
    """Return the commitment that is published when the table opens: SHA-256 of the server's secret, in hex."""
    return sha256(secret).hexdigest()


def game_seed(secret: bytes, game_id: str, nonces: Sequence[bytes]) -> bytes:
    """Return the seed of one game, which no party can choose alone. `nonces`: in seat order, empty for a seat that gave
    none."""
    message = b"turnledger/seed/1" + b"".join(len(part).to_bytes(4) + part for part in (game_id.encode(), *nonces))
    return mac(secret, message)


def beacon_seed(
    secret: bytes, game_id: str, nonces: Sequence[bytes], chain: bytes, number: int, signature: bytes
) -> bytes:
    """The seed of a game that waited for a round of a beacon: its server cannot choose it either. `chain`: 32 bytes."""
    parts = (game_id.encode(), *nonces, chain, number.to_bytes(8), signature)
    return mac(secret, b"turnledger/seed/2" + b"".join(len(part).to_bytes(4) + part for part in parts))


def draw_seed(seed: bytes, number: int, signature: bytes) -> bytes:
    """Return the seed of draws that waited for a round of their own. `seed`: of the game. `number`: of the round."""
    parts = (number.to_bytes(8), signature)
    return mac(seed, b"turnledger/draw/1" + b"".join(len(part).to_bytes(4) + part for part in parts))


def _words(seed: bytes, label: bytes) -> Iterator[int]:
    for block in macs(seed, (label + counter.to_bytes(8) for counter in count())):
        yield from _WORDS.unpack(block)


class Roll:
    """The endless stream of draws that belongs to one label."""

    __slots__ = ("_words",)

    def __init__(self, seed: bytes, label: str) -> None:
        self._words = _words(seed, label.encode() + b"\0")

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound - 1, each equally likely (words that would favour some are skipped)."""
        assert 0 < bound <= _RANGE
        fair = _RANGE - _RANGE % bound
        while (word := next(self._words)) >= fair:
            pass
        return word % bound

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in random order (Fisher-Yates from the last place down)."""
        order, below = list(items), self.below
        for last in range(len(order) - 1, 0, -1):
            other = below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]


class Dice:
    """Draws of one game under one label: `dice.roll("deck").shuffle(cards)`."""

    __slots__ = ("seed",)

    def __init__(self, seed: bytes) -> None:
        assert len(seed) == SEED_BYTES, "a seed has 32 bytes"
        self.seed = seed

    @classmethod
    def from_text(cls, text: str) -> "Dice":
        """Dice for simulations and unrated tables: the seed is SHA-256 of any text."""
        return cls(sha256(text.encode()).digest())

    def roll(self, label: str) -> Roll:
        return Roll(self.seed, label)
