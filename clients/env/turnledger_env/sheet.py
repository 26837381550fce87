"""Observations as named arrays: one flat array of integers, and a view of it for each name."""

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

Cells: TypeAlias = dict[int, int]
"""The values of an observation, by their place in the flat array; all others are 0."""
LARGEST = 32_767
"""Larger than any number of a game; values above it are written as it."""
TYPE = np.int16


class Array(NamedTuple):
    """One named array: its shape, and its largest value. `low` is 0 except where numbers can be negative."""

    name: str
    shape: tuple[int, ...]
    high: int = 1
    low: int = 0


class Layout:
    """The arrays of a variant in their order, and the place of each in the flat array."""

    def __init__(self, arrays: Sequence[Array]) -> None:
        self.arrays = tuple(arrays)
        self.at: dict[str, int] = {}
        self.size = 0
        for array in self.arrays:
            self.at[array.name] = self.size
            self.size += prod(array.shape)
        assert len(self.at) == len(self.arrays), "every array has a name of its own"
        self._slices = [
            (
                each.name,
                slice(self.at[each.name], self.at[each.name] + prod(each.shape)),
                None if len(each.shape) == 1 else each.shape,
            )
            for each in self.arrays
        ]

    def space(self) -> spaces.Dict:
        boxes: dict[str, spaces.Space[Any]] = {
            each.name: spaces.Box(each.low, each.high, each.shape, TYPE) for each in self.arrays
        }
        return spaces.Dict(boxes)

    def flat(self, cells: Cells) -> NDArray[np.int16]:
        found = np.zeros(self.size, TYPE)
        values = np.fromiter(cells.values(), np.int32, len(cells))
        found[np.fromiter(cells, np.intp, len(cells))] = np.minimum(values, LARGEST)
        return found

    def named(self, flat: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Return a view of each array in the flat one."""
        return {name: flat[part] if shape is None else flat[part].reshape(shape) for name, part, shape in self._slices}


class Names:
    """Places of names in an array, for one-hot and many-hot rows."""

    def __init__(self, names: Sequence[object]) -> None:
        self.names = tuple(names)
        self.place: Mapping[object, int] = {name: place for place, name in enumerate(self.names)}

    def __len__(self) -> int:
        return len(self.names)
