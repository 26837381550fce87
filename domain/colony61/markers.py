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

    @property
    def price_by_position(self) -> dict[int, int]:
        return {self.lowest + place: price for place, price in enumerate(self.prices)}


class Move(Struct, frozen=True, rename={"start": "from", "end": "to"}):
    """A marker moved from one position to another. `by`: `supply`, or the resource whose pictogram fired."""

    public = ("resource", "start", "end", "by")

    resource: str
    start: int
    end: int
    by: str


def raised(
    tracks: tuple[Track, ...], markers: Mapping[str, int], supplies: Mapping[str, int]
) -> tuple[tuple[Move, ...], dict[str, int]]:
    """Moves each marker up by its supply, in board order, one position at a time (C61-TRK-02…04)."""
    lowest = {track.resource: track.lowest for track in tracks}
    standing, moves = dict(markers), list[Move]()
    for track in tracks:
        if track.resource not in supplies:
            continue
        start = standing[track.resource]
        end = min(start + supplies[track.resource], track.highest)
        for position in range(start + 1, end + 1):
            falling = [reduced for reduced in track.fires.get(position, ()) if standing[reduced] > lowest[reduced]]
            if falling:
                moves.append(Move(track.resource, start, position, BY_SUPPLY))
                start = position
            for reduced in falling:
                moves.append(Move(reduced, standing[reduced], standing[reduced] - 1, track.resource))
                standing[reduced] -= 1
        if start < end:
            moves.append(Move(track.resource, start, end, BY_SUPPLY))
        standing[track.resource] = end
    return tuple(moves), standing
