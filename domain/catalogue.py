"""Every title and its variants: the only list of games there is."""

from domain.card_game.variant import TITLE as CARD_GAME
from domain.colony61.variant import TITLE as COLONY61
from domain.kernel.refused import Refused
from domain.kernel.title import Title
from domain.kernel.variant import Variant
from domain.power_grid.variant import TITLE as POWER_GRID

TITLES: dict[str, Title] = {}
VARIANTS: dict[str, Variant] = {}


def register(title: Title) -> None:
    """From here on the title can be played, stored, told, served and verified by this process."""
    TITLES[title.name] = title
    VARIANTS.update({variant.name: variant for variant in title.variants})


def unregister(title: Title) -> None:
    del TITLES[title.name]
    for variant in title.variants:
        del VARIANTS[variant.name]


def find(name: str) -> Variant:
    found = VARIANTS.get(name)
    if found is None:
        raise Refused("UNKNOWN_VARIANT", "TB-OPEN-01", variant=name, known=tuple(VARIANTS))
    return found


for each in (POWER_GRID, CARD_GAME, COLONY61):
    register(each)
