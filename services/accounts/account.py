"""Accounts and the names that they may have."""

import re
import secrets
import unicodedata
from base64 import b32encode
from functools import cache
from importlib.resources import files

from msgspec import Struct

from services.platform.confusables import speaks_for_the_house
from services.platform.typed_text import tidied_name

NAME_MAX = 32
_BETWEEN = re.compile(r"[\s_.'-]+")


class Account(Struct, frozen=True):
    """`created_at`: seconds since 1970, UTC. Access tokens issued before `tokens_from` (same measure) are worthless.
    `banned`: an operator has shut it out. `program`: a program plays under it."""

    account_id: str
    display_name: str
    guest: bool
    created_at: int
    tokens_from: int = 0
    has_password: bool = False
    banned: bool = False
    program: bool = False


class Device(Struct, frozen=True):
    """A device that is signed in. `seen_at`: when it last got tokens, in seconds since 1970, UTC."""

    device_id: str
    account_id: str
    name: str
    seen_at: int


class NameRefused(Exception):
    """`reason`: NAME_INVALID, NAME_TAKEN, or NAME_DIFFERS where the account's own was asked for."""

    def __init__(self, reason: str, name: str) -> None:
        super().__init__(reason, name)
        self.reason, self.name = reason, name


class UnknownAccount(Exception):
    """No such account."""

    def __init__(self, account_id: str) -> None:
        super().__init__(account_id)
        self.account_id = account_id


def new_account_id() -> str:
    """128 random bits as 26 lower-case letters and digits."""
    return b32encode(secrets.token_bytes(16)).decode().rstrip("=").lower()


def is_account_id(text: str) -> bool:
    return re.fullmatch("[a-z2-7]{26}", text) is not None


def guest_name(word: str) -> str:
    return f"{word} {secrets.randbelow(10**9):09}"


def checked_name(name: str) -> str:
    """Return the name as it is stored (`tidied_name`). Raises NameRefused for one that is too long, has other letters
    or no readable ones, sounds like the staff, or mixes alphabets within a word to pass for another name."""
    name = tidied_name(name)
    if len(name) > NAME_MAX or not _form().fullmatch(name) or _mixes_alphabets(name):
        raise NameRefused("NAME_INVALID", name)
    if not _BETWEEN.sub("", name) or speaks_for_the_house(name):
        raise NameRefused("NAME_INVALID", name)
    return name


@cache
def _form() -> re.Pattern[str]:
    """Words of letters (name_letters.txt), digits and four signs, with single spaces between them."""
    letters = list[str]()
    for line in (files(__package__) / "name_letters.txt").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            letters += ("-".join(f"\\U{end:0>8}" for end in each.split("-")) for each in line.split())
    word = f"[{''.join(letters)}.'-]+"
    return re.compile(f"{word}(?: {word})*")


def _mixes_alphabets(name: str) -> bool:
    words = _BETWEEN.split(name)
    return any(len({_alphabet(letter) for letter in word if letter.isalpha()}) > 1 for word in words)


def _alphabet(letter: str) -> str:
    """LATIN, CYRILLIC, GREEK…; the scripts that Japanese and Chinese mix count as one."""
    script = unicodedata.name(letter, "?").split()[0]
    return "HAN" if script in {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"} else script
