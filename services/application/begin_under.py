"""Under which version of the rules new games begin while an older release takes part: docs/operations.md, Upgrades."""

from collections.abc import Sequence

from domain import catalogue
from domain.table.lobby import Pinned
from services.settings import BadSettings


def begin_under(rules_max: Sequence[str]) -> dict[str, Pinned]:
    """What new games of each variant begin with, where the operator wants an older version of the rules than the
    newest. A map that is younger than that version is refused by its decider till then. Raises BadSettings."""
    pinned: dict[str, Pinned] = {}
    for each in rules_max:
        game, _, most = each.partition("=")
        variants = [variant for variant in catalogue.VARIANTS.values() if variant.name.partition("/")[0] == game]
        if not variants:
            raise BadSettings(f"rules_max: there is no game {game!r}")
        known = sorted({version for variant in variants for version in variant.rules_versions})
        if most not in map(str, known):
            raise BadSettings(f"rules_max: {game} has the rules versions {', '.join(map(str, known))}, not {most!r}")
        pinned |= {variant.name: Pinned(rules_version=int(most)) for variant in variants}
    return pinned
