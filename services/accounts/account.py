"""What an account is, and which names it may have."""

import re
import secrets
import unicodedata
from base64 import b32encode

from msgspec import Struct

from services.accounts.looks import speaks_for_the_house

NAME_MAX = 32
_NAME = re.compile(r"[\w.'-]+(?: [\w.'-]+)*")
_BETWEEN = re.compile(r"[\s_.'-]+")
_UNSEEN = frozenset("\u115f\u1160\u3164\uffa0")
"""Letters to Unicode, nothing to the eye: the fillers of Hangul."""


class Account(Struct, frozen=True):
    """`created_at`: seconds since 1970, UTC. Access tokens issued before `tokens_from` (same measure) are worthless.
    `banned`: an operator has shut it out."""

    account_id: str
    display_name: str
    guest: bool
    created_at: int
    tokens_from: int = 0
    has_password: bool = False
    banned: bool = False


class Device(Struct, frozen=True):
    """Where an account is signed in. `seen_at`: when it last got tokens, in seconds since 1970, UTC."""

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


def guest_name() -> str:
    return f"Guest {secrets.randbelow(10**9):09}"


def checked_name(name: str) -> str:
    """The name as it is stored (NFC). Refuses what is too long, has other characters or none to be read, sounds like
    the staff, or mixes alphabets within a word, as names do that want to be taken for another."""
    name = unicodedata.normalize("NFC", name)
    if len(name) > NAME_MAX or not _NAME.fullmatch(name) or _UNSEEN & set(name) or _mixes_alphabets(name):
        raise NameRefused("NAME_INVALID", name)
    if not _BETWEEN.sub("", name) or speaks_for_the_house(name):
        raise NameRefused("NAME_INVALID", name)
    return name


def name_key(name: str) -> str:
    """Names with the same key are the same name."""
    return unicodedata.normalize("NFKC", name).casefold()


def _mixes_alphabets(name: str) -> bool:
    words = _BETWEEN.split(name)
    return any(len({_alphabet(letter) for letter in word if letter.isalpha()}) > 1 for word in words)


def _alphabet(letter: str) -> str:
    """LATIN, CYRILLIC, GREEK…; the scripts that Japanese and Chinese mix count as one."""
    script = unicodedata.name(letter, "?").split()[0]
    return "HAN" if script in {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"} else script
