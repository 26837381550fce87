"""Which program made something that is derived, and whether it is what that wrote: others may fold otherwise."""

from functools import cache
from hashlib import sha256
from pathlib import Path

_DIGEST = 32


@cache
def program_of(*folders: Path) -> str:
    """A digest of all that they hold: code and data."""
    mark = sha256()
    for root in folders:
        for path in sorted(path for path in root.rglob("*") if path.is_file() and "__pycache__" not in path.parts):
            mark.update(f"{path.relative_to(root)}\0".encode() + path.read_bytes())
    return mark.hexdigest()


def sealed(packed: bytes, *place: str | int) -> bytes:
    """With a digest before it. `place`: the program, and where it is written."""
    return _digest(packed, place) + packed


def unsealed(written: bytes, *place: str | int) -> bytes | None:
    """None for bytes that are not what was written there."""
    packed = written[_DIGEST:]
    return packed if written[:_DIGEST] == _digest(packed, place) else None


def _digest(packed: bytes, place: tuple[str | int, ...]) -> bytes:
    return sha256("\0".join(map(str, (*place, ""))).encode() + packed).digest()
