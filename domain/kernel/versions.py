"""Versions of a game's rules. A game keeps the one it began with: docs/evolution.md."""

from collections.abc import Iterable

from domain.kernel.refused import Refused


def known_version(versions: Iterable[int], wanted: int | None, game: str) -> int:
    """The version that is asked for, the newest if none is. Refuses UNKNOWN_RULES_VERSION: an older program, say."""
    known = tuple(sorted(versions))
    if wanted is None:
        return known[-1]
    if wanted not in known:
        raise Refused("UNKNOWN_RULES_VERSION", "TB-START-02", game=game, rules_version=wanted, known=known)
    return wanted
