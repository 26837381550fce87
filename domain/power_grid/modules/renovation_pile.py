"""The remaining pile of Renovation cards (RN-PG-01)."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from domain.power_grid.messages import AUCTION, RenovationCard


class RenovationPile(Struct, frozen=True, tag=True):
    """Top card first. `closings` counts those of the running auction phase."""

    cards: tuple[RenovationCard, ...]
    closings: int = 0

    def phase_began(self, name: str) -> "RenovationPile":
        return replace(self, closings=0) if name == AUCTION else self

    def closed(self) -> "RenovationPile":
        return replace(self, closings=self.closings + 1)

    def next_card(self) -> "RenovationPile":
        return replace(self, cards=self.cards[1:])

    def broken(self) -> Iterator[str]:
        if not self.cards:
            yield "renovation: the last card left"
