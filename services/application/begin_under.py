"""Under which version of the rules new games begin while an older release takes part: docs/operations.md, Upgrades."""

from collections.abc import Sequence

from domain import catalogue
from domain.table.lobby import Pinned
from services.settings import BadSettings


def begin_under(rules_max: Sequence[str]) -> dict[str, Pinned]:
    """What new games of each variant begin with, where the operator wants an older version of the rules than the
    newest. Raises BadSettings."""
    pinned = {}
    for each in rules_max:
        game, _, most = each.partition("=")
        variants = [variant for variant in catalogue.VARIANTS.values() if variant.name.partition("/")[0] == game]
        if not variants:
            raise BadSettings(f"rules_max: there is no game {game!r}")
        for variant in variants:
            known = [version for version in variant.rules_versions if str(version) == most]
            if not known:
                versions = ", ".join(map(str, variant.rules_versions))
                raise BadSettings(f"rules_max: {game} has the rules versions {versions}, not {most!r}")
            pinned[variant.name] = Pinned(rules_version=known[0])
    return pinned
