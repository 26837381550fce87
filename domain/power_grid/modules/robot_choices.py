"""The open choices that players make for a robot's next city: bars (RB-10) and names (RB-11)."""

from collections.abc import Iterator
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.ids import Seat


class CityBarring(Struct, frozen=True, tag=True):
    """The seats of `asked` in turn, and around again, name one of `cities` until `until` are left for the robot."""

    decision: ClassVar = "BarCity"
    robot: Seat
    asked: tuple[Seat, ...]
    region: str
    cities: tuple[str, ...]
    until: int

    @property
    def next_seat(self) -> Seat | None:
        return self.asked[0] if len(self.cities) > self.until else None

    def phase_began(self, name: str) -> "CityBarring":
        return self

    def without(self, city: str) -> "CityBarring":
        left = tuple([each for each in self.cities if each != city])
        return replace(self, cities=left, asked=(*self.asked[1:], self.asked[0]))

    def broken(self) -> Iterator[str]:
        if self.robot in self.asked or len(self.cities) < self.until:
            yield f"robots: seats {self.asked} name one of {self.cities} for the robot {self.robot}"


class CityNaming(Struct, frozen=True, tag=True):
    """The seats of `asked` still name one of `cities` each. `bids`: the highest bidder's city counts alone."""

    decision: ClassVar = "NameCity"
    robot: Seat
    asked: tuple[Seat, ...]
    cities: tuple[str, ...]
    bids: bool
    named: tuple[str, ...] = ()
    bid: int = -1
    bidder: Seat | None = None

    @property
    def next_seat(self) -> Seat | None:
        return self.asked[0] if self.asked else None

    def phase_began(self, name: str) -> "CityNaming":
        return self

    def with_name(self, seat: Seat, city: str, bid: int) -> "CityNaming":
        named = (city,) if self.bids else (*self.named, city)
        return replace(self, asked=self.asked[1:], named=named, bid=bid, bidder=seat)

    def passed(self) -> "CityNaming":
        return replace(self, asked=self.asked[1:])

    def paid(self) -> "CityNaming":
        return replace(self, bids=False)

    def broken(self) -> Iterator[str]:
        if self.robot in self.asked:
            yield f"robots: the robot {self.robot} names a city for itself"
