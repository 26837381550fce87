"""Limits for typed text: which characters names, reasons and descriptions may have.

The rules list forbidden characters by property instead of allowing those that the interpreter knows, so that every
version of Python decides the same and characters of later Unicode versions are welcome. How text is normalised and
compared is in services/platform/typed_text.py.
"""

import re

_CONTROLS = r"\x00-\x09\x0b-\x1f\x7f-\x9f"
"""Cc, but for the line feed. Unicode promises never to change this category, nor surrogates and private use."""
_FORMATS = (
    "\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff"
    "\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"
)
"""Cf of Unicode 17, but for the joiners, and the characters that it reserves for more of the kind: nothing to the eye,
or something that turns the direction of other people's text."""
_SEPARATORS = "\u2028\u2029"
_NO_CHARACTERS = "\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef\ufffe\uffff" + "".join(
    f"{chr((plane << 16) + 0xFFFE)}{chr((plane << 16) + 0xFFFF)}" for plane in range(1, 15)
)
"""Surrogates, private use and code points that will never be characters."""
_PRIVATE_PLANES = "\U000f0000-\U0010ffff"
_FORBIDDEN = re.compile(f"[{_CONTROLS}{_FORMATS}{_SEPARATORS}{_NO_CHARACTERS}{_PRIVATE_PLANES}]")
_JOINERS = "\u200c\u200d"
"""Persian, Indian scripts and emoji need them; in a name they tell apart what looks the same."""
_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f")
"""The flag of a region, such as Scotland: a black flag and the region's code in tags (UTS 51, annex C)."""
OTHER_SPACES = "\xa0\u1680\u2000-\u200a\u202f\u205f\u3000"
_NOT_IN_A_NAME = re.compile(f"[\n{_JOINERS}{OTHER_SPACES}]")


def is_text(text: str) -> bool:
    """Return whether people can read all of it: no controls, nothing invisible, nothing that reorders text."""
    return _FORBIDDEN.search(_FLAG.sub("", text)) is None


def is_line(text: str) -> bool:
    """Return whether it is a text of one line."""
    return "\n" not in text and is_text(text)


def is_title(text: str) -> bool:
    """Return whether it is a line without joiners, odd spaces, and spaces around it: something that can be a name."""
    return _FORBIDDEN.search(text) is None and _NOT_IN_A_NAME.search(text) is None and text == text.strip()
