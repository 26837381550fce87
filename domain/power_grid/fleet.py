"""The combined capacity of a seat's plants."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.power_grid.cards import Plant
from domain.power_grid.fuel import Storage, storage, usable
from domain.power_grid.messages import Card


@dataclass(frozen=True, slots=True)
class Fleet:
    """Plants, cheapest first; the fuels that at least one burns; those that count towards the limit (AU-05); mines in
    the order they came."""

    plants: tuple[Plant, ...]
    cards: tuple[Card, ...]
    limited: tuple[Card, ...]
    mines: tuple[Card, ...]
    storage: Storage
    usable: tuple[str, ...]


def fleet(plants: Sequence[Plant]) -> Fleet:
    ranked = tuple(sorted(plants, key=lambda plant: plant.rank3))
    return Fleet(
        plants=ranked,
        cards=tuple(plant.card for plant in ranked),
        limited=tuple(plant.card for plant in ranked if not plant.is_mine),
        mines=tuple(plant.card for plant in plants if plant.is_mine),
        storage=storage(plants),
        usable=usable(plants),
    )
