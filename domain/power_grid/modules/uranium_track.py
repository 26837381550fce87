"""The tokens on the uranium track and in its store (AU-03)."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.ids import Seat
from domain.power_grid.messages import Space


class UraniumTrack(Struct, frozen=True, tag=True):
    """Cheapest space first, one token each at most. `decided`: who has sold or declined in the running phase."""

    spaces: tuple[Space, ...]
    store: int
    decided: tuple[Seat, ...] = ()

    def phase_began(self, name: str) -> "UraniumTrack":
        return replace(self, decided=()) if self.decided else self

    def decided_by(self, seat: Seat) -> "UraniumTrack":
        return replace(self, decided=(*self.decided, seat))

    def sold_by(self, seat: Seat, spaces: tuple[Space, ...], store: int) -> "UraniumTrack":
        return UraniumTrack(spaces, store, (*self.decided, seat))

    def filled(self, spaces: tuple[Space, ...], store: int) -> "UraniumTrack":
        return replace(self, spaces=spaces, store=store)

    def broken(self) -> Iterator[str]:
        tokens = sum(space.n for space in self.spaces)
        if tokens + self.store != len(self.spaces) or any(space.n not in (0, 1) for space in self.spaces):
            yield f"uranium: {tokens} tokens on the track, {self.store} in store"
