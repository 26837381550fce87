"""Build fingerprints and checksums for derived data: another build may fold differently."""

import re
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_DIGEST = 32


def release() -> str:
    """Return the version of the installed package, as SemVer writes it."""
    try:
        return semver(version("turnledger"))
    except PackageNotFoundError:  # a checkout that was not installed
        return "unknown"


def semver(version: str) -> str:
    """Return a version of Python's as SemVer writes it: 0.2.0-dev.0 for 0.2.0.dev0."""
    return re.sub(r"\.dev(\d+)$", r"-dev.\1", version)


@cache
def program_of(*folders: Path) -> str:
    """A digest of all that they hold: code and data."""
    mark = sha256()
    for root in folders:
        for path in sorted(path for path in root.rglob("*") if path.is_file() and "__pycache__" not in path.parts):
            mark.update(f"{path.relative_to(root)}\0".encode() + path.read_bytes())
    return mark.hexdigest()


def sealed(packed: bytes, *place: str | int) -> bytes:
    """Add a digest before the data. `place`: the program, and the place where it is written."""
    return _digest(packed, place) + packed


def unsealed(written: bytes, *place: str | int) -> bytes | None:
    """None for bytes that were not written there."""
    packed = written[_DIGEST:]
    return packed if written[:_DIGEST] == _digest(packed, place) else None


def _digest(packed: bytes, place: tuple[str | int, ...]) -> bytes:
    return sha256("\0".join(map(str, (*place, ""))).encode() + packed).digest()
