"""The colony board: markers, black pictograms and prices (C61-TRK). Pure arithmetic."""

from collections.abc import Mapping

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

    def price(self, position: int) -> int:
        return self.prices[position - self.lowest]


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
    by_name = {track.resource: track for track in tracks}
    standing, moves = dict(markers), list[Move]()

    def step(resource: str, way: int, by: str) -> bool:
        position, track = standing[resource], by_name[resource]
        if not track.lowest <= position + way <= track.highest:
            return False
        standing[resource] = position + way
        if moves and (moves[-1].resource, moves[-1].by) == (resource, by):
            moves[-1] = Move(resource, moves[-1].start, position + way, by)
        else:
            moves.append(Move(resource, position, position + way, by))
        return True

    for track in tracks:
        for _ in range(supplies.get(track.resource, 0)):
            if not step(track.resource, +1, BY_SUPPLY):
                break
            for reduced in track.fires.get(standing[track.resource], ()):
                step(reduced, -1, track.resource)
    return tuple(moves), standing
