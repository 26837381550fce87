"""Which program made something that is derived: others may fold otherwise."""

from functools import cache
from hashlib import sha256
from pathlib import Path


@cache
def program_of(*folders: Path) -> str:
    """A digest of all that they hold: code and data."""
    mark = sha256()
    for root in folders:
        for path in sorted(path for path in root.rglob("*") if path.is_file() and "__pycache__" not in path.parts):
            mark.update(f"{path.relative_to(root)}\0".encode() + path.read_bytes())
    return mark.hexdigest()
