"""`python -m tests.older_release serve …`: a release from before version 2 of any rules, for tests of rolling upgrades.

It is this program with everything that came with version 2 taken out: the versions, and the topics it writes.
"""

from domain.card_game.messages import EVENTS as CARD_GAME
from domain.card_game.variant import CardGameVariant
from domain.colony61.messages import EVENTS as COLONY61
from domain.colony61.variant import Colony61Variant
from domain.power_grid.messages import EVENTS as POWER_GRID
from domain.power_grid.variant import VERSIONS


def forget_version_2() -> None:
    """Makes this process one of the older release."""
    from domain import stored
    from domain.card_game import variant as card_game
    from domain.colony61 import variant as colony61

    for newer in set(VERSIONS) - {1}:
        del VERSIONS[newer]
    card_game.VERSIONS = colony61.VERSIONS = CardGameVariant.rules_versions = Colony61Variant.rules_versions = (1,)
    codec = stored.codec()
    for kind in (*POWER_GRID, *CARD_GAME, *COLONY61):
        for known_as in codec.topics(kind):
            if not known_as.endswith("/1"):
                del codec._decoder_of[known_as]


if __name__ == "__main__":
    from services.cli.main import app

    forget_version_2()
    app()
