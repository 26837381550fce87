"""The numbers of bots that a game pinned when it began: how each of them behaved then."""

import re
from collections.abc import Mapping

from msgspec import UNSET, UnsetType

BOTS_MAX, NUMBER_MAX = 100, 1_000_000
BEFORE_NUMBERS = 1
"""The numbers of games that began before bots had numbers."""
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}", re.ASCII)


def numbers_in(stored: dict[str, int] | UnsetType) -> dict[str, int] | UnsetType | None:
    """Return the numbers that a row may have pinned; None for rows that our programs never write."""
    if stored is UNSET:
        return UNSET
    known = len(stored) <= BOTS_MAX and all(
        _NAME.fullmatch(name) and 1 <= number <= NUMBER_MAX for name, number in stored.items()
    )
    return stored if known else None


def number_of(bot: str, pinned: Mapping[str, int] | UnsetType) -> int:
    """0 for a bot that the game did not have."""
    return BEFORE_NUMBERS if pinned is UNSET else pinned.get(bot, 0)
