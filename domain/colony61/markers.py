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


def supplied(tracks: tuple[Track, ...], supplies: Mapping[str, int]) -> dict[str, int]:
    """Return the highest position of each marker when supplies raise all from 0, as at the set-up (C61-SET-03)."""
    return {track.resource: min(supplies.get(track.resource, 0), track.highest) for track in tracks}


def raised(
    tracks: tuple[Track, ...],
    markers: Mapping[str, int],
    supplies: Mapping[str, int],
    fired: Mapping[str, int] | None = None,
    *,
    gives_back: bool = False,
) -> tuple[tuple[Move, ...], dict[str, int]]:
    """Moves each marker up by its supply, in board order, one position at a time (C61-TRK-02…04).

    `fired`: positions up to which pictograms fire no more; `gives_back`: a marker that falls off a position raises the
    resources again that it lowered there, and such a rise fires nothing (DEC-C61-08).
    """
    by_name = {track.resource: track for track in tracks}
    standing, moves = dict(markers), list[Move]()
    for track in [track for track in tracks if track.resource in supplies]:
        resource = track.resource
        start, silent = standing[resource], fired[resource] if fired else track.lowest
        for _ in range(supplies[resource]):
            if standing[resource] == track.highest:
                break
            standing[resource] += 1
            position = standing[resource]
            for reduced in track.fires.get(position, ()) if position > silent else ():
                if standing[reduced] == by_name[reduced].lowest:
                    continue
                if start < position:
                    moves.append(Move(resource, start, position, BY_SUPPLY))
                    start = position
                moves.append(moved(standing, reduced, -1, resource))
                if gives_back:
                    moves += given_back(by_name, standing, reduced)
            if start == position:
                start = standing[resource]
        if start < standing[resource]:
            moves.append(Move(resource, start, standing[resource], BY_SUPPLY))
    return tuple(moves), standing


def given_back(by_name: Mapping[str, Track], standing: dict[str, int], fallen: str) -> list[Move]:
    """Return the moves of the resources that the position lowered which a marker has just left downwards."""
    named = by_name[fallen].fires.get(standing[fallen] + 1, ())
    return [moved(standing, name, 1, fallen) for name in named if standing[name] < by_name[name].highest]


def moved(standing: dict[str, int], resource: str, step: int, by: str) -> Move:
    standing[resource] += step
    return Move(resource, standing[resource] - step, standing[resource], by)
