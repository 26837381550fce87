"""Ways to write values into the cells of an observation."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import count

from turnledger_env.sheet import Cells


def number(cells: Cells, place: int, value: int) -> None:
    """Write one number."""
    if value:
        cells[place] = value


def numbers(cells: Cells, first: int, values: Iterable[int]) -> None:
    """Write numbers side by side."""
    cells.update(zip(count(first), values, strict=False))


def flags(cells: Cells, first: int, places: Iterable[int]) -> None:
    """Write 1 at each of the places."""
    for place in places:
        cells[first + place] = 1


def ranked(cells: Cells, first: int, places: Iterable[int]) -> None:
    """Write 1 at the first of the places, 2 at the second, and so on."""
    for rank, place in enumerate(places, 1):
        cells[first + place] = rank


def named(cells: Cells, first: int, place_of: Mapping[object, int], names: Iterable[object]) -> None:
    """Write 1 at the place of each name."""
    for name in names:
        cells[first + place_of[name]] = 1


def turned(seats: Sequence[int], viewer: int, players: int) -> list[int]:
    """Return the seats counted from the viewer's own, clockwise."""
    return [(seat - viewer) % players for seat in seats]
