"""The colony board: markers, black pictograms and prices (C61-TRK). Pure arithmetic."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from operator import itemgetter

from msgspec import Struct

from domain.colony61.figures import Resource

BY_SUPPLY = "supply"
"""The cause of a move that built modules make; otherwise the resource whose pictogram took one away."""


class Track(Struct, frozen=True):
    """One resource's track. `fires` names, by position, the resources that lose 1 when the marker arrives upwards."""

    resource: str
    lowest: int
    highest: int
    prices: tuple[int, ...]
    fires: dict[int, tuple[str, ...]]

    @classmethod
    def of(cls, row: Resource) -> "Track":
        fires = {pictogram.at: pictogram.reduces for pictogram in row.black_pictograms}
        return cls(row.id, row.min, row.max, row.prices, fires)

    @property
    def price_by_position(self) -> dict[int, int]:
        return {self.lowest + place: price for place, price in enumerate(self.prices)}


class Move(Struct, frozen=True, rename={"start": "from", "end": "to"}):
    """A marker moved from one position to another. `by`: `supply`, or the resource whose pictogram fired."""

    resource: str
    start: int
    end: int
    by: str


def raised(
    tracks: tuple[Track, ...], markers: Mapping[str, int], supplies: Mapping[str, int]
) -> tuple[tuple[Move, ...], dict[str, int]]:
    """Moves each marker up by its supply, in board order, one position at a time (C61-TRK-02…04)."""
    lowest = {track.resource: track.lowest for track in tracks}
    standing, steps = dict(markers), list[tuple[str, str, int]]()
    for track in tracks:
        for _ in range(supplies.get(track.resource, 0)):
            position = standing[track.resource] + 1
            if position > track.highest:
                break
            standing[track.resource] = position
            steps.append((track.resource, BY_SUPPLY, position))
            for reduced in track.fires.get(position, ()):
                if standing[reduced] > lowest[reduced]:
                    standing[reduced] -= 1
                    steps.append((reduced, track.resource, standing[reduced]))
    return tuple([move_of(resource, by, run) for (resource, by), run in groupby(steps, itemgetter(0, 1))]), standing


def move_of(resource: str, by: str, run: Iterable[tuple[str, str, int]]) -> Move:
    """Steps of one marker with one cause, one after the other."""
    ends = [end for _, _, end in run]
    return Move(resource, ends[0] - 1 if by == BY_SUPPLY else ends[0] + 1, ends[-1], by)
