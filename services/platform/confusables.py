"""Confusable names: names that look alike count as one name here (Unicode Security Mechanisms, UTS 39, 4), and no name
may look like one of the staff's."""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

_BETWEEN = re.compile(r"[\s_.'-]+")
_DIGITS_AROUND = re.compile(r"^\d+|\d+$")
_AS_LETTERS = str.maketrans("34578i", "eastbl")
"""Digits that are read as letters, and the letter that Unicode tells from l; 0 and 1 it takes for letters itself."""
_COLON = ":"
"""No name has one, and so nothing in it may look like one: `bot:` is written before what a bot does."""
_HOUSE = (
    *("admin", "administrator", "bot", "bots", "help", "helpdesk", "host", "mod", "moderator", "official", "operator"),
    *(
        "gamemaster",
        "noreply",
        "owner",
        "postmaster",
        "root",
        "security",
        "server",
        "service",
        "staff",
        "superuser",
        "support",
        "sysop",
        "system",
        "turnledger",
        "webmaster",
    ),
    *("админ", "администратор", "администрация", "бот", "боты", "модератор", "оператор", "поддержка", "помощь"),
    *("сервер", "система", "служба", "техподдержка", "хост"),
)
"""Names that no account may have as a whole, whatever stands between the letters, and with digits before or after."""
_HOUSE_WORDS = (
    *("admin", "admins", "administrator", "administrators", "moderator", "moderators", "operator", "operators"),
    *("server", "siteadmin", "staff", "superadmin", "support", "sysadmin", "techsupport", "turnledger"),
    *("админ", "админы", "администратор", "администраторы", "администрация", "модератор", "модераторы", "оператор"),
    *("операторы", "поддержка", "сервер", "суперадмин", "сисадмин", "техподдержка"),
)
"""No word of a name."""
_FIRST_WORDS = ("bot", "бот")


def skeletons(name: str) -> list[str]:
    """Return the skeletons of the name, as written and without regard to case. Two names that share one look alike."""
    whole = unicodedata.normalize("NFKC", name)
    return sorted({skeleton(whole).casefold(), skeleton(whole.casefold()).casefold()})


def skeleton(text: str) -> str:
    """UTS 39, 4: each character as the one that stands for all that look like it. Good for comparing only."""
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", decomposed.translate(_confusables()))


def speaks_for_the_house(name: str) -> bool:
    """Return whether people could take the name for the staff's or for a message of the server."""
    if _COLON in skeleton(name):
        return True
    words = [_read(word) for word in _BETWEEN.split(name) if word]
    together = _BETWEEN.sub("", name)
    wholes = {_read(together), _read(_DIGITS_AROUND.sub("", together))}
    return bool(
        any(each & _readings(_HOUSE) for each in wholes)
        or any(each & _readings(_HOUSE_WORDS) for each in words)
        or (words and words[0] & _readings(_FIRST_WORDS))
    )


def _read(text: str) -> frozenset[str]:
    return frozenset(look.translate(_AS_LETTERS) for look in skeletons(text))


@cache
def _readings(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset().union(*(_read(form) for word in words for form in (word, word.upper(), word.title())))


@cache
def _confusables() -> Mapping[int, str]:
    """Character -> what stands for it, of Unicode's data (confusables.txt says which)."""
    found: dict[int, str] = {}
    for line in (files(__package__) / "confusables.txt").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            character, *stands = (int(number, 16) for number in line.split())
            found[character] = "".join(map(chr, stands))
    return found
