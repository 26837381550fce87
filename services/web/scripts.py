"""The page's scripts as they go over the wire: without comments, the types in them, spaces, and commas before a
closing bracket in the next line, which the formatter writes.

Names stay, so error reports name the function; line numbers are not those of the source. rjsmin pairs backquotes as
they come and would take the spaces of a template inside another template, so modules have none (a test finds them)."""

import re
from functools import lru_cache
from pathlib import Path

from rjsmin import jsmin

FILES_MAX = 300
LAST_COMMA = re.compile(r",(?=\s*\n\s*[)\]}])")


@lru_cache(FILES_MAX)
def delivered(path: Path, changed_ns: int) -> bytes:
    """A script in the form that browsers get. `changed_ns`: the time of its file, so that a new one is read again."""
    source = path.read_bytes()
    return source if path.parent.name == "vendor" else jsmin(LAST_COMMA.sub("", source.decode())).encode()
