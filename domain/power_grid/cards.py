"""Plants as rules use them, and how cards compare (PG-FLOW-03: rank in thirds of a number)."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from msgspec import Struct

from domain.power_grid.figures import BaseEdition
from domain.power_grid.messages import FLOW_GENERATOR, FUELS, Card

BURNABLE: Mapping[str, tuple[str, ...]] = {
    **{fuel: (fuel,) for fuel in FUELS},
    "hybrid": ("coal", "oil"),
    "any": FUELS,
    "eco": (),
    "fusion": (),
}
MINE = "mine"


class Plant(Struct, frozen=True):
    """A plant card: stores `stores` tokens of its `fuels` in any mix, burns exactly `burns`, powers `powers` cities."""

    card: Card
    rank3: int
    bid_min: int
    kind: str
    fuels: tuple[str, ...]
    burns: int
    stores: int
    powers: int
    units: int = 0
    """Uranium that a mine produces a round; it powers no city."""

    @property
    def is_mine(self) -> bool:
        return self.kind == MINE


Cards: TypeAlias = Mapping[Card, Plant]


def plants(base: BaseEdition, flow_generator: bool) -> dict[Card, Plant]:
    """Every plant of the game by its card, before a map takes some out."""
    factor = base.storage_factor
    found: list[Plant] = [
        Plant(p.number, 3 * p.number, p.number, p.kind, BURNABLE[p.kind], p.burns, factor * p.burns, p.powers)
        for p in base.plants
    ]
    if flow_generator:
        f = base.flow_generator
        found.append(
            Plant(FLOW_GENERATOR, f.rank3, f.bid_min, "any", BURNABLE["any"], f.burns, factor * f.burns, f.powers)
        )
    return {plant.card: plant for plant in found}


def by_rank(cards: Cards, chosen: Iterable[Card]) -> tuple[Card, ...]:
    """Cheapest first; the Stage 3 card is dearer than every plant."""
    return tuple(sorted(chosen, key=lambda card: cards[card].rank3 if card in cards else DEARER_THAN_ALL))


DEARER_THAN_ALL = 10**6
