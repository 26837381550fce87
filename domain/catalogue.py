"""Every variant by name: the only list of games there is."""

from domain.card_game.variant import VARIANT as CARD_GAME
from domain.colony61.variant import VARIANT as COLONY61
from domain.kernel.refused import Refused
from domain.kernel.variant import Variant
from domain.power_grid.variants import VARIANTS as POWER_GRID

VARIANTS: dict[str, Variant] = {variant.name: variant for variant in (*POWER_GRID, CARD_GAME, COLONY61)}


def find(name: str) -> Variant:
    found = VARIANTS.get(name)
    if found is None:
        raise Refused("UNKNOWN_VARIANT", "TB-OPEN-01", variant=name, known=tuple(VARIANTS))
    return found
