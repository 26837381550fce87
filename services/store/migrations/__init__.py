"""The tables, made by numbered scripts, one folder a kind of database. They only ever go forward and are never edited
once released."""

import re
from functools import cache
from importlib.resources import files

from services.store.interface import SchemaMismatch

_COMMENT = re.compile(r"--[^\n]*")
_PARTS = re.compile(r"--[^\n]*|'(?:[^']|'')*'|\$(\w*)\$.*?\$\1\$|;", re.DOTALL)
"""Parts that may contain a semicolon without ending a statement, and the end of a statement."""


def scripts(kind: str) -> list[str]:
    """Return all migrations of a kind of database, in order."""
    folder = files(__package__) / kind
    found = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    assert [name[:5] for name in found] == [f"{number:04}_" for number in range(1, len(found) + 1)], found
    return [(folder / name).read_text() for name in found]


def statements(script: str) -> list[str]:
    """The statements of a script for PostgreSQL, one by one: what keeps a schema on another server (Citus) sends on the
    text that it was given, and takes one statement at a time."""
    ends = [found.end() for found in _PARTS.finditer(script) if found[0] == ";"]
    found = [script[start:end].strip() for start, end in zip([0, *ends], ends, strict=False)]
    rest = script[ends[-1] if ends else 0 :]
    assert not _COMMENT.sub("", rest).strip(), f"a statement without an end: {rest.strip()[:80]}"
    return found


@cache
def latest(kind: str) -> int:
    """The schema of this program. `kind`: sqlite or postgres."""
    return len(scripts(kind))


def refuse_newer(found: int, wanted: int) -> None:
    if found > wanted:
        raise SchemaMismatch(found, wanted)
