"""Rules for typed text: how it is normalised and compared. Names, passwords, chat and search use these functions.

Names follow RFC 8266 and passwords RFC 8265 (PRECIS); which characters a text may have is in domain/kernel/text.py,
which letters a name in services/accounts/name_letters.txt, which names look alike in services/platform/confusables.py.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from domain.kernel.text import OTHER_SPACES

_SPACES = re.compile(f"[ {OTHER_SPACES}]+")
_ONE_SPACE = re.compile(f"[{OTHER_SPACES}]")
_APOSTROPHES = str.maketrans("\u2018\u2019\u02bc\uff07", "''''")
"""Phones type the curly ones."""
_AT = "@"
_GOES_ON = re.compile(r"\w|(?!'s\b)[.'-](?=\w)")
"""Continues the name before it; the possessive of English does not."""
_BEFORE = re.compile(r"[\w.'+-]$")
"""Makes an at sign one of an address."""


def composed(text: str) -> str:
    """The text in normal form C: the same letters however a keyboard composes them."""
    return unicodedata.normalize("NFC", text)


def tidied(text: str) -> str:
    """A text as it is stored: composed, with line feeds between its lines and nothing around it."""
    return composed(text).replace("\r\n", "\n").strip()


def tidied_name(name: str) -> str:
    """A name as it is stored: composed, with single spaces in it and plain apostrophes."""
    return _SPACES.sub(" ", composed(name)).strip(" ").translate(_APOSTROPHES)


def name_key(name: str) -> str:
    """The key of a name: names with the same key are the same name, in any case and width of letters."""
    return unicodedata.normalize("NFKC", tidied_name(name)).casefold()


def password_form(password: str) -> str:
    """The password as it is hashed: OpaqueString of RFC 8265, 4.2. Case and inner spaces matter."""
    return composed(_ONE_SPACE.sub(" ", password))


def older_password_forms(password: str) -> Iterator[str]:
    """Other spellings of a password that were hashed as they were typed before `password_form` was applied."""
    form = password_form(password)
    seen = {form}
    for spelling in (password, unicodedata.normalize("NFD", form)):
        if spelling not in seen:
            seen.add(spelling)
            yield spelling


def mentioned(text: str, names: Iterable[str]) -> set[str]:
    """Return the names that follow an at sign, as whole names, the longer of two that fit. Addresses mention no one."""
    folded = name_key(text.replace("\n", " "))
    by_length = sorted(((name_key(name), name) for name in names), key=lambda each: -len(each[0]))
    found = set()
    for at in re.finditer(_AT, folded):
        if _BEFORE.search(folded, 0, at.start()):
            continue
        for key, name in by_length:
            if key and folded.startswith(key, at.end()) and not _GOES_ON.match(folded, at.end() + len(key)):
                found.add(name)
                break
    return found
