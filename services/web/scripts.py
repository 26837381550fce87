"""The page's scripts as they go over the wire: without comments and the types in them, which are a fifth of all bytes,
without indents, and with fewer line breaks.

Only whole `/** … */`, lines that are nothing but a comment, and what is said behind a line without any quote are left
out, so that no string is hurt; no text goes over several lines (a test sees to it). Line numbers are not those of the
source: error reports name the function."""

import re
from functools import lru_cache
from pathlib import Path

_DOCUMENTED = re.compile(r"/\*\*.*?\*/ ?", re.DOTALL)
_EDGES = re.compile(r"^[ \t]+|[ \t]+$", re.MULTILINE)
_REMARKS = re.compile(r"^[ \t]*//.*$|[ \t]+// [^\"'`\n]*$", re.MULTILINE)
FILES_MAX = 300


def without_comments(source: str) -> str:
    bare = _REMARKS.sub("", _DOCUMENTED.sub(lambda found: "\n" * found[0].count("\n"), source))
    return _EDGES.sub("", bare)


def joined(bare: str) -> str:
    """Return the script without empty lines and without line breaks inside brackets, where none has a meaning.

    A line that may still have a comment keeps its end.
    """
    lines = list[str]()
    for line in filter(None, bare.split("\n")):
        before = lines[-1] if lines else "//"
        if "//" not in before and (before[-1] in ",([{" or line[0] in ")]}"):
            lines[-1] += line
        else:
            lines.append(line)
    return "\n".join(lines)


@lru_cache(FILES_MAX)
def delivered(path: Path, changed_ns: int) -> bytes:
    """A script in the form that browsers get. `changed_ns`: the time of its file, so that a new one is read again."""
    source = path.read_bytes()
    return source if path.parent.name == "vendor" else joined(without_comments(source.decode())).encode()
