"""The page's scripts as they go over the wire: without comments, the types in them, spaces, and three things that the
formatter writes: commas before a closing bracket in the next line, semicolons before a closing brace, and line breaks
after a bracket. The formatter also writes every semicolon, so none of these line breaks ends a statement.

Names stay, so error reports name the function; line numbers are not those of the source. rjsmin pairs backquotes as
they come and would take the spaces of a template inside another template, so modules have none (a test finds them)."""

import re
from functools import lru_cache
from pathlib import Path

from rjsmin import jsmin

FILES_MAX = 300
LAST_COMMA = re.compile(r",(?=\s*\n\s*[)\]}])")
NO_MEANING = re.compile(r";(?=\})|(?<=[)}])\n(?=\w)")


@lru_cache(FILES_MAX)
def delivered(path: Path, changed_ns: int) -> bytes:
    """A script in the form that browsers get. `changed_ns`: the time of its file, so that a new one is read again."""
    source = path.read_bytes()
    if path.parent.name == "vendor":
        return source
    return NO_MEANING.sub("", jsmin(LAST_COMMA.sub("", source.decode()))).encode()
