"""The page's scripts as they go over the wire: without comments and the types in them, which are a fifth of all bytes.

Only whole `/** … */` and lines that are nothing but a comment are left out, so that no string is hurt. Line numbers
stay."""

import re
from functools import lru_cache
from pathlib import Path

_DOCUMENTED = re.compile(r"/\*\*.*?\*/", re.DOTALL)
_ENDS = re.compile(r"[ \t]+$", re.MULTILINE)
_REMARKS = re.compile(r"^[ \t]*//.*$", re.MULTILINE)
FILES_MAX = 300


def without_comments(source: str) -> str:
    bare = _REMARKS.sub("", _DOCUMENTED.sub(lambda found: "\n" * found[0].count("\n"), source))
    return _ENDS.sub("", bare)


@lru_cache(FILES_MAX)
def delivered(path: Path, changed_ns: int) -> bytes:
    """A script as browsers get it. `changed_ns`: when its file was written, so that a new one is read anew."""
    source = path.read_bytes()
    return source if path.parent.name == "vendor" else without_comments(source.decode()).encode()
