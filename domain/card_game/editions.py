"""The editions: published figures, one file each, checked when loaded and never changed."""

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from domain.card_game.checks import problems
from domain.card_game.figures import (
    CARD_TYPES,
    FUELS,
    LAST,
    Figures,
    PlayersRow,
)
from domain.kernel.editions import EditionFiles
from domain.kernel.variant import Edition


class Cards:
    """An edition made ready for looking up: everything by card id."""

    def __init__(self, figures: Figures, edition: Edition) -> None:
        self.figures, self.edition = figures, edition
        self.tables = figures.tables
        self.plants = {plant.id: plant for plant in figures.plants}
        self.number = {plant.id: plant.number for plant in figures.plants}
        others = (*figures.leftover, *figures.plus, *figures.plus_plus)
        self.resources = {card.id: card for card in (*figures.standard, *others)}
        self.leftover = {card.id: card.fuel for card in figures.leftover}
        """Fuel of each leftover card; any other resource card goes to the discard pile."""
        in_order = sorted(self.resources.values(), key=lambda card: (FUELS.index(card.fuel), card.amount, card.id))
        self.place = {card.id: place for place, card in enumerate(in_order)}
        """Sorts a column as it is shown and taken from (CG-SET-09): by type, amount, id."""
        self.fuel = {card.id: card.fuel for card in in_order}
        self.amount = {card.id: card.amount for card in in_order}
        self.backs = {plant.id: plant.size.upper() for plant in figures.plants} | {LAST: "LAST_ROUND"}

    def small(self) -> tuple[str, ...]:
        return tuple(plant.id for plant in self.figures.plants if plant.size == "small")

    def large(self) -> tuple[str, ...]:
        return tuple(plant.id for plant in self.figures.plants if plant.size == "large")

    def standard(self, marks: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(card.id for card in self.figures.standard if card.players in marks)

    def row(self, players: int) -> PlayersRow:
        return next(row for row in self.tables.players if row.players == players)

    def back(self, deck: tuple[str, ...]) -> str:
        """The information on the back of the top card (CG-VIS-01)."""
        return self.backs[deck[0]] if deck else "NONE"

    def sorted_column(self, column: Iterable[str]) -> list[str]:
        """The cards as they are shown and taken from (CG-SET-09)."""
        return sorted(column, key=self.place.__getitem__)


def _reconstructed(figures: Figures) -> Iterator[str]:
    for section, card_type in CARD_TYPES.items():
        facts = [name for name in card_type.__struct_fields__ if name not in {"id", "card", "printed"}]
        for card in getattr(figures, section):
            guessed = [name for name in facts if name not in card.printed and getattr(card, name) != ""]
            if guessed:
                yield f"{section}/{getattr(card, 'id', None) or card.card}: {', '.join(guessed)}"


EDITIONS: Final = EditionFiles(
    Path(__file__).parent / "data", Figures, rule="CG-SET-01", check=problems, reconstructed=_reconstructed
)


@cache
def load(edition_id: str) -> Cards:
    """A published edition. Refuses `UNKNOWN_EDITION`."""
    return Cards(EDITIONS.figures(edition_id), EDITIONS.edition(edition_id))
