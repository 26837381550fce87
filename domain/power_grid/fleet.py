"""What a seat's plants come to together."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.power_grid.cards import Plant
from domain.power_grid.fuel import Storage, storage, usable
from domain.power_grid.messages import Card


@dataclass(frozen=True, slots=True)
class Fleet:
    """Room for fuel, fuels that at least one plant burns, mines, the plants that count towards the limit (AU-05)."""

    plants: tuple[Plant, ...]
    storage: Storage
    usable: tuple[str, ...]
    mines: tuple[Card, ...]
    limited: tuple[Card, ...]
    best: Card | None
    """The dearest."""


def fleet(plants: Sequence[Plant]) -> Fleet:
    return Fleet(
        plants=tuple(plants),
        storage=storage(plants),
        usable=usable(plants),
        mines=tuple(plant.card for plant in plants if plant.is_mine),
        limited=tuple(plant.card for plant in plants if not plant.is_mine),
        best=max(plants, key=lambda plant: plant.rank3).card if plants else None,
    )
