"""The language of a player, and the names of seats, cards and places in it."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from rich.markup import escape

from services.texts import LANGUAGES, telling
from services.texts.said import said, to_type
from turnledger.v1 import lobby_pb2, power_grid_pb2

NO_PLANTS: Mapping[str, power_grid_pb2.PowerGridPlant] = MappingProxyType({})


class Reader(NamedTuple):
    """`game`: the decider's name. `plants`: figures of Power Grid's plants, by number."""

    language: str
    players: Sequence[str]
    game: str
    plants: Mapping[str, power_grid_pb2.PowerGridPlant] = NO_PLANTS

    def say(self, english: str) -> str:
        return said(english, self.language)

    def called(self, id_or_code: str) -> str:
        return telling.word(id_or_code, self.language, self.game)

    def phase(self, code: str) -> str:
        return telling.phase(code, self.language, self.game)

    def seat(self, seat: int) -> str:
        return escape(self.players[seat]) if seat < len(self.players) else str(seat)

    def plant(self, card: object) -> str:
        """A plant of Power Grid with its figures: `13 (wind → 1)`, `8 (3 coal → 2)`."""
        figures = self.plants.get(str(card))
        if not figures:
            return self.called(str(card))
        fuel = self.called(figures.kind)
        return f"{self.called(str(card))} ({f'{figures.burns} ' if figures.burns else ''}{fuel} → {figures.powers})"

    def amounts(self, amounts: Mapping[str, int]) -> str:
        """`2 coal, 1 oil`; empty for nothing."""
        pairs = ((self.called(fuel), n) for fuel, n in sorted(amounts.items()) if n)
        return ", ".join(self.say("{n} {fuel}").format(n=n, fuel=fuel) for fuel, n in pairs)

    def verbs(self, english: str) -> tuple[str, ...]:
        """Return the accepted spellings of a word of the terminal, the one in the player's language first."""
        languages = sorted(LANGUAGES, key=lambda language: language != self.language)
        return tuple(to_type(english, language) for language in languages)

    def names(self, thing: str) -> tuple[str, ...]:
        """Return the accepted spellings of a thing: its names in all languages, the player's first, and its id."""
        languages = sorted(LANGUAGES, key=lambda language: language != self.language)
        found = [telling.word(thing, language, self.game) for language in languages]
        return tuple(dict.fromkeys([*found, thing.replace("_", " ")]))


def reader(table: lobby_pb2.Table, language: str, plants: Iterable[power_grid_pb2.PowerGridPlant] = ()) -> Reader:
    players = telling.occupant_names(table.occupants, language)
    return Reader(language, players, table.variant.partition("/")[0], {each.plant: each for each in plants})
